import { md } from '../markdown'
import type { CategorySeed } from '../types'

export const admission: CategorySeed = {
  id: 81,
  name: 'Практическая часть',
  tasks: [
    {
      id: 801,
      title: 'Разбор инцидента',
      difficulty: 'easy',
      points: 100,
      important: true,
      status: 'active',
      description: md`
        В архиве — журналы трёх узлов за одну ночь. Определите, с какого узла началась атака, и
        восстановите команду, которую нарушитель выполнил первой.

        Флаг — в аргументе этой команды.
      `,
      flags: [{ id: 8011, prefix: 'exam', stem: 'evidence_before_opinion' }],
      hints: [],
      attachments: [{ name: 'evidence.zip', size: 3_145_728 }],
      competencies: [4],
    },
    {
      id: 802,
      title: 'Защита формы',
      difficulty: 'medium',
      points: 200,
      important: true,
      status: 'active',
      description: md`
        Дан исходный код службы с тремя ошибками. Исправьте их и загрузите архив на проверяющий сервер: он
        запустит и обычные проверки, и атаки.

        Флаг выдаётся, когда все атаки отражены, а обычные запросы по-прежнему работают.

        \`\`\`bash
        tar -czf fixed.tar.gz form-service
        curl -F archive=@fixed.tar.gz http://review.example:8080/submit
        \`\`\`
      `,
      flags: [{ id: 8021, prefix: 'exam', stem: 'fix_and_prove_it' }],
      hints: [],
      attachments: [{ name: 'form-service.tar.gz', size: 20_480 }],
      lab: {
        expectedSeconds: 20,
        lifetimeSeconds: 7200,
        extendWindowSeconds: 3600,
        endpoints: [{ label: 'Проверяющий сервер', protocol: 'http', port: 8080 }],
        hasTerminal: false,
      },
      competencies: [1, 10],
    },
    {
      id: 803,
      title: 'Чужой протокол',
      difficulty: 'medium',
      points: 200,
      important: false,
      status: 'active',
      description: md`
        Неизвестное устройство обменивается короткими сообщениями по TCP. По записи восстановите формат:
        заголовок, длину, тип, контрольную сумму.

        Отправьте устройству сообщение типа \`0x07\` — в записи его нет, но устройство его понимает. В
        ответе будет флаг.
      `,
      flags: [{ id: 8031, prefix: 'exam', stem: 'protocol_from_packets' }],
      hints: [],
      attachments: [{ name: 'device.pcap', size: 204_800 }],
      lab: {
        expectedSeconds: 20,
        lifetimeSeconds: 7200,
        extendWindowSeconds: 3600,
        endpoints: [{ label: 'Устройство', protocol: 'tcp', port: 9100 }],
        hasTerminal: false,
      },
      competencies: [3, 5],
    },
  ],
}

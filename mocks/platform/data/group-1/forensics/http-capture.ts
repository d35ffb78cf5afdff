import { md } from '../../markdown'
import type { TaskSeed } from '../../types'

export const httpCapture: TaskSeed = {
  id: 124,
  title: 'Разговор в открытую',
  difficulty: 'easy',
  points: 75,
  important: true,
  status: 'active',
  description: md`
    В офисе жалуются, что кто-то входит под чужим именем на внутренний портал. Сетевой инженер включил
    запись трафика на десять минут и принёс вам файл \`office.pcap\`. Портал работает по HTTP, без
    шифрования.

    ### Что сделать

    1. Откройте запись в Wireshark.
    2. Оцените картину целиком: *Статистика → Иерархия протоколов* и *Статистика → Диалоги*.
    3. Оставьте только запросы с данными формы:

       \`\`\`text
       http.request.method == "POST"
       \`\`\`

    4. Найдите вход, который выполнен **не** с рабочего места бухгалтера (\`192.0.2.34\`).
    5. Проследите за этим сеансом: *Следовать → Поток TCP*. Флаг нарушитель скачал вместе с отчётом.

    ### Для отчёта

    Хороший ответ на инцидент — не только флаг. Запишите:

    - когда начался и закончился сеанс;
    - с какого адреса он шёл;
    - какие страницы были открыты;
    - что именно скачали.

    Памятка: [фильтры отображения
    Wireshark](https://wiki.flagship.example/forensics/wireshark-filters).
  `,
  flags: [{ id: 1241, prefix: 'flag', stem: 'plaintext_is_public' }],
  hints: [
    {
      id: 1241,
      cost: 0,
      text: md`Фильтр \`http.request.method == "POST" && ip.src != 192.0.2.34\` оставит две строки.`,
    },
    {
      id: 1242,
      cost: 5,
      text: md`Отчёт передан сжатым. Wireshark распакует его сам: *Файл → Экспортировать объекты → HTTP*.`,
    },
  ],
  attachments: [{ name: 'office.pcap', size: 482_304 }],
  writeup: {
    rule: 'after_solve',
    content: md`
      Тот же путь в терминале:

      \`\`\`bash
      # кто и куда отправлял формы
      tshark -r office.pcap -Y 'http.request.method == "POST"' \
        -T fields -e frame.time_relative -e ip.src -e http.request.uri -e urlencoded-form.value

      # все файлы, переданные по HTTP
      tshark -r office.pcap --export-objects http,files
      \`\`\`

      Второй вход выполнен с адреса \`192.0.2.87\` тем же паролем, что и первый: его подслушали в той же
      сети. В каталоге \`files\` лежит \`report.csv\`, флаг — в последней строке.

      **Вывод.** Пароль, отправленный по HTTP, видит каждый, через кого проходит пакет. Лечится это не
       сменой пароля, а TLS.
    `,
  },
  competencies: [4, 5],
  gitlabId: 4124,
}

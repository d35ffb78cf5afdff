import { md } from '../markdown'
import type { CategorySeed } from '../types'

export const inner: CategorySeed = {
  id: 52,
  name: 'Внутренняя сеть',
  tasks: [
    {
      id: 505,
      title: 'Ключ под ковриком',
      difficulty: 'easy',
      points: 75,
      important: true,
      status: 'active',
      description: md`
        Вы получили доступ к серверу приложений с правами \`www-data\`. Пароль к базе данных где-то рядом.

        ### Требуется

        Найдите настройки приложения, подключитесь к базе и прочитайте таблицу \`audit_flag\`.

        ### Для отчёта

        Где должен храниться пароль и кто должен иметь право его читать?
      `,
      flags: [{ id: 5051, prefix: 'exam', stem: 'secrets_outside_code' }],
      hints: [],
      attachments: [],
      lab: {
        expectedSeconds: 20,
        lifetimeSeconds: 7200,
        extendWindowSeconds: 3600,
        endpoints: [{ label: 'Сервер приложений', protocol: 'ssh', port: 22 }],
        hasTerminal: true,
      },
      competencies: [6],
    },
    {
      id: 506,
      title: 'До администратора',
      difficulty: 'medium',
      points: 175,
      important: true,
      status: 'active',
      description: md`
        Повысьте права до \`root\` на сервере приложений. Способов два, засчитывается любой; в отчёте
        опишите **оба**.

        ### Требуется

        1. Прочитайте \`/root/exam.txt\`.
        2. Верните систему в исходное состояние.

        ### На что смотреть

        - правила \`sudo\`;
        - задания \`cron\` и таймеры;
        - программы с битом SUID и способностями;
        - службы, которые работают от \`root\` и читают доступные вам файлы.
      `,
      flags: [{ id: 5061, prefix: 'exam', stem: 'least_privilege_missing' }],
      hints: [],
      attachments: [],
      lab: {
        expectedSeconds: 25,
        lifetimeSeconds: 7200,
        extendWindowSeconds: 3600,
        endpoints: [{ label: 'Сервер приложений', protocol: 'ssh', port: 22 }],
        hasTerminal: true,
      },
      competencies: [7, 6],
    },
    {
      id: 507,
      title: 'Следы',
      difficulty: 'medium',
      points: 150,
      important: true,
      status: 'active',
      description: md`
        До вас здесь уже кто-то был. Даны запись трафика и журнал входов за ту же ночь.

        ### Требуется

        Восстановите ход событий и определите имя похищенного файла. Флаг — в самом файле, он передан по
        сети по частям.

        ### Для отчёта

        Хронология с точностью до минуты и список признаков компрометации.
      `,
      flags: [{ id: 5071, prefix: 'exam', stem: 'timeline_is_the_answer' }],
      hints: [],
      attachments: [
        { name: 'incident.pcap', size: 5_242_880 },
        { name: 'auth.log.gz', size: 41_200 },
      ],
      competencies: [4],
    },
    {
      id: 508,
      title: 'Прошивка датчика',
      difficulty: 'hard',
      points: 250,
      important: false,
      status: 'active',
      description: md`
        На складе стоят датчики температуры. Прошивка одного из них прилагается. Внутри — сжатая файловая
        система, а в ней программа обновления, которая проверяет подпись новой прошивки.

        ### Требуется

        1. Извлеките файловую систему.
        2. Найдите ошибку в проверке подписи.
        3. Расшифруйте файл \`/etc/sensor/flag.enc\` ключом, которым пользуется программа.

        ### Для отчёта

        Можно ли исправить ошибку обновлением? Обоснуйте.
      `,
      flags: [{ id: 5081, prefix: 'exam', stem: 'keys_in_firmware' }],
      hints: [],
      attachments: [{ name: 'sensor-fw.bin', size: 1_048_576 }],
      competencies: [3, 2],
    },
  ],
}

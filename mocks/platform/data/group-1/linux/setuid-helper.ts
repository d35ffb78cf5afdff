import { md } from '../../markdown'
import type { TaskSeed } from '../../types'

export const setuidHelper: TaskSeed = {
  id: 136,
  title: 'Чужими правами',
  difficulty: 'medium',
  points: 150,
  important: false,
  status: 'active',
  description: md`
    Бит SUID заставляет программу работать с правами владельца файла, а не того, кто её запустил. Без
    него обычный пользователь не смог бы сменить собственный пароль. Но каждая такая программа —
    дверь, и открывать её надо осторожно.

    ### Что сделать

    1. Найдите программы с этим битом:

       \`\`\`bash
       find / -perm -4000 -type f -ls 2>/dev/null
       \`\`\`

    2. Одна из них в стандартную поставку не входит. Исходный код потерян, осталась сама программа.
    3. Посмотрите, какие слова в ней лежат открытым текстом:

       \`\`\`bash
       strings -n 6 /usr/local/bin/…
       \`\`\`

    4. Поймите, чего программа ждёт от того, кто её запустил, и дайте ей это.
    5. Прочитайте с её помощью \`/home/backup/flag.txt\`.

    Секрет внутри программы — не секрет: его видит каждый, кто может её прочитать.
  `,
  flags: [{ id: 1361, prefix: 'flag', stem: 'secrets_in_programs_show', isInLab: true }],
  hints: [
    {
      id: 1361,
      cost: 0,
      text: md`
        Программа сравнивает свой аргумент со словом (\`strcmp\`). Это слово стоит среди строк рядом с
        сообщением об ошибке.
      `,
    },
    {
      id: 1362,
      cost: 15,
      text: md`
        Слово похоже на пароль, который придумал человек: два английских слова и число через дефис.
        Запустите программу с ним.
      `,
    },
  ],
  attachments: [],
  lab: {
    expectedSeconds: 20,
    lifetimeSeconds: 3600,
    extendWindowSeconds: 900,
    endpoints: [{ label: 'Консоль сервера', protocol: 'ssh', port: 22 }],
    hasTerminal: true,
  },
  competencies: [6, 7],
  gitlabId: 4136,
}

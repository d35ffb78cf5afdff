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

    2. Одна из них в стандартную поставку не входит. Её исходный код приложен.
    3. Прочитайте код и ответьте: где программа доверяет тому, кто её запустил?
    4. Прочитайте \`/home/backup/flag.txt\`.

    Сердце программы — три строки:

    \`\`\`c
    setreuid(geteuid(), geteuid());
    printf("Архивирую %s\n", target);
    system("tar -cf /var/backups/site.tar /var/www");
    \`\`\`
  `,
  flags: [{ id: 1361, prefix: 'flag', stem: 'path_is_user_input' }],
  hints: [
    {
      id: 1361,
      cost: 0,
      text: md`
        Функция \`system\` передаёт строку оболочке. Где оболочка ищет программу \`tar\`, если путь не
        указан?
      `,
    },
    {
      id: 1362,
      cost: 15,
      text: md`
        Создайте свой \`tar\` в каталоге, куда можете писать, сделайте его исполняемым и поставьте этот
        каталог первым в \`PATH\`.
      `,
    },
  ],
  attachments: [{ name: 'backup-helper.c', size: 1180 }],
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

import { md } from '../markdown'
import type { CategorySeed } from '../types'

export const basics: CategorySeed = {
  id: 41,
  name: 'Основы',
  tasks: [
    {
      id: 401,
      title: 'Командная строка за один вечер',
      difficulty: 'easy',
      points: 50,
      important: true,
      status: 'active',
      description: md`
        В каталоге \`~/letters\` — тысяча писем. Только в одном встречается слово «маяк» и нет слова
        «берег». Найдите его и прочитайте последнюю строку.

        \`\`\`bash
        grep -rl 'маяк' ~/letters | xargs grep -L 'берег'
        \`\`\`

        Разберите эту команду по частям: что делает каждая программа и что передаётся между ними?
      `,
      flags: [{ id: 4011, prefix: 'flag', stem: 'pipes_join_tools', isInLab: true }],
      hints: [
        {
          id: 4011,
          cost: 0,
          text: md`Ключ \`-l\` печатает имена файлов с совпадением, ключ \`-L\` — без совпадения.`,
        },
      ],
      attachments: [],
      writeup: {
        rule: 'always',
        content: md`
          Команда из условия печатает ровно одно имя. Осталось посмотреть последнюю строку:

          \`\`\`bash
          tail -n 1 "$(grep -rl 'маяк' ~/letters | xargs grep -L 'берег')"
          \`\`\`
        `,
      },
      lab: {
        expectedSeconds: 15,
        lifetimeSeconds: 3600,
        extendWindowSeconds: 900,
        endpoints: [{ label: 'Учебная консоль', protocol: 'ssh', port: 22 }],
        hasTerminal: true,
      },
      competencies: [6],
    },
    {
      id: 402,
      title: 'Права доступа',
      difficulty: 'easy',
      points: 50,
      important: true,
      status: 'active',
      description: md`
        Строка \`-rw-r-----\` рассказывает, кому и что разрешено: владельцу, группе и всем остальным.
        Найдите в \`/srv/school\` файл, который **может прочитать ваша группа, но не может владелец**. Такое
        случается чаще, чем кажется.

        | Запись | Число | Значит |
        |---|---|---|
        | \`rwx\` | 7 | всё |
        | \`rw-\` | 6 | чтение и запись |
        | \`r--\` | 4 | только чтение |
        | \`---\` | 0 | ничего |
      `,
      flags: [{ id: 4021, prefix: 'flag', stem: 'rwx_for_three', isInLab: true }],
      hints: [
        {
          id: 4021,
          cost: 0,
          text: md`Команда \`find\` умеет искать по правам: \`find /srv/school -perm -040 ! -perm -400\`.`,
        },
      ],
      attachments: [],
      writeup: {
        rule: 'after_solve',
        content: md`
          \`\`\`bash
          find /srv/school -type f -perm -040 ! -perm -400 -exec cat {} +
          \`\`\`

          Ключ \`-perm -040\` требует бит чтения для группы, а \`! -perm -400\` — отсутствие бита чтения у
          владельца.
        `,
      },
      lab: {
        expectedSeconds: 15,
        lifetimeSeconds: 3600,
        extendWindowSeconds: 900,
        endpoints: [{ label: 'Учебная консоль', protocol: 'ssh', port: 22 }],
        hasTerminal: true,
      },
      competencies: [6],
    },
    {
      id: 403,
      title: 'Что помнит история',
      difficulty: 'medium',
      points: 100,
      important: false,
      status: 'active',
      description: md`
        Администратор набрал пароль прямо в командной строке, и оболочка аккуратно записала его в историю.
        Найдите в файле строку, где пароль передан программе аргументом. Он сам закодирован в Base64 —
        «для безопасности».
      `,
      flags: [{ id: 4031, prefix: 'flag', stem: 'never_type_passwords' }],
      hints: [
        {
          id: 4031,
          cost: 5,
          text: md`Ищите ключи \`-p\`, \`--password\` и пары вида \`-u имя:пароль\`.`,
        },
      ],
      attachments: [{ name: 'bash_history.txt', size: 9120 }],
      competencies: [6, 9],
    },
  ],
}

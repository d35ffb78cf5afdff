import { md } from '../markdown'
import type { CategorySeed } from '../types'

export const sprint: CategorySeed = {
  id: 71,
  name: 'Спринт',
  tasks: [
    {
      id: 701,
      title: 'Разминка',
      difficulty: 'easy',
      points: 50,
      important: false,
      status: 'active',
      description: md`
        Добро пожаловать на открытый чемпионат! Первое задание решают все.

        Файл \`warm-up.txt\` закодирован Base64, а под ним — шифр Цезаря. Сдвиг равен числу букв в слове
        «старт».
      `,
      flags: [{ id: 7011, prefix: 'cup', stem: 'welcome_to_the_start' }],
      hints: [
        {
          id: 7011,
          cost: 0,
          text: md`После \`base64 -d\` каждую латинскую букву сдвиньте на пять позиций назад.`,
        },
      ],
      attachments: [{ name: 'warm-up.txt', size: 512 }],
      competencies: [2],
    },
    {
      id: 702,
      title: 'Сейф с обратным отсчётом',
      difficulty: 'medium',
      points: 150,
      important: false,
      status: 'active',
      description: md`
        Сейф задаёт сто арифметических примеров и даёт на каждый две секунды. Руками не успеть.

        \`\`\`python
        import socket

        with socket.create_connection((host, 7020)) as safe:
            stream = safe.makefile('rw', encoding='utf-8', newline='\n')
            for line in stream:
                print(line, end='')
        \`\`\`

        Скобки, отрицательные числа и целочисленное деление встречаются, функция \`eval\` — **не** лучший
        ответ: в сотом примере вас ждёт сюрприз.
      `,
      flags: [{ id: 7021, prefix: 'cup', stem: 'solve_it_with_code' }],
      hints: [],
      attachments: [],
      lab: {
        expectedSeconds: 15,
        lifetimeSeconds: 1800,
        extendWindowSeconds: 600,
        endpoints: [{ label: 'Сейф', protocol: 'tcp', port: 7020 }],
        hasTerminal: false,
      },
      competencies: [3],
    },
    {
      id: 703,
      title: 'Карта сокровищ',
      difficulty: 'medium',
      points: 150,
      important: false,
      status: 'active',
      description: md`
        Каждая страница острова ссылается на несколько других, всего их 4096. На одной — клад. Страницы
        отдают не больше двадцати ответов в секунду, но короткий путь до клада есть: он спрятан в
        заголовках.
      `,
      flags: [{ id: 7031, prefix: 'cup', stem: 'graphs_everywhere' }],
      hints: [
        {
          id: 7031,
          cost: 0,
          text: md`Посмотрите заголовок \`Link\` и его значение \`rel\`.`,
        },
      ],
      attachments: [],
      lab: {
        expectedSeconds: 15,
        lifetimeSeconds: 1800,
        extendWindowSeconds: 600,
        endpoints: [{ label: 'Остров', protocol: 'http', port: 8080 }],
        hasTerminal: false,
      },
      competencies: [1, 9],
    },
    {
      id: 704,
      title: 'Последний рубеж',
      difficulty: 'hard',
      points: 400,
      important: false,
      status: 'active',
      description: md`
        Схема подписи придумана организаторами и, разумеется, сломана. Даны сорок подписей; младшие восемь
        бит каждого одноразового числа равны нулю.

        Восстановите закрытый ключ и подпишите строку \`я победил\`. Решение пишите сами: готовой программы
        для этой схемы не существует.
      `,
      flags: [{ id: 7041, prefix: 'cup', stem: 'lattice_of_small_secrets' }],
      hints: [],
      attachments: [{ name: 'last-stand.tar.gz', size: 91_422 }],
      competencies: [2, 3],
    },
  ],
}

import { md } from '../../markdown'
import type { TaskSeed } from '../../types'

export const webServerLog: TaskSeed = {
  id: 128,
  title: 'Кто шумит в журнале',
  difficulty: 'easy',
  points: 50,
  important: false,
  status: 'active',
  description: md`
    Сервер интернет-радио второй день работает с перебоями. В журнале полмиллиона строк, и читать их
    подряд бессмысленно — их надо **считать**.

    ### Формат строки

    \`\`\`text
    198.51.100.23 - - [14/Sep/2026:03:12:55 +0300] "GET /play?id=7 HTTP/1.1" 200 5120 "-" "Mozilla/5.0"
    \`\`\`

    По порядку: адрес, время, запрос, код ответа, размер, откуда пришли, чем пользовались.

    ### Задание

    1. Найдите адрес, с которого пришло больше всего ответов \`404\`.
    2. Выясните, какой файл этот посетитель всё-таки нашёл, — запрос закончился кодом \`200\`.
    3. Флаг — в параметре этого запроса.

    \`\`\`bash
    zcat access.log.gz | awk '$9 == 404 { print $1 }' | sort | uniq -c | sort -rn | head
    \`\`\`

    Тот же журнал можно полистать в лаборатории по ссылке «Журнал».
  `,
  flags: [{ id: 1281, prefix: 'flag', stem: 'grep_sort_uniq' }],
  hints: [
    {
      id: 1281,
      cost: 0,
      text: md`Отфильтруйте строки одного адреса и исключите из них \`404\`: останется меньше двадцати.`,
    },
  ],
  attachments: [{ name: 'access.log.gz', size: 91_204 }],
  lab: {
    expectedSeconds: 15,
    lifetimeSeconds: 3600,
    extendWindowSeconds: 900,
    endpoints: [{ label: 'Просмотр журнала', protocol: 'http', port: 8080 }],
    hasTerminal: false,
  },
  competencies: [4, 1],
  gitlabId: 4128,
  hasLogViewer: true,
}

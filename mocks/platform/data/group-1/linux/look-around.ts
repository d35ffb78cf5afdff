import { md } from '../../markdown'
import type { TaskSeed } from '../../types'

export const lookAround: TaskSeed = {
  id: 104,
  title: 'Первый вход: осмотритесь на сервере',
  difficulty: 'easy',
  points: 75,
  important: true,
  status: 'active',
  description: md`
    Вы получили доступ к серверу небольшой компании: учётная запись \`student\`, никаких особых прав.
    Прежде чем что-то делать, опытный специалист **осматривается**: где я, кто я, что здесь работает и
    куда мне можно заглянуть.

    ### Вопросы новичка на новом месте

    | Вопрос | Команда |
    |---|---|
    | Кто я и в каких группах? | \`id\` |
    | Что за система? | \`uname -a\`, \`cat /etc/os-release\` |
    | Кто ещё здесь есть? | \`cat /etc/passwd\` |
    | Что запущено? | \`ps aux\` |
    | Что слушает сеть? | \`ss -tlnp\` |
    | Что здесь писали до меня? | \`ls -la ~\`, \`cat ~/.bash_history\` |

    ### Что сделать

    1. Запустите лабораторию и дождитесь, пока она будет готова.
    2. Откройте терминал прямо на этой странице или подключитесь по SSH — адрес и порт появятся в
       панели лаборатории.
    3. Найдите файл \`flag.txt\`. Он лежит не в домашнем каталоге, но прочитать его вам разрешено.

    ### Подсказка по поиску

    Команда \`find\` умеет искать по имени, а ошибки о недоступных каталогах лучше убрать:

    \`\`\`bash
    find / -name 'flag.txt' 2>/dev/null
    \`\`\`

    Сайт компании на порту 8080 понадобится в следующих заданиях. Пока просто откройте его и сравните
    с тем, что лежит в \`/var/www\`.

    > Лаборатория выключится сама. Если нужно больше времени, продлите её, когда кнопка станет
    > доступна. Флаг у каждого запуска свой: после нового запуска найдите его ещё раз.
  `,
  flags: [{ id: 1041, prefix: 'flag', stem: 'look_around_first', isInLab: true }],
  hints: [
    {
      id: 1041,
      cost: 0,
      text: md`Путь к файлу, на который указал \`find\`, передайте команде \`cat\`.`,
    },
  ],
  attachments: [],
  writeup: {
    rule: 'after_solve',
    content: md`
      \`\`\`console
      student@web01:~$ id
      uid=1000(student) gid=1000(student) groups=1000(student),4(adm)
      student@web01:~$ find / -name 'flag.txt' 2>/dev/null
      /var/backups/site/flag.txt
      student@web01:~$ cat /var/backups/site/flag.txt
      \`\`\`

      Группа \`adm\` в ответе \`id\` — не случайность: она даёт право читать журналы в \`/var/log\`. Это
      пригодится, когда понадобится узнать, чем занят сервер по ночам.
    `,
  },
  lab: {
    expectedSeconds: 20,
    lifetimeSeconds: 5400,
    extendWindowSeconds: 900,
    endpoints: [
      { label: 'Сайт компании', protocol: 'http', port: 8080 },
      { label: 'Консоль сервера', protocol: 'ssh', port: 22 },
    ],
    hasTerminal: true,
  },
  competencies: [6],
  gitlabId: 4104,
}

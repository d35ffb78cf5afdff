import { md } from '../../markdown'
import type { TaskSeed } from '../../types'

export const scheduledJob: TaskSeed = {
  id: 137,
  title: 'По расписанию',
  difficulty: 'medium',
  points: 150,
  important: false,
  status: 'active',
  description: md`
    По ночам сервер сам делает копии и наводит порядок. Задания выполняет \`cron\` от имени \`root\`, а
    их журналы может читать группа \`adm\` — и вы в ней состоите. Одно из заданий осталось с отладочной
    настройкой и рассказывает в журнале о каждом своём шаге.

    ### Что сделать

    1. Посмотрите расписания: \`/etc/crontab\` и каталог \`/etc/cron.d\`.
    2. Прочитайте сценарии, которые там упомянуты. Что делает строка \`set -x\`?
    3. Найдите журнал нужного задания в \`/var/log\`.
    4. В журнале не сам секрет, а его запись в Base64. Верните её в прежний вид:

       \`\`\`bash
       echo 'cHJpdmV0' | base64 -d
       \`\`\`

    Base64 — не шифр: это способ записать байты буквами, и ключа у него нет.
  `,
  flags: [{ id: 1371, prefix: 'flag', stem: 'debug_logs_keep_tokens', isInLab: true }],
  hints: [
    {
      id: 1371,
      cost: 0,
      text: md`Имя журнала записано в последней строке сценария \`nightly-copy.sh\`.`,
    },
    {
      id: 1372,
      cost: 15,
      text: md`Вам нужно то, что стоит в журнале после \`TOKEN=\`. Скопируйте это и отдайте \`base64 -d\`.`,
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
  gitlabId: 4137,
}

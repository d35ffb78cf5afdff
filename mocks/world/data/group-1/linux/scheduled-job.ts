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
    Каждую минуту сервер сам наводит порядок: удаляет старые файлы и упаковывает свежие. Задание
    выполняет \`cron\` от имени \`root\`, а сценарий лежит там, где его однажды удобно было править.

    ### Что сделать

    1. Посмотрите расписания: \`/etc/crontab\`, каталог \`/etc/cron.d\`, таймеры \`systemctl list-timers\`.
    2. Проверьте права на каждый сценарий, который там упомянут, — и на каталоги, в которых он лежит.
    3. Если расписание прочитать нельзя, наблюдайте за процессами: короткие задания видны, если
       смотреть часто.

       \`\`\`bash
       while sleep 0.2; do ps -eo user,args --sort=start_time | tail -n 3; done
       \`\`\`

    4. Сделайте так, чтобы сценарий скопировал для вас \`/root/flag.txt\`.

    Не ломайте сам сценарий: дополните его, а за собой потом приберите. На настоящем сервере от этого
    задания кто-то зависит.
  `,
  flags: [{ id: 1371, prefix: 'flag', stem: 'writable_script_runs_as_root' }],
  hints: [
    {
      id: 1371,
      cost: 0,
      text: md`Сценарий принадлежит \`root\`, и менять его нельзя. А каталог, в котором он лежит?`,
    },
    {
      id: 1372,
      cost: 15,
      text: md`
        Если каталог доступен вам на запись, файл можно переименовать и положить на его место свой.
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
  gitlabId: 4137,
}

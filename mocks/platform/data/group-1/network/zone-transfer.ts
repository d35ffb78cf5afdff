import { md } from '../../markdown'
import type { TaskSeed } from '../../types'

export const zoneTransfer: TaskSeed = {
  id: 131,
  title: 'Зона целиком',
  difficulty: 'easy',
  points: 75,
  important: false,
  status: 'active',
  description: md`
    Серверы имён обмениваются копиями зоны: основной отдаёт её дополнительным по запросу \`AXFR\`. Если
    не указать, **кому** её можно отдавать, зону получит любой — вместе с именами, которые никто не
    собирался публиковать.

    ### Задание

    1. Узнайте, какие серверы обслуживают зону \`factory.example\`:

       \`\`\`bash
       dig +short NS factory.example
       \`\`\`

    2. Запросите у каждого из них всю зону:

       \`\`\`bash
       dig @ns2.factory.example factory.example AXFR
       \`\`\`

    3. Найдите среди записей ту, что выдаёт лишнее. Флаг лежит в записи типа \`TXT\`.

    Обратите внимание: один из серверов настроен верно и откажет. Для утечки достаточно и одного
    забытого.
  `,
  flags: [{ id: 1311, prefix: 'flag', stem: 'axfr_is_for_secondaries', isInLab: true }],
  hints: [
    {
      id: 1311,
      cost: 0,
      text: md`
        Утилита \`dig\` принимает адрес сервера после знака \`@\`. Спросите все серверы из ответа \`NS\`, а
        не только первый.
      `,
    },
  ],
  attachments: [],
  writeup: {
    rule: 'after_solve',
    content: md`
      \`\`\`console
      $ dig +short NS factory.example
      ns1.factory.example.
      ns2.factory.example.
      $ dig @ns1.factory.example factory.example AXFR
      ; Transfer failed.
      $ dig @ns2.factory.example factory.example AXFR
      factory.example.         3600 IN SOA   ns1.factory.example. …
      staging.factory.example. 3600 IN A     198.51.100.7
      _note.factory.example.   3600 IN TXT   "…"
      \`\`\`

      На дополнительном сервере забыли строку, которая есть на основном:

      \`\`\`text
      allow-transfer { 198.51.100.2; };
      \`\`\`

      Имена узлов — не тайна, и прятать за ними что-либо бессмысленно. Но полный список имён заметно
      облегчает разведку.
    `,
  },
  lab: {
    expectedSeconds: 15,
    lifetimeSeconds: 3600,
    extendWindowSeconds: 900,
    endpoints: [{ label: 'Сервер имён', protocol: 'tcp', port: 53 }],
    hasTerminal: true,
  },
  competencies: [5, 9],
  gitlabId: 4131,
}

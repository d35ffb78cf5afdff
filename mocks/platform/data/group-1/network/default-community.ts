import { md } from '../../markdown'
import type { TaskSeed } from '../../types'

export const defaultCommunity: TaskSeed = {
  id: 133,
  title: 'Слово public',
  difficulty: 'medium',
  points: 125,
  important: false,
  status: 'active',
  description: md`
    Коммутатор в серверной опрашивают по протоколу SNMP. Вместо пароля в версии 2c — «строка
    сообщества», и на заводе ей дают значение, которое знают все.

    ### Задание

    Узнайте, какой командой запускается резервное копирование на сервере \`198.51.100.20\`. Флаг — один
    из её аргументов.

    \`\`\`bash
    snmpwalk -v2c -c public 198.51.100.20 1.3.6.1.2.1.1
    \`\`\`

    | Ветвь | Что внутри |
    |---|---|
    | \`1.3.6.1.2.1.1\` | имя, место, описание |
    | \`1.3.6.1.2.1.2\` | сетевые интерфейсы |
    | \`1.3.6.1.2.1.25.4\` | запущенные процессы |
    | \`1.3.6.1.2.1.25.6\` | установленные программы |
  `,
  flags: [{ id: 1331, prefix: 'flag', stem: 'read_community_reads_all', isInLab: true }],
  hints: [
    {
      id: 1331,
      cost: 0,
      text: md`
        Пути запущенных программ — в \`1.3.6.1.2.1.25.4.2.1.4\`, их аргументы — в соседнем столбце.
      `,
    },
    {
      id: 1332,
      cost: 10,
      text: md`
        Столбец с аргументами — \`1.3.6.1.2.1.25.4.2.1.5\`. Номер в конце строки — номер процесса, он один
        и тот же во всех столбцах.
      `,
    },
  ],
  attachments: [],
  lab: {
    expectedSeconds: 20,
    lifetimeSeconds: 3600,
    extendWindowSeconds: 900,
    endpoints: [{ label: 'Машина дежурного', protocol: 'ssh', port: 22 }],
    hasTerminal: true,
  },
  competencies: [5],
  gitlabId: 4133,
}

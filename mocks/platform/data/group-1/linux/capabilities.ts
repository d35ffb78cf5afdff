import { md } from '../../markdown'
import type { TaskSeed } from '../../types'

export const capabilities: TaskSeed = {
  id: 139,
  title: 'Лишняя способность',
  difficulty: 'hard',
  points: 250,
  important: false,
  status: 'active',
  description: md`
    Вы — \`root\`, но внутри контейнера. Кажется, что выше некуда, однако настоящий \`root\` живёт этажом
    ниже, на узле. Контейнер запустили с лишней **способностью** (capability): «без неё не работал
    один мониторинг». Ему же отдали общее с узлом пространство процессов.

    ### Что сделать

    1. Узнайте, какие способности у процесса:

       \`\`\`bash
       grep CapEff /proc/self/status
       capsh --decode=00000000a80425fb   # обычный набор, для сравнения
       \`\`\`

    2. Найдите лишнюю.
    3. Прочитайте \`/root/flag.txt\` **на узле**, а не в контейнере.

    | Способность | Что разрешает |
    |---|---|
    | \`CAP_NET_RAW\` | собирать сетевые пакеты вручную |
    | \`CAP_SYS_PTRACE\` | читать и менять память других процессов |
    | \`CAP_SYS_ADMIN\` | монтировать файловые системы и многое другое |
    | \`CAP_DAC_READ_SEARCH\` | читать файлы без учёта прав |
  `,
  flags: [{ id: 1391, prefix: 'flag', stem: 'containers_share_a_kernel', isInLab: true }],
  hints: [
    {
      id: 1391,
      cost: 0,
      text: md`Сравните список с обычным набором: лишняя способность ровно одна, и она есть в таблице.`,
    },
    {
      id: 1392,
      cost: 25,
      text: md`
        Процесс с номером 1 здесь — не ваш, а узла. Тому, кто может следить за чужим процессом, ядро
        показывает и его корневой каталог: \`/proc/<номер>/root\`.
      `,
    },
  ],
  attachments: [],
  lab: {
    expectedSeconds: 30,
    lifetimeSeconds: 5400,
    extendWindowSeconds: 900,
    endpoints: [{ label: 'Контейнер', protocol: 'ssh', port: 22 }],
    hasTerminal: true,
  },
  competencies: [7, 6],
  gitlabId: 4139,
}

import { md } from '../markdown'
import type { CategorySeed } from '../types'

export const final: CategorySeed = {
  id: 72,
  name: 'Финал',
  tasks: [
    {
      id: 705,
      title: 'Крепость',
      difficulty: 'hard',
      points: 500,
      important: false,
      status: 'active',
      description: md`
        Пять узлов, три рубежа, один вечер. За каждый рубеж даётся флаг; засчитываются они независимо, но
        попасть дальше можно только по порядку.

        | Рубеж | Сеть | Подсказка организаторов |
        |---|---|---|
        | Внешняя стена | \`192.0.2.0/28\` | не всякая дверь — порт |
        | Башня | \`198.51.100.0/28\` | вода течёт вниз |
        | Тронный зал | \`203.0.113.0/28\` | король доверяет шуту |

        Пройденным чемпионат считается после последнего флага.
      `,
      flags: [
        { id: 7051, title: 'Внешняя стена', prefix: 'cup', stem: 'outer_wall_has_a_door' },
        { id: 7052, title: 'Башня', prefix: 'cup', stem: 'keep_has_a_well' },
        { id: 7053, title: 'Тронный зал', prefix: 'cup', stem: 'throne_is_empty' },
      ],
      hints: [],
      attachments: [],
      lab: {
        expectedSeconds: 60,
        lifetimeSeconds: 7200,
        extendWindowSeconds: 1800,
        endpoints: [{ label: 'Ворота', protocol: 'ssh', port: 22 }],
        hasTerminal: true,
      },
      competencies: [7, 5],
    },
  ],
}

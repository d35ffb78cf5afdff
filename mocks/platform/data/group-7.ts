import { final } from './group-7/final'
import { sprint } from './group-7/sprint'
import { plain } from './markdown'
import { days } from './moments'
import type { GroupSeed } from './types'

export const group7: GroupSeed = {
  id: 7,
  name: 'Открытый чемпионат «Кубок Флагмана»',
  description: plain`
    Пять заданий, две недели, десять тысяч участников. Участие бесплатное, возраст и опыт не важны.

    При равенстве баллов выше тот, кто решил последнее задание раньше.
  `,
  language: 'ru',
  inviteCode: 'FLAGSHIP-CUP',
  hideLeaderboard: false,
  breaksTiesByTime: true,
  startsIn: days(-6),
  endsIn: days(8),
  participants: 9999,
  categories: [sprint, final],
}

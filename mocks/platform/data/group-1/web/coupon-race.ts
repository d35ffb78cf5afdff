import { md } from '../../markdown'
import type { TaskSeed } from '../../types'

export const couponRace: TaskSeed = {
  id: 107,
  title: 'Гонка за купоном',
  difficulty: 'hard',
  points: 250,
  important: false,
  status: 'hidden',
  description: md`
    Купон на 500 баллов можно погасить один раз. Сервер делает это в три шага:

    \`\`\`python
    coupon = db.find(code)
    if coupon.used:
        raise Conflict('купон уже погашен')
    user.points += 500
    coupon.used = True
    \`\`\`

    Между проверкой и записью проходит около 30 мс.

    ### Задание

    Накопите 2000 баллов, имея один купон, и купите флаг в разделе «Подарки».

    *Задание готовится к публикации и пока видно только преподавателям.*
  `,
  flags: [{ id: 1071, prefix: 'flag', stem: 'check_then_act_is_a_race' }],
  hints: [
    {
      id: 1071,
      cost: 0,
      text: md`Последовательные запросы не успеют. Нужны несколько соединений, открытых заранее.`,
    },
    {
      id: 1072,
      cost: 20,
      text: md`Отправьте двадцать одинаковых запросов одновременно: в HTTP/2 они поместятся в один пакет.`,
    },
  ],
  attachments: [],
  lab: {
    expectedSeconds: 20,
    lifetimeSeconds: 3600,
    extendWindowSeconds: 900,
    endpoints: [{ label: 'Магазин с купонами', protocol: 'http', port: 8080 }],
    hasTerminal: false,
  },
  competencies: [1, 10],
  gitlabId: 4107,
}

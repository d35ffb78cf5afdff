import { admission } from './group-8/admission'
import { plain } from './markdown'
import { days } from './moments'
import type { GroupSeed } from './types'

export const group8: GroupSeed = {
  id: 8,
  name: 'Экзамен по допуску: аналитик реагирования',
  description: plain`
    Бесплатный экзамен для выпускников курса: три задания за шесть часов. Оплаты нет, начать попытку можно
    после допуска от преподавателя. Отчёт сдавать не нужно.
  `,
  language: 'ru',
  mnemonicCode: 'exam-analyst',
  inviteCode: 'EXAM-ANALYST',
  hideLeaderboard: true,
  startsIn: days(-5),
  endsIn: days(90),
  participants: 12,
  exam: { hours: 6, reportRequired: false, reportHours: 0 },
  categories: [admission],
}

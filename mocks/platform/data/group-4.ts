import { basics } from './group-4/basics'
import { internet } from './group-4/internet'
import { plain } from './markdown'
import { days } from './moments'
import type { GroupSeed } from './types'

export const group4: GroupSeed = {
  id: 4,
  name: 'Введение в кибербезопасность: летняя школа',
  description: plain`
    Две недели для первого знакомства: командная строка, права доступа, устройство интернета. Школа завершена,
    рейтинг больше не меняется. Спасибо всем, кто дошёл до конца!
  `,
  language: 'ru',
  inviteCode: 'SUMMER-SCHOOL',
  hideLeaderboard: false,
  startsIn: days(-80),
  endsIn: days(-20),
  participants: 41,
  categories: [basics, internet],
}

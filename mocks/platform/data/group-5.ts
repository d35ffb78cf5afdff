import { inner } from './group-5/inner'
import { perimeter } from './group-5/perimeter'
import { plain } from './markdown'
import { days } from './moments'
import type { GroupSeed } from './types'

export const group5: GroupSeed = {
  id: 5,
  name: 'Экзамен «Специалист по тестированию на проникновение»',
  description: plain`
    Восемь заданий на вымышленной инфраструктуре компании «Северный маршрут». На решение отводится 24 часа
    подряд, паузы нет. Ещё сутки — на отчёт; его проверяют в течение трёх рабочих дней.

    Перед началом убедитесь, что у вас есть устойчивая связь и рабочий VPN, свободные сутки, в которые можно и
    поспать, и шаблон отчёта, открытый заранее.
  `,
  language: 'ru',
  mnemonicCode: 'exam-pentest',
  inviteCode: 'EXAM-PENTEST',
  hideLeaderboard: false,
  startsIn: days(-15),
  endsIn: days(75),
  participants: 24,
  exam: { hours: 24, price: 1_490_000, currency: 'RUB', reportRequired: true, reportHours: 24 },
  categories: [perimeter, inner],
}

import { code } from './group-3/code'
import { supply } from './group-3/supply'
import { plain } from './markdown'
import { days } from './moments'
import type { GroupSeed } from './types'

export const group3: GroupSeed = {
  id: 3,
  name: 'Безопасная разработка: весенний поток',
  description: plain`
    Для тех, кто пишет программы и хочет, чтобы их не приходилось чинить по ночам. Читаем чужой код, ищем в нём
    ошибки и учимся не повторять их в своём.

    Обучение ещё не началось: задания откроются в день старта.
  `,
  language: 'ru',
  mnemonicCode: 'secure-dev-spring',
  inviteCode: 'SPRING-2027',
  hideLeaderboard: false,
  startsIn: days(10),
  endsIn: days(100),
  participants: 18,
  categories: [code, supply],
}

import { crypto } from './group-1/crypto'
import { forensics } from './group-1/forensics'
import { linux } from './group-1/linux'
import { network } from './group-1/network'
import { reverse } from './group-1/reverse'
import { web } from './group-1/web'
import { plain } from './markdown'
import { days } from './moments'
import type { GroupSeed } from './types'

export const group1: GroupSeed = {
  id: 1,
  name: 'Практическая безопасность: осень 2026',
  description: plain`
    Курс о том, как ломают и как защищают: от первой находки в исходном коде страницы до прохода через чужую
    сеть. Шесть разделов, тридцать восемь заданий, у половины — своя лаборатория.

    Начинайте с обязательных заданий: без них курс не будет зачтён. Проходите разделы в любом порядке, внутри
    раздела двигайтесь от простых к сложным. Застряли — возьмите подсказку: некоторые стоят баллов, и цена видна
    заранее.

    Всё, чему вы здесь научитесь, применяйте только там, где у вас есть разрешение.
  `,
  language: 'ru',
  mnemonicCode: 'sec-autumn-26',
  inviteCode: 'AUTUMN-2026',
  hideLeaderboard: false,
  startsIn: days(-45),
  endsIn: days(45),
  participants: 59,
  categories: [web, crypto, reverse, forensics, network, linux],
}

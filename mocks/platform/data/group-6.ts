import { practice } from './group-6/practice'
import { plain } from './markdown'
import { days } from './moments'
import type { GroupSeed } from './types'

export const group6: GroupSeed = {
  id: 6,
  name: 'Цифровая гигиена для сотрудников',
  description: plain`
    Корпоративный практикум: поддельные письма, резервные копии и первые признаки заражения. Рейтинг скрыт по
    просьбе организатора — здесь не соревнуются, а учатся.
  `,
  language: 'ru',
  mnemonicCode: 'hygiene-staff',
  inviteCode: 'HYGIENE-STAFF',
  hideLeaderboard: true,
  startsIn: days(-25),
  endsIn: days(35),
  participants: 27,
  categories: [practice],
}

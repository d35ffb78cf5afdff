import { crypto } from './group-2/crypto'
import { reversing } from './group-2/reversing'
import { systems } from './group-2/systems'
import { web } from './group-2/web'
import { plain } from './markdown'
import { days } from './moments'
import type { GroupSeed } from './types'

export const group2: GroupSeed = {
  id: 2,
  name: 'Hands-on Security, autumn cohort',
  description: plain`
    A practical course in English: four subjects, fourteen tasks, and a lab wherever reading alone is not enough.

    Solve the required tasks of each subject first. Hints are progressive, the first is usually free, and every
    write-up explains how to fix the problem as well as how to exploit it.
  `,
  language: 'en',
  mnemonicCode: 'hands-on-en-26',
  inviteCode: 'SECURE-EN',
  hideLeaderboard: false,
  startsIn: days(-30),
  endsIn: days(60),
  participants: 34,
  categories: [web, crypto, systems, reversing],
}

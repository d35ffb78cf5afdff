import type { PersonaName } from './personas'

interface Opening {
  /** The user who is signed in; null for signed out. */
  persona: PersonaName | null
  /** The page to open. */
  path: string
}

const home = { persona: 'student', path: '/' } as const
const exam = { persona: 'candidate', path: '/group/5' } as const
const lab = { persona: 'student', path: '/group/1/task/104' } as const
const lms = { persona: 'admin', path: '/group/1?tab=lms' } as const

/** Every scenario, with its user and page; `scenarios.ts` has their data. */
export const scenarioOpenings = {
  default: home,
  noGroups: { persona: 'student', path: '/groups' },
  emptyAccount: home,
  freshStart: home,
  lmsAndMailDown: lms,
  lmsPartlyFailed: lms,
  lmsMissingCourse: lms,
  mailBroken: { persona: null, path: '/reset-password' },
  hugeBoard: { persona: 'student', path: '/group/7/leaderboard' },
  huge: { persona: 'student', path: '/groups' },
  paymentRefused: exam,
  paymentPending: exam,
  paymentPendingThenRejected: exam,
  slowLab: lab,
  failedLab: lab,
  labEndsSoon: lab,
  labRunning: lab,
  needPay: exam,
  waitsForAdmission: { persona: 'candidate', path: '/group/8' },
  examReady: exam,
  examRunning: exam,
  examEndsSoon: exam,
  examLabRunning: { persona: 'candidate', path: '/group/5/task/501' },
  reportDue: exam,
  reportInReview: exam,
  reportRejected: exam,
  examPassed: exam,
} as const satisfies Record<string, Opening>

export type ScenarioName = keyof typeof scenarioOpenings

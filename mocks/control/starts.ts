import { createDb, type Db, type DbOptions } from '../platform/db'
import type { PersonaName } from '../platform/personas'
import type { SettingsRow } from '../platform/rows'
import type { ScenarioName } from '../platform/scenarios'
import type { RecordedScenario } from '../recordings/recorded-scenario'
import type { StartFacts } from './mock-controls'

/** A named beginning of the platform. */
interface Start {
  /** Whom it signs in; null stays outside. */
  persona: PersonaName | null
  scenario: ScenarioName
  settings?: Partial<SettingsRow>
  /** The page to look at. */
  path: string
}

type MoreStarts = 'tokenStorm' | 'offlineFlaps' | 'unverified' | 'slowNetwork' | 'chaos'

type StartName = ScenarioName | MoreStarts

const exam = { persona: 'candidate', path: '/group/5' } as const
const lab = { persona: 'student', path: '/group/1/task/104' } as const
const lms = { persona: 'admin', path: '/group/1?tab=lms' } as const

/** Every scenario with the person and the page that show it, and beginnings that are more than a scenario. */
const starts: Record<StartName, Start> = {
  default: { persona: 'student', scenario: 'default', path: '/' },
  noGroups: { persona: 'student', scenario: 'noGroups', path: '/groups' },
  emptyAccount: { persona: 'student', scenario: 'emptyAccount', path: '/' },
  freshStart: { persona: 'student', scenario: 'freshStart', path: '/' },
  brokenNeighbours: { ...lms, scenario: 'brokenNeighbours' },
  lmsPartlyFailed: { ...lms, scenario: 'lmsPartlyFailed' },
  lmsMissingCourse: { ...lms, scenario: 'lmsMissingCourse' },
  mailBroken: { persona: null, scenario: 'mailBroken', path: '/reset-password' },
  hugeBoard: { persona: 'student', scenario: 'hugeBoard', path: '/group/7/leaderboard' },
  huge: { persona: 'student', scenario: 'huge', path: '/groups' },
  paymentRefused: { ...exam, scenario: 'paymentRefused' },
  paymentPending: { ...exam, scenario: 'paymentPending' },
  paymentPendingThenRejected: { ...exam, scenario: 'paymentPendingThenRejected' },
  slowLab: { ...lab, scenario: 'slowLab' },
  failedLab: { ...lab, scenario: 'failedLab' },
  labEndsSoon: { ...lab, scenario: 'labEndsSoon' },
  labRunning: { ...lab, scenario: 'labRunning' },
  needPay: { ...exam, scenario: 'needPay' },
  waitsForAdmission: { ...exam, scenario: 'waitsForAdmission', path: '/group/8' },
  examReady: { ...exam, scenario: 'examReady' },
  examRunning: { ...exam, scenario: 'examRunning' },
  examEndsSoon: { ...exam, scenario: 'examEndsSoon' },
  examLabRunning: { ...exam, scenario: 'examLabRunning', path: '/group/5/task/501' },
  reportDue: { ...exam, scenario: 'reportDue' },
  reportInReview: { ...exam, scenario: 'reportInReview' },
  reportRejected: { ...exam, scenario: 'reportRejected' },
  examPassed: { ...exam, scenario: 'examPassed' },
  /** Every page and every tab meets 401 again and again, by the platform's own rule. */
  tokenStorm: { persona: 'student', scenario: 'default', settings: { accessLifetimeSeconds: 2 }, path: '/' },
  offlineFlaps: { persona: 'student', scenario: 'default', settings: { network: 'flapping' }, path: '/' },
  unverified: { persona: 'newcomer', scenario: 'default', path: '/group/1/task/101' },
  slowNetwork: { persona: 'student', scenario: 'default', settings: { latency: 'slow' }, path: '/' },
  chaos: { persona: 'student', scenario: 'default', path: '/' },
}

const recordedPrefix = 'recorded:'

/** What a host needs to begin a start. */
export interface Beginning extends StartFacts {
  scenario: ScenarioName
  /** Virtual milliseconds since the epoch at which the database begins; absent for the machine's time. */
  startedAt?: number
  /** Lays what is more than the scenario over a database of it, and lets its clock run on from its beginning. */
  lay: (db: Db) => void
}

/** Every start by its name, those of recordings last. */
export function startFacts(recordings: readonly RecordedScenario[] = []): StartFacts[] {
  const named = Object.entries(starts).map(([name, { persona, path }]) => ({ name, persona, path }))
  const recorded = recordings.map(({ name }) => ({ ...recordedFacts, name: `${recordedPrefix}${name}` }))
  return [...named, ...recorded]
}

/** Throws an Error with one sentence for a name that no start has. */
export function findStart(name: string, recordings: readonly RecordedScenario[] = []): Beginning {
  const recording = recordings.find(one => name === `${recordedPrefix}${one.name}`)
  if (recording) return beginningOf(recording)
  if (!Object.hasOwn(starts, name)) {
    const names = startFacts(recordings).map(facts => facts.name)
    throw new Error(`There is no scenario ${name}; there are ${names.join(', ')}.`)
  }
  const { settings, ...start }: Start = starts[name as StartName]
  const lay = (db: Db) => {
    const chaos = name === 'chaos' ? { seed: db.seed, share: 0.2 } : null
    db.tables.settings.patch('settings', { start: name, ...settings, ...(chaos && { chaos }) })
  }
  return { ...start, name, lay }
}

/** Answers of another day, over the usual database for whatever was not recorded. */
function beginningOf(recording: RecordedScenario): Beginning {
  const name = `${recordedPrefix}${recording.name}`
  const startedAt = Date.parse(recording.recordedAt)
  const lay = (db: Db) => {
    db.clock.set(startedAt)
    db.tables.settings.patch('settings', { start: name })
    db.tables.recordings.put('recording', recording)
  }
  return { ...recordedFacts, name, scenario: 'default', startedAt, lay }
}

const recordedFacts = { persona: 'student', path: '/' } as const

/** A fresh database as a start says, whose scenario and beginning come before those of the options. */
export function beginStart(
  name: string,
  options: DbOptions = {},
  recordings?: readonly RecordedScenario[],
): Db {
  const { scenario, startedAt, lay } = findStart(name, recordings)
  const db = createDb({ ...options, scenario, ...(startedAt !== undefined && { startedAt }) })
  lay(db)
  return db
}

import { createDb, type DbOptions } from '../platform/create-db'
import type { Db } from '../platform/db'
import type { PersonaName } from '../platform/personas'
import type { SettingsRow } from '../platform/rows'
import type { ScenarioName } from '../platform/scenarios'
import type { RecordedScenario } from '../recordings/recorded-scenario'
import type { StartInfo } from './mock-controls'

interface Start {
  /** The user who is signed in; null for signed out. */
  persona: PersonaName | null
  scenario: ScenarioName
  settings?: Partial<SettingsRow>
  /** The page to open. */
  path: string
}

type ExtraStartName = 'tokenStorm' | 'offlineFlaps' | 'unverified' | 'slowNetwork' | 'chaos'

type StartName = ScenarioName | ExtraStartName

const exam = { persona: 'candidate', path: '/group/5' } as const
const lab = { persona: 'student', path: '/group/1/task/104' } as const
const lms = { persona: 'admin', path: '/group/1?tab=lms' } as const

/** Every scenario with its user and page, and starts that only change settings. */
const starts: Record<StartName, Start> = {
  default: { persona: 'student', scenario: 'default', path: '/' },
  noGroups: { persona: 'student', scenario: 'noGroups', path: '/groups' },
  emptyAccount: { persona: 'student', scenario: 'emptyAccount', path: '/' },
  freshStart: { persona: 'student', scenario: 'freshStart', path: '/' },
  lmsAndMailDown: { ...lms, scenario: 'lmsAndMailDown' },
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
  /** Access tokens expire after 2 s, so every page and tab keeps getting 401. */
  tokenStorm: { persona: 'student', scenario: 'default', settings: { accessLifetimeSeconds: 2 }, path: '/' },
  offlineFlaps: { persona: 'student', scenario: 'default', settings: { network: 'flapping' }, path: '/' },
  unverified: { persona: 'newcomer', scenario: 'default', path: '/group/1/task/101' },
  slowNetwork: { persona: 'student', scenario: 'default', settings: { latency: 'slow' }, path: '/' },
  chaos: { persona: 'student', scenario: 'default', path: '/' },
}

const recordedPrefix = 'recorded:'

/** A start with everything that a host needs to apply it. */
export interface ResolvedStart extends StartInfo {
  scenario: ScenarioName
  /** Virtual milliseconds since the epoch; absent for the machine's time. */
  startedAt?: number
  /** Applies what goes beyond the scenario to a new database. */
  prepare: (db: Db) => void
}

/** All starts; recordings come last. */
export function listStarts(recordings: readonly RecordedScenario[] = []): StartInfo[] {
  const named = Object.entries(starts).map(([name, { persona, path }]) => ({ name, persona, path }))
  const recorded = recordings.map(({ name }) => ({ ...recordedStart, name: `${recordedPrefix}${name}` }))
  return [...named, ...recorded]
}

/** Throws an Error for an unknown name. */
export function findStart(name: string, recordings: readonly RecordedScenario[] = []): ResolvedStart {
  const recording = recordings.find(one => name === `${recordedPrefix}${one.name}`)
  if (recording) return startFromRecording(recording)
  if (!Object.hasOwn(starts, name)) {
    const names = listStarts(recordings).map(start => start.name)
    throw new Error(`There is no scenario ${name}; there are ${names.join(', ')}.`)
  }
  const { settings, ...start }: Start = starts[name as StartName]
  const prepare = (db: Db) => {
    const chaos = name === 'chaos' ? { seed: db.seed, share: 0.2 } : null
    db.tables.settings.patch('settings', { start: name, ...settings, ...(chaos && { chaos }) })
  }
  return { ...start, name, prepare }
}

/** Recorded responses on top of the default database. */
function startFromRecording(recording: RecordedScenario): ResolvedStart {
  const name = `${recordedPrefix}${recording.name}`
  const startedAt = Date.parse(recording.recordedAt)
  const prepare = (db: Db) => {
    db.clock.set(startedAt)
    db.tables.settings.patch('settings', { start: name })
    db.tables.recordings.put('recording', recording)
  }
  return { ...recordedStart, name, scenario: 'default', startedAt, prepare }
}

const recordedStart = { persona: 'student', path: '/' } as const

/** Creates the database of a start, whose scenario and time override the options. */
export function createDbForStart(
  name: string,
  options: DbOptions = {},
  recordings?: readonly RecordedScenario[],
): Db {
  const { scenario, startedAt, prepare } = findStart(name, recordings)
  const db = createDb({ ...options, scenario, ...(startedAt !== undefined && { startedAt }) })
  prepare(db)
  return db
}

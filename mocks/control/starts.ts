import { createDb, type DbOptions } from '../platform/create-db'
import type { Db } from '../platform/db'
import type { SettingsRow } from '../platform/rows'
import { type ScenarioName, scenarioOpenings } from '../platform/scenario-names'
import type { RecordedScenario } from '../recordings/recorded-scenario'
import type { StartInfo } from './mock-controls'

/** Starts that only change settings of the default scenario. */
const settingStarts = {
  /** Access tokens expire after 2 s, so every page and tab keeps getting 401. */
  tokenStorm: { settings: { accessLifetimeSeconds: 2 } },
  offlineFlaps: { settings: { network: 'flapping' } },
  unverified: { persona: 'newcomer', path: '/group/1/task/101' },
  slowNetwork: { settings: { latency: 'slow' } },
  /** With the seed of the database. */
  chaos: {},
} as const satisfies Record<string, Partial<StartInfo> & { settings?: Partial<SettingsRow> }>

interface Start extends Omit<StartInfo, 'name'> {
  scenario: ScenarioName
  settings?: Partial<SettingsRow>
}

const starts: ReadonlyMap<string, Start> = new Map<string, Start>([
  ...Object.entries(scenarioOpenings).map(
    ([name, opening]) => [name, { ...opening, scenario: name as ScenarioName }] as const,
  ),
  ...Object.entries(settingStarts).map(
    ([name, start]) => [name, { ...scenarioOpenings.default, scenario: 'default', ...start }] as const,
  ),
])

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
  const named = [...starts].map(([name, { persona, path }]) => ({ name, persona, path }))
  const recorded = recordings.map(({ name }) => ({
    ...scenarioOpenings.default,
    name: `${recordedPrefix}${name}`,
  }))
  return [...named, ...recorded]
}

/** Throws an Error for an unknown name. */
export function findStart(name: string, recordings: readonly RecordedScenario[] = []): ResolvedStart {
  const recording = recordings.find(one => name === `${recordedPrefix}${one.name}`)
  if (recording) return startFromRecording(recording)
  const found = starts.get(name)
  if (!found) {
    const names = listStarts(recordings).map(start => start.name)
    throw new Error(`There is no scenario ${name}; there are ${names.join(', ')}.`)
  }
  const { settings, ...start } = found
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
  return { ...scenarioOpenings.default, name, scenario: 'default', startedAt, prepare }
}

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

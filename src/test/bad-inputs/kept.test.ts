import { afterAll, beforeAll, vi } from 'vitest'
import { readTaskFilters } from '../../features/group-tasks/task-filter-memory'
import { keepPlace } from '../../features/leaderboard/board-visits'
import { readLanguageCookie } from '../../lib/cookie'
import { cutMessage } from '../../lib/feedback-rules'
import { labMemory } from '../../lib/lab-starts'
import { readTaskPlace } from '../../lib/last-task'
import { terminalSettings } from '../../lib/terminal-settings'
import { mostEntries, parseLedger } from '../../queries/exam-ledger-entries'
import { holdSink } from './hold-sink'
import { type Kept, keptInputs, storageWith } from './kept'

let kept: Kept | null = null

beforeAll(() => {
  const localStorage = {
    getItem: (key: string) => (key === kept?.key ? kept.raw : null),
    setItem: () => undefined,
    removeItem: () => undefined,
  }
  vi.stubGlobal('window', { localStorage })
})
afterAll(() => void vi.unstubAllGlobals())

interface Readings {
  value: string | null
  language: string
  /** What its owners make of it. */
  owners: readonly unknown[]
}

const isBetween = (value: unknown, least: number, most: number) =>
  typeof value === 'number' && value >= least && value <= most

/** Everything that is read has the shape that the screens count with. */
const isOdd = (one: unknown): boolean => {
  if (one === null || one === undefined) return false
  if (typeof one === 'number') return !isBetween(one, 1, 1e16)
  if (typeof one === 'string') return one.length > 100
  if (typeof one !== 'object') return one !== true && one !== false
  const parent: unknown = Object.getPrototypeOf(one)
  if (parent !== Object.prototype && parent !== Array.prototype) return true
  return !Array.isArray(one) && Object.values(one).some(isOdd)
}

holdSink<Kept, (input: Kept) => Readings>({
  ...keptInputs,
  cases: 'S03 X15',
  judge: (read, input) => {
    const { value, language, owners } = read(input)
    if ('isAdmin' in {}) return 'changes every object'
    if (value !== null && !input.raw.startsWith(value)) return 'is another value'
    if (input.key === 'token' && value !== null && !/^[\x21-\x7e]+$/.test(value)) return 'is no token'
    if (input.key === 'FeedBack' && value !== cutMessage(input.raw)) return 'is no draft up to its limit'
    if (language !== 'ru' && language !== 'en') return `speaks ${language}`
    const odd = owners.find(isOdd)
    return odd === undefined ? null : `is read as ${JSON.stringify(odd).slice(0, 100)}`
  },
  product: input => {
    kept = input
    const store = storageWith(input)
    const { entries } = parseLedger(store.get('flagship.examLedger'))
    return {
      value: store.get(input.key),
      language: readLanguageCookie(`a=b; language=${input.raw}`),
      owners: [
        readTaskPlace('flagship.lastTask', store),
        readTaskPlace('flagship.lab', store),
        readTaskFilters(1),
        keepPlace(1, 5, 1_764_000_000_000, store),
        labMemory.typicalStart(101),
        labMemory.life(101),
        terminalSettings.read().fontSize,
        terminalSettings.read().height,
        entries.length > mostEntries ? Number.NaN : null,
      ],
    }
  },
  careless: {
    'as it stands': ({ raw }) => ({ value: raw, language: raw, owners: [] }),
    'parsed at once': ({ raw }) => ({ value: null, language: 'ru', owners: [JSON.parse(raw)] }),
  },
})

import { afterAll, beforeAll, vi } from 'vitest'
import { readTaskRef } from '../../api/task-ref'
import { MAX_ENTRIES, parseLedger } from '../../features/exam/ledger'
import { readTaskFilters } from '../../features/groups/search'
import { labHistory } from '../../features/lab/lab-storage'
import { recordVisit } from '../../features/leaderboard/rank-change'
import { terminalSettings } from '../../features/terminal/terminal-view'
import { readLanguageCookie } from '../../lib/cookie'
import { createStorage, type StorageKey, storageRegistry } from '../../lib/storage'
import { truncateMessage } from '../../lib/text'
import corpus from './corpus.json'
import { expectSanitized, type Generate, type Inputs, mutate, oneOf } from './generate'

const keys = Object.keys(storageRegistry) as StorageKey[]

const text: Generate<string> = oneOf(
  [6, mutate(corpus.storage)],
  [1, random => random.pick(corpus.storage).repeat(random.int(10, 3000)).slice(0, 150_000)],
)

interface StoredValue {
  key: StorageKey
  raw: string
}

/** Values of local storage or of the cookie, as a user or another script may write them. */
const storedInputs: Inputs<StoredValue> = {
  name: 'storage',
  count: 800,
  generate: random => ({ key: random.pick(keys), raw: text(random) }),
}

const storageWith = ({ key, raw }: StoredValue) =>
  createStorage(() => ({ getItem: name => (name === key ? raw : null), setItem() {}, removeItem() {} }))

let stored: StoredValue | null = null

beforeAll(() => {
  const localStorage = {
    getItem: (key: string) => (key === stored?.key ? stored.raw : null),
    setItem: () => undefined,
    removeItem: () => undefined,
  }
  vi.stubGlobal('window', { localStorage })
})
afterAll(() => void vi.unstubAllGlobals())

interface Parsed {
  value: string | null
  language: string
  /** What the modules parse. */
  parsed: readonly unknown[]
}

const isBetween = (value: unknown, min: number, max: number) =>
  typeof value === 'number' && value >= min && value <= max

/** Whether a parsed value has an unexpected type. */
const isUnexpected = (one: unknown): boolean => {
  if (one === null || one === undefined) return false
  if (typeof one === 'number') return !isBetween(one, 1, 1e16)
  if (typeof one === 'string') return one.length > 100
  if (typeof one !== 'object') return one !== true && one !== false
  const parent: unknown = Object.getPrototypeOf(one)
  if (parent !== Object.prototype && parent !== Array.prototype) return true
  return !Array.isArray(one) && Object.values(one).some(isUnexpected)
}

expectSanitized<StoredValue, (input: StoredValue) => Parsed>({
  ...storedInputs,
  ids: 'S03 X15',
  check: (read, input) => {
    const { value, language, parsed } = read(input)
    if ('isAdmin' in {}) return 'pollutes Object.prototype'
    if (value !== null && !input.raw.startsWith(value)) return 'is another value'
    if (input.key === 'token' && value !== null && !/^[\x21-\x7e]+$/.test(value)) return 'is no token'
    if (input.key === 'FeedBack' && value !== truncateMessage(input.raw)) return 'is no truncated draft'
    if (language !== 'ru' && language !== 'en') return `has the language ${language}`
    const unexpected = parsed.find(isUnexpected)
    return unexpected === undefined ? null : `is read as ${JSON.stringify(unexpected).slice(0, 100)}`
  },
  actual: input => {
    stored = input
    const store = storageWith(input)
    const { entries } = parseLedger(store.get('flagship.examLedger'))
    return {
      value: store.get(input.key),
      language: readLanguageCookie(`a=b; language=${input.raw}`),
      parsed: [
        readTaskRef('flagship.lastTask', store),
        readTaskRef('flagship.lab', store),
        readTaskFilters(1),
        recordVisit(1, 5, 1_764_000_000_000),
        labHistory.typicalStart(101),
        labHistory.life(101),
        terminalSettings.read().fontSize,
        terminalSettings.read().height,
        entries.length > MAX_ENTRIES ? Number.NaN : null,
      ],
    }
  },
  naive: ({ raw }) => ({ value: raw, language: raw, parsed: [] }),
})

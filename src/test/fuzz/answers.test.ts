import { parseLeaderboard, reuseUnchangedRows } from '../../api/leaderboard-response'
import type { LabStatus, LmsUpload } from '../../api/schema.gen'
import { addBusinessDays, getDateInZone } from '../../features/exam/exam-dates'
import { getAttemptRule, toKnownStatus } from '../../features/exam/model'
import { getLabAddress, toLabView } from '../../features/lab/model'
import { getChartData, readSteps } from '../../features/leaderboard/chart-data'
import { getPosition } from '../../features/leaderboard/model'
import { filterRows, getRowLabels, sortRows } from '../../features/leaderboard/rows'
import { parseUploadReport } from '../../features/lms/model'
import { getOrderOutcome } from '../../features/payment/order-outcome'
import {
  formatCountdown,
  formatDate,
  formatDay,
  formatDeadline,
  formatDuration,
  formatMoney,
  formatNumber,
  formatPercent,
  formatSize,
  formatTime,
  parseCount,
  parseMoment,
} from '../../lib/format'
import { isFromTerminal } from '../../lib/terminal-channel'
import corpus from './corpus.json'
import { expectSanitized, type Generate, type Inputs, mutate, oneOf } from './generate'

const ownOrigin = 'https://flagship.example'

interface Message {
  origin: string
  /** Whether the source is the window that the page has opened. */
  isOwnWindow: boolean
  data: unknown
}

const origins: Generate<string> = oneOf(
  [3, mutate([ownOrigin])],
  [
    2,
    random =>
      random.pick([
        `${ownOrigin}.evil.example`,
        `${ownOrigin}:443`,
        `${ownOrigin}/`,
        'null',
        '',
        '*',
        'https://evilflagship.example',
        'http://flagship.example',
        'file://',
      ]),
  ],
  [2, () => ownOrigin],
)

const messageValues: readonly unknown[] = [...corpus.messageValues, Number.POSITIVE_INFINITY]

const record: Generate<unknown> = random =>
  JSON.parse(
    `{${Array.from({ length: random.int(0, 5) }, () => `${JSON.stringify(random.pick(corpus.messageKeys))}:${JSON.stringify(random.pick(messageValues))}`).join()}}`,
  )

const data: Generate<unknown> = oneOf(
  [5, record],
  [2, random => ({ type: 'flagship.order', outcome: random.pick(messageValues) })],
  [1, random => random.pick(messageValues)],
  [1, random => JSON.stringify(record(random))],
  [1, random => [record(random)]],
)

const messageInputs: Inputs<Message> = {
  name: 'messages',
  count: 1500,
  generate: random => ({ origin: origins(random), isOwnWindow: random.chance(0.6), data: data(random) }),
}

interface Handlers {
  /** The outcome of a payment. */
  order: (message: Message) => unknown
  /** Whether a message of the terminal document is accepted. */
  terminal: (data: unknown) => boolean
}

const isPositiveInteger = (value: unknown): boolean => Number.isInteger(value) && Number(value) > 0

/** The messages of the terminal document, defined independently of the product. */
const isTerminalMessage = (data: unknown): boolean => {
  const { type, link, text, rows, columns } = Object(data) as Record<string, unknown>
  if (typeof data !== 'object') return false
  if (type === 'shown' || type === 'leave') return true
  if (type === 'input') return isPositiveInteger(link) && typeof text === 'string'
  if (type === 'size') return isPositiveInteger(rows) && isPositiveInteger(columns)
  return (type === 'copied' || type === 'content') && typeof text === 'string'
}

/** Only the own origin in the own window is accepted, with one of two outcomes. */
const checkMessage = (handlers: Handlers, message: Message): string | null => {
  const { origin, isOwnWindow, data } = message
  const { type, outcome } = Object(data) as Record<string, unknown>
  const isValid =
    typeof data === 'object' && type === 'flagship.order' && (outcome === 'ok' || outcome === 'fail')
  const result = handlers.order(message)
  if (result !== (isOwnWindow && origin === ownOrigin && isValid ? outcome : null))
    return `a payment gets ${String(result)}`
  return handlers.terminal(data) && !isTerminalMessage(data) ? 'the terminal accepts it' : null
}

const [frame, other] = [{} as Window, {} as Window]

expectSanitized<Message, Handlers>({
  ...messageInputs,
  ids: 'F05 F06',
  check: checkMessage,
  actual: {
    order: ({ origin, isOwnWindow, data }) =>
      getOrderOutcome({ origin, source: isOwnWindow ? frame : other, data }, { ownOrigin, source: frame }),
    terminal: isFromTerminal,
  },
  naive: {
    order: ({ origin, isOwnWindow, data }) =>
      origin.startsWith(ownOrigin) && isOwnWindow
        ? ((data as { outcome?: unknown } | null)?.outcome ?? null)
        : null,
    terminal: () => false,
  },
})

/** Nested JSON text, with keys that are special in JavaScript. */
const json =
  (depth: number): Generate<string> =>
  random => {
    if (depth === 0 || random.chance(0.25)) return random.pick(corpus.json)
    const inner = json(depth - 1)
    if (random.chance(0.25))
      return `[${Array.from({ length: random.int(0, 4) }, () => inner(random)).join()}]`
    return `{${Array.from({ length: random.int(1, 6) }, () => `${JSON.stringify(random.pick(corpus.jsonKeys))}:${inner(random)}`).join()}}`
  }

const answerInputs: Inputs<string> = {
  name: 'json-keys',
  count: 600,
  generate: oneOf(
    [4, json(4)],
    [1, random => `{"rows":[${json(3)(random)},${json(3)(random)}],"status":${random.pick(corpus.json)}}`],
  ),
}

const valueInputs: Inputs<string> = {
  name: 'values',
  count: 800,
  fixed: corpus.json,
  generate: oneOf(
    [2, random => JSON.stringify(mutate(corpus.json)(random))],
    [
      2,
      random =>
        JSON.stringify(
          mutate(['2026-11-22T10:00:00Z', '2026-11-22T10:00:00+03:00', '2026-11-22 10:00', '1e3', '12'])(
            random,
          ),
        ),
    ],
    [2, random => String((random.next() - 0.5) * 10 ** random.int(-20, 308))],
    [1, json(2)],
  ),
}

/** Formatted values are never empty and contain no JavaScript literals. */
const checkFormatted = (format: (value: unknown) => readonly string[], text: string): string | null => {
  const wrong = format(JSON.parse(text)).find(
    one =>
      typeof one !== 'string' ||
      one === '' ||
      /NaN|undefined|null|Infinity|∞|object|Invalid|не число/.test(one),
  )
  return wrong === undefined ? null : `formats ${JSON.stringify(wrong).slice(0, 100)}`
}

const getDescriptor = (key: PropertyKey) => Reflect.getOwnPropertyDescriptor(Object.prototype, key)

const builtIn = new Map(Reflect.ownKeys(Object.prototype).map(key => [key, getDescriptor(key)]))

/** Undoes prototype pollution; returns whether there was any. */
const restoreObjectPrototype = (): boolean => {
  const added = Reflect.ownKeys(Object.prototype).filter(key => !builtIn.has(key))
  for (const key of added) Reflect.deleteProperty(Object.prototype, key)
  const changed = [...builtIn].filter(([key, own]) => getDescriptor(key)?.value !== own?.value)
  for (const [key, own] of changed) if (own) Reflect.defineProperty(Object.prototype, key, own)
  return added.length + changed.length > 0
}

const checkAnswer = (read: (answer: unknown) => unknown, text: string): string | null => {
  const answer = JSON.parse(text)
  let known: unknown = null
  let isChanged = false
  try {
    known = read(answer)
  } finally {
    isChanged = restoreObjectPrototype()
  }
  if (isChanged) return 'pollutes Object.prototype'
  return known === null ? null : `is read as ${JSON.stringify(known)}`
}

const now = Date.UTC(2026, 10, 22)

/** Parses an answer in every way; returns wrongly accepted values, or null. */
const parseAll = (answer: unknown): unknown => {
  const fields = Object(answer) as Record<string, unknown>
  const board = parseLeaderboard(answer)
  if (board) {
    const rows = reuseUnchangedRows(board, parseLeaderboard(JSON.parse(JSON.stringify(answer))) ?? board).rows
    for (const row of sortRows(filterRows(rows, 'a'), { key: 'name', direction: 'asc' }, 'ru'))
      getRowLabels(row, 'ru')
    getPosition(board, 1)
    getChartData(board, 1)
  }
  const lab = toLabView(answer as LabStatus, { now })
  const commands = lab.endpoints
    .map(getLabAddress)
    .filter(({ main, isCommand }) => isCommand && !/^(?:ssh -p -?\d+|nc) [\w:.-]+(?: -?\d+)?$/.test(main))
  parseUploadReport(answer as LmsUpload)
  const status = toKnownStatus(fields.status)
  const isWronglyKnown = status !== 'unknown' && status !== fields.status
  return isWronglyKnown || typeof getAttemptRule(fields.status) !== 'object' || commands.length > 0
    ? [status, commands]
    : null
}

const merge = (into: Record<string, unknown>, from: unknown): void => {
  for (const [key, value] of Object.entries(Object(from) as object)) {
    if (typeof value === 'object' && value !== null && typeof into[key] === 'object')
      merge(into[key] as Record<string, unknown>, value)
    else into[key] = value
  }
}

expectSanitized<string, (answer: unknown) => unknown>({
  ...answerInputs,
  ids: 'X15',
  check: checkAnswer,
  actual: parseAll,
  naive: answer => {
    merge({}, answer)
    return null
  },
})

expectSanitized<string, (value: unknown) => readonly string[]>({
  ...valueInputs,
  ids: 'N02 E11 X15',
  check: checkFormatted,
  actual: value => {
    const [number, moment] = [value as number, value as string]
    const at = parseMoment(moment)
    parseCount(value)
    readSteps([{ at: value, points: value }])
    if (at !== null) getDateInZone(at, 'Europe/Moscow')
    if (at !== null) addBusinessDays(at, 3, { timeZone: 'Europe/Moscow', holidays: [], workingDays: [] })
    return ['ru', 'en'].flatMap(language => [
      formatNumber(number, language),
      formatPercent(number, language),
      formatDate(moment, language),
      formatDay(moment, language),
      formatTime(moment, language),
      formatDeadline(moment, language),
      formatDuration(number, language),
      formatCountdown(number),
      formatSize(number, language),
      formatMoney(number, 'RUB', language),
    ])
  },
  naive: value => [String(Number(value))],
})

import type { Inputs } from './inputs'
import { type Make, mutated, oneOf } from './mutate'

export const ownOrigin = 'https://flagship.example'

export interface Message {
  origin: string
  /** Whether it comes from the window that was opened. */
  isOurs: boolean
  data: unknown
}

const origins: Make<string> = oneOf(
  [3, mutated([ownOrigin])],
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

const values: readonly unknown[] = [
  ...[
    'flagship.order',
    'Flagship.order',
    'flagship.order ',
    'ok',
    'fail',
    'OK',
    'payed',
    'shown',
    'leave',
    'input',
    'size',
    'copied',
    'content',
  ],
  ...[
    null,
    0,
    1,
    -1,
    1.5,
    Number.POSITIVE_INFINITY,
    true,
    '',
    [],
    {},
    ['ok'],
    { toString: 'ok' },
    '__proto__',
    'constructor',
    '\u001b]52;c;?\u0007',
    'flagship-terminal-ready',
  ],
]

const keys = [
  'type',
  'outcome',
  'link',
  'text',
  'rows',
  'columns',
  '__proto__',
  'constructor',
  'length',
  'Type',
]

const record: Make<unknown> = random =>
  JSON.parse(
    `{${Array.from({ length: random.int(0, 5) }, () => `${JSON.stringify(random.pick(keys))}:${JSON.stringify(random.pick(values))}`).join()}}`,
  )

const data: Make<unknown> = oneOf(
  [5, record],
  [2, random => ({ type: 'flagship.order', outcome: random.pick(values) })],
  [1, random => random.pick(values)],
  [1, random => JSON.stringify(record(random))],
  [1, random => [record(random)]],
)

/** What other windows may send. */
export const messageInputs: Inputs<Message> = {
  name: 'messages',
  count: 1500,
  make: random => ({ origin: origins(random), isOurs: random.chance(0.6), data: data(random) }),
}

export interface Heard {
  /** How a payment ended, by the bank's page. */
  order: (message: Message) => unknown
  /** Whether a message of the terminal's document is acted on. */
  terminal: (data: unknown) => boolean
}

const isWhole = (value: unknown): boolean => Number.isInteger(value) && Number(value) > 0

/** The shapes of the terminal's messages, written apart from the product's own. */
const isTerminalWord = (data: unknown): boolean => {
  const { type, link, text, rows, columns } = Object(data) as Record<string, unknown>
  if (typeof data !== 'object') return false
  if (type === 'shown' || type === 'leave') return true
  if (type === 'input') return isWhole(link) && typeof text === 'string'
  if (type === 'size') return isWhole(rows) && isWhole(columns)
  return (type === 'copied' || type === 'content') && typeof text === 'string'
}

/** Heard is the own page in the own frame alone, when it says one of two words. */
export const judgeMessage = (heard: Heard, message: Message): string | null => {
  const { origin, isOurs, data } = message
  const { type, outcome } = Object(data) as Record<string, unknown>
  const isGood =
    typeof data === 'object' && type === 'flagship.order' && (outcome === 'ok' || outcome === 'fail')
  const answer = heard.order(message)
  if (answer !== (isOurs && origin === ownOrigin && isGood ? outcome : null))
    return `a payment hears ${String(answer)}`
  return heard.terminal(data) && !isTerminalWord(data) ? 'the terminal acts on it' : null
}

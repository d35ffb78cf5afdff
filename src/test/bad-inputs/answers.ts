import type { Inputs } from './inputs'
import { type Make, mutated, oneOf } from './mutate'

const odd: readonly string[] = [
  ...[
    'null',
    'true',
    '0',
    '-1',
    '1e308',
    '-1e308',
    '1e999',
    '9007199254740993',
    '0.1',
    '8640000000000001',
    '1e20',
    '-62198755200000',
  ],
  ...[
    '""',
    '" "',
    '"0"',
    '"12"',
    '"-1"',
    '"1e3"',
    '"NaN"',
    '"Infinity"',
    '"0x10"',
    '"\u0661"',
    '"99999999999999999999"',
    '[]',
    '{}',
    '[[]]',
  ],
  ...[
    '"2026-11-22T10:00:00Z"',
    '"2026-11-22"',
    '"2026-02-30T00:00:00Z"',
    '"0000-00-00"',
    '"9999-12-31T23:59:59+99:99"',
    '"+275760-09-13"',
  ],
  ...[
    '"2026-11-22T25:61:61"',
    '"22.11.2026"',
    '"now"',
    '"__proto__"',
    '"constructor"',
    '"toString"',
    '"payed"',
    '"ready"',
    '"RUB"',
    '"XXX"',
    '"<b>"',
  ],
  ...[
    '{"valueOf":1}',
    '{"toString":"x"}',
    '{"length":1e9}',
    '{"__proto__":{"isAdmin":true}}',
    '"\\ud800"',
    '"\\u202e"',
    '{"0":1,"length":1}',
  ],
]

const keys = [
  ...[
    'status',
    'rows',
    'user_id',
    'rank',
    'points',
    'solved',
    'username',
    'first_name',
    'last_solved_at',
    'series',
    'at',
    'errors',
  ],
  ...[
    'sent_count',
    'failed_count',
    'message',
    'endpoints',
    'host',
    'port',
    'url',
    'expires_at',
    'started_at',
    'expected_seconds',
  ],
  ...[
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'hasOwnProperty',
    'valueOf',
    'length',
    'then',
    'isAdmin',
    '$$typeof',
    'dangerouslySetInnerHTML',
  ],
]

/** JSON of a few levels, as text: some keys mean nothing but to JavaScript. */
const json =
  (depth: number): Make<string> =>
  random => {
    if (depth === 0 || random.chance(0.25)) return random.pick(odd)
    const inner = json(depth - 1)
    if (random.chance(0.25))
      return `[${Array.from({ length: random.int(0, 4) }, () => inner(random)).join()}]`
    return `{${Array.from({ length: random.int(1, 6) }, () => `${JSON.stringify(random.pick(keys))}:${inner(random)}`).join()}}`
  }

/** Bodies of answers whose keys and values are not what they should be. */
export const answerInputs: Inputs<string> = {
  name: 'json-keys',
  count: 600,
  make: oneOf(
    [4, json(4)],
    [1, random => `{"rows":[${json(3)(random)},${json(3)(random)}],"status":${random.pick(odd)}}`],
  ),
}

/** Numbers, dates, sums and sizes of answers, as JSON. */
export const valueInputs: Inputs<string> = {
  name: 'values',
  count: 800,
  always: odd,
  make: oneOf(
    [2, random => JSON.stringify(mutated(odd)(random))],
    [
      2,
      random =>
        JSON.stringify(
          mutated(['2026-11-22T10:00:00Z', '2026-11-22T10:00:00+03:00', '2026-11-22 10:00', '1e3', '12'])(
            random,
          ),
        ),
    ],
    [2, random => String((random.next() - 0.5) * 10 ** random.int(-20, 308))],
    [1, json(2)],
  ),
}

/** Of what is written: no word of the language that it was made with, and no value that stands for none. */
export const judgeWritten = (write: (value: unknown) => readonly string[], text: string): string | null => {
  const wrong = write(JSON.parse(text)).find(
    one =>
      typeof one !== 'string' ||
      one === '' ||
      /NaN|undefined|null|Infinity|∞|object|Invalid|не число/.test(one),
  )
  return wrong === undefined ? null : `writes ${JSON.stringify(wrong).slice(0, 100)}`
}

const ownOf = (key: PropertyKey) => Reflect.getOwnPropertyDescriptor(Object.prototype, key)

/** What every object has from the beginning. */
const inborn = new Map(Reflect.ownKeys(Object.prototype).map(key => [key, ownOf(key)]))

/** Makes every object be as it was, for the next input and the other files of this worker; tells whether one had changed. */
const mendObjects = (): boolean => {
  const added = Reflect.ownKeys(Object.prototype).filter(key => !inborn.has(key))
  for (const key of added) Reflect.deleteProperty(Object.prototype, key)
  const changed = [...inborn].filter(([key, own]) => ownOf(key)?.value !== own?.value)
  for (const [key, own] of changed) if (own) Reflect.defineProperty(Object.prototype, key, own)
  return added.length + changed.length > 0
}

/** An answer changes no other object, and what is read of it is of plain kinds. */
export const judgeAnswer = (read: (answer: unknown) => unknown, text: string): string | null => {
  const answer = JSON.parse(text)
  let known: unknown = null
  let isChanged = false
  try {
    known = read(answer)
  } finally {
    isChanged = mendObjects()
  }
  if (isChanged) return 'changes every object'
  return known === null ? null : `is taken for ${JSON.stringify(known)}`
}

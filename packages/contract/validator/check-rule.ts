import { isEqual, isObject, listAt } from '../json'
import { toPrintable } from './printable'
import { stepsOf, valuesAt } from './values-at'

/**
 * A rule between values, from `x-rules` of a schema. Pointers are relative to the schema's value; `*` is every list
 * item. Values that are absent or null satisfy every rule.
 */
type Condition = Readonly<Record<string, unknown>>
export type Rule = {
  /** The rule applies to each value here instead of the value itself. */
  readonly each?: string
  /** The rule applies only to values with one of these. */
  readonly when?: Condition
  readonly unless?: Condition
  /** The rule applies only to values with this field. */
  readonly with?: string
  readonly 'x-assumed'?: boolean
  /** The values differ from each other. */
  readonly unique?: string
  /** The values ascend, or descend; equal neighbours are in order. */
  readonly ascending?: string
  readonly descending?: string
  /** Ranks of rows: the most points come first, equal rows share a rank, the first is 1. */
  readonly ranks?: { readonly rows: string; readonly by: string; readonly equal: readonly string[] }
  /** The sum of numbers, or the number of values, compared with another value. */
  readonly sum?: string | readonly string[]
  readonly count?: string | readonly string[]
  readonly equals?: string
  readonly 'at-most'?: string
  /** Larger values are not compared. */
  readonly 'up-to'?: number
  /** Each moment is at or before the next. */
  readonly moments?: readonly string[]
  /** Later, or earlier, than the Date header of the answer. */
  readonly future?: string
  readonly past?: string
  /** The first value of a list is another one. */
  readonly first?: readonly [list: string, value: string]
  /** `end` is `start` and this many hours. */
  readonly hours?: { readonly value: string; readonly start: string; readonly end: string }
  /** Every value of the first pointer is one of the second. */
  readonly subset?: readonly [inner: string, outer: string]
  /** The value is at least the largest and at most the sum of the others. */
  readonly union?: readonly [whole: string, parts: string]
  /** The last value of each list equals the field of the row with the same key. */
  readonly last?: {
    readonly lists: string
    readonly of: string
    readonly rows: string
    readonly key: string
    readonly field: string
  }
  /** The field is there. */
  readonly present?: string
  /** None of the values is there, or none of these. */
  readonly absent?: string
  readonly never?: Condition
  /** The value repeats a part of the request: `path id`, `query task_id`, `body /flags/*`. */
  readonly echoes?: readonly [pointer: string, place: string]
  /** Only these readers get such a value; checked where the reader is known. */
  readonly readers?: readonly string[]
  /** Equal fields in the answer of another operation to the same reader; checked by the drift check alone. */
  readonly 'same-as'?: SameAs
}

export type SameAs = {
  readonly operation: string
  readonly item: string
  /** The key of an item, and fields of the other answer with their equivalents in this one. */
  readonly by: string
  readonly within?: Readonly<Record<string, string>>
  readonly fields: readonly string[]
}

/** What a rule may need besides the value. */
export type RuleContext = {
  readonly sent: (place: string) => readonly unknown[]
  readonly now: number | undefined
  readonly readers: readonly string[] | undefined
}

const firstAt = (value: unknown, pointer: string): unknown => valuesAt(value, pointer)[0]
const numbersAt = (value: unknown, pointers: string | readonly string[]): number[] =>
  [pointers]
    .flat()
    .flatMap(pointer => valuesAt(value, pointer))
    .filter(one => typeof one === 'number')

export function applies({ when = {}, unless = {}, with: field }: Rule, value: unknown): boolean {
  if (field !== undefined && firstAt(value, field) === undefined) return false
  return (
    Object.entries(when).every(one => fits(one, value)) &&
    !Object.entries(unless).some(one => fits(one, value))
  )
}

function fits([pointer, wanted]: [string, unknown], value: unknown): boolean {
  return valuesAt(value, pointer).some(one => [wanted].flat().some(other => isEqual(one, other)))
}

/** The end of a sentence and, below the value, the place; `way` where a rule can be broken in several. */
type Problem =
  | { readonly what: string; readonly witness: unknown; readonly at: string; readonly way?: string }
  | undefined

const print = (value: unknown): string => JSON.stringify(toPrintable(value))

type RuleName = Exclude<keyof Rule, 'each' | 'when' | 'unless' | 'with' | 'x-assumed' | 'same-as' | Operand>
/** What a sum or a number is compared with. */
type Operand = 'equals' | 'at-most' | 'up-to'

type Check<Name extends RuleName> = (
  value: unknown,
  argument: NonNullable<Rule[Name]>,
  around: RuleContext,
  rule: Rule,
) => Problem

const checks: { readonly [Name in RuleName]: Check<Name> } = {
  unique: checkUnique,
  ascending: (value, pointer) => checkSorted(value, pointer, 1),
  descending: (value, pointer) => checkSorted(value, pointer, -1),
  ranks: checkRanks,
  sum: (value, _, __, rule) => checkTotal(value, rule),
  count: (value, _, __, rule) => checkTotal(value, rule),
  moments: checkMoments,
  future: (value, pointer, around) => checkTime(value, pointer, around, 1),
  past: (value, pointer, around) => checkTime(value, pointer, around, -1),
  first: (value, [list, at]) => {
    const [[first], due] = [valuesAt(value, list), firstAt(value, at)]
    return first === undefined || due === undefined || isEqual(first, due)
      ? undefined
      : problem(list, `the first value is the one at ${at}, ${print(due)}; ${print(first)} came`, first)
  },
  hours: checkHours,
  subset: checkSubset,
  union: checkUnion,
  last: checkLast,
  echoes: checkEcho,
  present: (value, at) =>
    firstAt(value, at) === undefined
      ? problem(at, `the field ${at} belongs to this value; it did not come`, 'absent')
      : undefined,
  absent: (value, at) =>
    firstAt(value, at) === undefined
      ? undefined
      : problem(at, `the field ${at} does not belong to this value; it came`, 'present'),
  never: (value, never) => {
    const extra = Object.entries(never).find(one => fits(one, value))
    return extra && problem(extra[0], `${print(extra[1])} is kept from this reader; it came`, extra[1])
  },
  readers: (_, readers, around, rule) =>
    !around.readers || readers.some(one => around.readers?.includes(one))
      ? undefined
      : problem(
          '',
          `such a value is only for ${readers.join(' and ')}; another reader got it`,
          print(rule.when),
        ),
}

/** A rule has one kind; `same-as` needs more than one answer. */
export function checkRule(rule: Rule, value: unknown, around: RuleContext) {
  const name = (Object.keys(checks) as RuleName[]).find(one => rule[one] !== undefined)
  // The argument is the one of the rule of this name.
  const found = name && checks[name](value, rule[name] as never, around, rule)
  if (!found) return undefined
  const { way, ...rest } = found
  return { ...rest, came: [name, JSON.stringify(rule[name]), ...(way ? [way] : [])].join(' ') }
}

const problem = (at: string, what: string, witness: unknown, way = ''): Problem => ({
  at,
  what: `At ${at || 'the top'} ${what}.`,
  witness,
  way,
})

function checkUnique(value: unknown, pointer: string): Problem {
  const values = valuesAt(value, pointer)
  const seen = new Set<unknown>()
  const double = values.find(one => seen.size === seen.add(one).size)
  return double === undefined
    ? undefined
    : problem(pointer, `each value is promised once; ${print(double)} came more than once`, double)
}

/** Comparable form: a number, or the milliseconds of a moment. */
function getAmount(value: unknown): number | undefined {
  if (typeof value === 'number') return value
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isFinite(time) ? time : undefined
}

function checkSorted(value: unknown, pointer: string, sign: 1 | -1): Problem {
  const values = valuesAt(value, pointer)
  const index = values.findIndex((one, at) => {
    const [before, now] = [getAmount(values[at - 1]), getAmount(one)]
    return before !== undefined && now !== undefined && (now - before) * sign < 0
  })
  if (index < 0) return undefined
  const order = sign > 0 ? 'ascending' : 'descending'
  return problem(
    pointer,
    `${order} values are promised; ${print(values[index])} came after ${print(values[index - 1])}`,
    values[index],
  )
}

function checkRanks(value: unknown, { rows, by, equal }: NonNullable<Rule['ranks']>): Problem {
  const all = valuesAt(value, rows)
    .filter(isObject)
    .filter(row => typeof row.rank === 'number' && typeof row[by] === 'number')
  const at = `${rows}/rank`
  const ranked = all
    .map(row => ({ row, rank: Number(row.rank), points: Number(row[by]) }))
    .sort((a, b) => a.rank - b.rank)
  const pairs = ranked.slice(1).flatMap((now, index) => {
    const before = ranked[index]
    return before ? [{ before, now }] : []
  })
  // The worst comes first: a baseline that accepts the others must not hide it.
  const wrong = pairs.find(({ before, now }) =>
    now.rank === before.rank ? now.points !== before.points : now.points > before.points,
  )
  if (wrong) {
    const { before, now } = wrong
    const what = `ranks follow ${by}; rank ${before.rank} has ${before.points} and rank ${now.rank} has ${now.points}`
    return problem(at, what, now.rank, 'order')
  }
  const split = pairs.find(
    ({ before, now }) =>
      now.rank !== before.rank &&
      equal.every(name => now.row[name] !== undefined && now.row[name] === before.row[name]),
  )
  if (split) {
    const { before, now } = split
    const what = `equal results share a rank; ${now.points} ${by} have the ranks ${before.rank} and ${now.rank}`
    return problem(at, what, now.rank, 'equal')
  }
  const [first] = ranked
  return first && first.rank !== 1
    ? problem(at, `ranks begin at 1; the best is ${first.rank}`, first.rank, 'first')
    : undefined
}

/** Whether a value is missing on the way; empty lists are whole. */
function isPartial(value: unknown, [step, ...rest]: readonly string[]): boolean {
  if (value === null || value === undefined) return true
  if (step === undefined) return false
  if (step !== '*') return isPartial(isObject(value) ? value[step] : undefined, rest)
  return listAt(value).some(item => isPartial(item, rest))
}

function checkTotal(value: unknown, rule: Rule): Problem {
  const limit = rule.equals ?? rule['at-most'] ?? ''
  const { 'up-to': most = Number.POSITIVE_INFINITY } = rule
  const from = rule.sum ?? rule.count ?? ''
  // A total of values of which some did not come, or came with another type, says nothing.
  if ([from].flat().some(pointer => isPartial(value, stepsOf(pointer)))) return undefined
  const numbers = numbersAt(value, from)
  const { length } = [from].flat().flatMap(pointer => valuesAt(value, pointer))
  if (rule.sum !== undefined && numbers.length < length) return undefined
  const total = rule.count === undefined ? numbers.reduce((sum, one) => sum + one, 0) : length
  const wrong = numbersAt(value, limit).find(
    one => one <= most && (rule.equals === undefined ? total > one : total !== one),
  )
  if (wrong === undefined) return undefined
  const name = `${rule.count === undefined ? 'the sum' : 'the number'} of ${[from].flat().join(' and ')}`
  return problem(
    limit,
    `${name} is ${total}, ${rule.equals === undefined ? 'at least that' : 'the same'} is promised here; ${wrong} came`,
    wrong,
    total > wrong ? 'less' : 'more',
  )
}

function checkMoments(value: unknown, pointers: readonly string[]): Problem {
  const moments = pointers.flatMap(pointer => {
    const text = firstAt(value, pointer)
    const time = typeof text === 'string' ? Date.parse(text) : Number.NaN
    return Number.isFinite(time) ? [{ pointer, text, time }] : []
  })
  for (const [index, one] of moments.entries()) {
    const before = moments[index - 1]
    if (before && before.time > one.time)
      return problem(
        one.pointer,
        `a moment after ${before.pointer} (${before.text}) is promised; ${one.text} came`,
        one.text,
      )
  }
  return undefined
}

/** Clocks and caches may differ a little. */
const TOLERANCE_MS = 5000
/** uvicorn sends the Date of the first answer with every answer of a connection. */
const STALE_DATE_MS = 1_800_000

function checkTime(value: unknown, pointer: string, { now }: RuleContext, sign: 1 | -1): Problem {
  const time = getAmount(firstAt(value, pointer))
  if (
    now === undefined ||
    time === undefined ||
    (time - now) * sign >= (sign > 0 ? -TOLERANCE_MS : -STALE_DATE_MS)
  )
    return undefined
  const text = firstAt(value, pointer)
  return problem(
    pointer,
    `a moment ${sign > 0 ? 'after' : 'before'} the answer's Date (${new Date(now).toISOString()}) is promised; ${text} came`,
    text,
  )
}

function checkHours(value: unknown, { value: at, start, end }: NonNullable<Rule['hours']>): Problem {
  const [from, to, hours] = [
    getAmount(firstAt(value, start)),
    getAmount(firstAt(value, end)),
    firstAt(value, at),
  ]
  if (from === undefined || to === undefined || typeof hours !== 'number') return undefined
  if (Math.abs(from + hours * 3_600_000 - to) < TOLERANCE_MS) return undefined
  return problem(
    end,
    `${start} and ${hours} hours are ${new Date(from + hours * 3_600_000).toISOString()}; ${firstAt(value, end)} came`,
    firstAt(value, end),
  )
}

function checkSubset(value: unknown, [inner, outer]: readonly [string, string]): Problem {
  const outers = new Set(valuesAt(value, outer))
  const foreign = valuesAt(value, inner).find(one => !outers.has(one))
  if (outers.size === 0 || foreign === undefined) return undefined
  return problem(inner, `one of ${outer} is promised; ${print(foreign)} came`, foreign)
}

function checkUnion(value: unknown, [whole, parts]: readonly [string, string]): Problem {
  const total = firstAt(value, whole)
  const numbers = numbersAt(value, parts)
  const [least, most] = [Math.max(0, ...numbers), numbers.reduce((sum, one) => sum + one, 0)]
  if (typeof total !== 'number' || numbers.length === 0 || (total >= least && total <= most)) return undefined
  const what = `a number from ${least} to ${most} follows from ${parts}; ${total} came`
  return problem(whole, what, total, total < least ? 'less' : 'more')
}

function checkLast(value: unknown, { lists, of, rows, key, field }: NonNullable<Rule['last']>): Problem {
  const wanted = new Map(
    valuesAt(value, rows)
      .filter(isObject)
      .map(row => [row[key], row[field]]),
  )
  for (const list of valuesAt(value, lists)) {
    const end = valuesAt(list, of).at(-1)
    const due = isObject(list) ? wanted.get(list[key]) : undefined
    if (typeof end === 'number' && typeof due === 'number' && end !== due)
      return problem(
        `${lists}${of}`,
        `the last value of ${key} ${print(firstAt(list, `/${key}`))} is promised to be ${due}, as in ${rows}; ${end} came`,
        end,
      )
  }
  return undefined
}

function checkEcho(
  value: unknown,
  [pointer, place]: readonly [string, string],
  { sent }: RuleContext,
): Problem {
  const asked = sent(place)
  const came = valuesAt(value, pointer)
  if (asked.length === 0 || came.length === 0) return undefined
  const index = Math.max(asked.length, came.length)
  for (let at = 0; at < index; at++)
    if (String(asked[at]) !== String(came[at]))
      return problem(
        pointer,
        `${print(asked[at] ?? 'nothing')} of the request (${place}) is repeated; ${print(came[at] ?? 'nothing')} came`,
        came[at],
      )
  return undefined
}

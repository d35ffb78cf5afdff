import { isObject } from '../../contract/json'
import { getResponse, type Operation } from '../../contract/operation'
import type { Contract } from '../../contract/read-contract'
import type { Attempt, Group, operations } from '../../contract/schema.gen'
import { createRandom, type Seed } from '../../contract/seeded-random'
import { type Change, changeAt, REMOVED } from '../mutants/change-at'
import { hasType, responseLocations } from '../mutants/locations'
import type { BufferedResponse, Drift, Mutant } from '../mutants/mutant'
import { getDetail, isSuccess, parseJson, withHeader, withJson, withText } from '../mutants/responses'

/** A server that differs from the simulated platform in what the contract leaves open. */
export type Variation = Pick<Mutant, 'id' | 'operationId' | 'begin'>

const after = (change: (response: BufferedResponse) => BufferedResponse | undefined) => (): Drift => ({
  after: change,
})
const changeJson = (change: (value: unknown) => unknown) =>
  after(response => {
    const value = parseJson(response)
    const changed = isSuccess(response) && value !== undefined ? change(value) : value
    return changed === value ? undefined : withJson(response, changed)
  })

function walk(value: unknown, change: (value: unknown) => unknown): unknown {
  if (Array.isArray(value)) return change(value.map(item => walk(item, change)))
  if (!isObject(value)) return change(value)
  return change(Object.fromEntries(Object.entries(value).map(([name, item]) => [name, walk(item, change)])))
}

const inTexts = (change: (text: string) => string) =>
  changeJson(value => walk(value, one => (typeof one === 'string' ? change(one) : one)))
const isMoment = (text: string) => /^\d{4}-\d\d-\d\dT/.test(text)

/** The same moment three hours east of Greenwich. */
function inMoscow(text: string): string {
  const local = new Date(Date.parse(text) + 3 * 3_600_000)
  return isMoment(text) ? local.toISOString().replace('Z', '+03:00') : text
}

const reverseKeys = (value: unknown) =>
  isObject(value) ? Object.fromEntries(Object.entries(value).reverse()) : value
const withExtras = (value: unknown) =>
  isObject(value) && Object.keys(value).length > 0
    ? { revision: 4, tags: ['a'], _links: { self: '/x' }, ...value }
    : value
const rewritten = (write: (value: unknown) => string) =>
  after(response => {
    const value = parseJson(response)
    return value === undefined ? undefined : withText(response, write(value))
  })

/** Of every answer. */
const everywhere: Readonly<Record<string, () => Drift>> = {
  'undocumented fields': changeJson(value => walk(value, withExtras)),
  'fields in another order': changeJson(value => walk(value, reverseKeys)),
  'moments with an offset': inTexts(inMoscow),
  'moments with microseconds': inTexts(text =>
    isMoment(text) ? text.replace(/(?:\.\d+)?Z$/, '.250000Z') : text,
  ),
  'indented JSON': rewritten(value => JSON.stringify(value, null, 2)),
  'escaped JSON': rewritten(value =>
    JSON.stringify(value).replaceAll(
      /[^\x20-\x7e]/g,
      one => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
    ),
  ),
  'whole numbers with a fraction of zero': rewritten(value =>
    JSON.stringify(value).replaceAll(/(?<=[:[,])(-?\d+)(?=[,}\]])/g, '$1.0'),
  ),
  'content type with a charset': after(response =>
    parseJson(response) === undefined
      ? undefined
      : withHeader(response, 'content-type', 'application/json; charset=utf-8'),
  ),
  'headers of a proxy': after(response =>
    withHeader(withHeader(response, 'via', '1.1 proxy'), 'x-request-id', '0f8d1c'),
  ),
  'no caching': after(response => withHeader(response, 'cache-control', 'no-store')),
  'a cookie of a load balancer': after(response => {
    const headers = new Headers(response.headers)
    headers.append('set-cookie', 'route=a1; Path=/; HttpOnly')
    return { ...response, headers }
  }),
  'undocumented fields in errors': after(response => {
    const detail = getDetail(response)
    return response.status < 400 || detail === undefined
      ? undefined
      : withJson(response, { ...Object(parseJson(response)), code: 'E17', request_id: 'a1' })
  }),
  'the same detail for every 401': () => ({
    after: (response, { operation }) => {
      const { details } = (operation && getResponse(operation, 401)) ?? {}
      const isEither = details?.includes('Invalid token') && getDetail(response) === 'No token provided'
      return isEither ? withJson(response, { detail: 'Invalid token' }) : undefined
    },
  }),
  '120 ms slower': () => ({ delay: 120 }),
}

const unavailable: BufferedResponse = {
  status: 503,
  headers: new Headers({ 'content-type': 'text/html' }),
  body: new TextEncoder().encode('<h1>503</h1>'),
}

function failsOnce(): Drift {
  let isFirst = true
  return {
    after: response => {
      const fails = isFirst && isSuccess(response)
      if (fails) isFirst = false
      return fails ? unavailable : undefined
    },
  }
}

/** Lists whose order the contract gives: ranks, moments, and verdicts as the flags were sent. */
const ORDERED: readonly string[] = [
  'getLeaderboard',
  'submitFlags',
  'requestAttempt',
  'startAttempt',
  'takeHint',
  'uploadToLms',
] satisfies (keyof operations)[]
/** Leaving these out says something: `Absent means none`, `Present when a price is`. */
const MEANINGFUL: readonly string[] = ['attempts', 'currency', 'mnemonic_code', 'payment_url'] satisfies (
  | keyof Group
  | keyof Attempt
)[]

function getVariations(operation: Operation, { schemas }: Contract): Record<string, () => Drift> {
  const locations = responseLocations(operation, schemas).filter(({ status }) => status < 300)
  const optional = locations.filter(
    ({ isRequired, parent, name }) => !isRequired && parent !== null && !MEANINGFUL.includes(name),
  )
  const each = (pointer: string, change: Change) => changeJson(value => changeAt(value, pointer, change))
  const nullable = optional.filter(({ isNullable }) => isNullable)
  const lists = locations.filter(one => hasType(one, 'array') && !ORDERED.includes(operation.operationId))
  return Object.fromEntries([
    ...optional.map(({ pointer }) => [`without ${pointer}`, each(pointer, () => REMOVED)]),
    ...nullable.map(({ pointer }) => [`null at ${pointer}`, each(pointer, () => null)]),
    ...lists.map(({ pointer }) => [
      `${pointer || '/'} backwards`,
      each(pointer, value => (Array.isArray(value) ? value.toReversed() : value)),
    ]),
    ...(operation.effect === 'read' ? [['one 503', failsOnce]] : []),
  ])
}

/**
 * Rounds of variations, one of each operation and one of every answer: variations of several operations don't touch
 * each other. Each round has others, and the seed their order.
 */
export function harmlessRounds(contract: Contract, seed: Seed): Map<string, Variation[]> {
  const random = createRandom('harmless', seed)
  const own = contract.operations.map(operation =>
    random.shuffle(
      Object.entries(getVariations(operation, contract)).map(([name, begin]) => ({
        id: `${operation.operationId} ${name}`,
        operationId: operation.operationId,
        begin,
      })),
    ),
  )
  const rounds = Object.entries(everywhere).map(([id, begin], index): [string, Variation[]] => [
    id,
    [...own.flatMap(list => list[index] ?? []), { id, begin }],
  ])
  return new Map(random.shuffle(rounds))
}

import { isObject } from '../../../scripts/lib/json'
import type { Operation } from '../../../scripts/lib/operation'
import { isSuccess, jsonAnswer, jsonOf, withHeader, withJson } from '../answered'
import { type Change, changeAt } from '../json-places'
import { type Answered, type Drift, type Operator, type Site, siteOf } from '../mutant'

/** What the client asks again and again while a page is open. */
const polled: readonly string[] = ['getLabStatus', 'listTaskStatuses', 'getLeaderboard', 'checkPayment']
const windowMilliseconds = 60_000

/** Everything above so many calls in a minute is refused. */
function limited(most: number, refused: Answered): Drift {
  let calls: number[] = []
  return {
    before: ({ method }) => {
      if (method === 'OPTIONS') return undefined
      const now = performance.now()
      calls = calls.filter(at => now - at < windowMilliseconds)
      if (calls.length >= most) return refused
      calls.push(now)
      return undefined
    },
  }
}

/** The body of slowapi, which limits most servers of FastAPI, and two that know the contract's words. */
const refusals = (most: number) => [
  jsonAnswer(429, { error: `Rate limit exceeded: ${most} per 1 minute` }),
  jsonAnswer(429, { detail: 'too many attempts' }),
  jsonAnswer(429, { detail: 'too many attempts' }, { 'retry-after': '60' }),
]

/** DR61: calls are counted that were free, or the answer no longer says when to come again. */
const rateLimit: Operator = {
  driftId: 'DR61',
  sites: ({ operationId, responses }): Site[] => {
    if (responses.some(({ status }) => status === 429)) {
      const changes = [undefined, 'Mon, 05 Oct 2026 09:00:30 GMT', '0.5']
      const ways = changes.map(value => ({
        alter: (answer: Answered) =>
          answer.status === 429 ? withHeader(answer, 'retry-after', value) : undefined,
      }))
      return [siteOf('429:retry-after', ...ways)]
    }
    const most = polled.includes(operationId) ? 10 : 3
    return [{ place: 'limit', ways: refusals(most).map(refused => () => limited(most, refused)) }]
  },
  wholeSites: () => [{ place: 'limit', ways: refusals(100).map(refused => () => limited(100, refused)) }],
}

const changeLists = (pointer: string, change: (items: readonly unknown[]) => unknown[]): Drift => {
  const changeList: Change = value => {
    if (!Array.isArray(value)) return value
    const after = change(value)
    const isSame = after.length === value.length && after.every((item, index) => item === value[index])
    return isSame ? value : after
  }
  return {
    alter: answer => {
      const value = jsonOf(answer)
      if (!isSuccess(answer) || value === undefined) return undefined
      const after = changeAt(value, pointer, changeList)
      return after === value ? undefined : withJson(answer, after)
    },
  }
}

const by = (name: string) => (a: unknown, b: unknown) => {
  const [one, other] = [a, b].map(item => String(isObject(item) ? item[name] : ''))
  return one === other ? 0 : Number((one ?? '') > (other ?? '')) * 2 - 1
}

const backwards = (items: readonly unknown[]) => [...items].reverse()
const sorted = (name: string) => (items: readonly unknown[]) => [...items].sort(by(name))
const page = (size: number) => (items: readonly unknown[]) => items.slice(0, size)

/** Lists whose order the contract promises, and other orders that a query gives. */
const orders: Record<
  string,
  readonly (readonly [string, readonly ((items: readonly unknown[]) => unknown[])[]])[]
> = {
  getLeaderboard: [
    ['/rows', [backwards, sorted('username'), sorted('user_id')]],
    ['/series/*/points', [backwards]],
  ],
  submitFlags: [['/results', [backwards, sorted('flag')]]],
}

/** Lists that a server with a page size cuts, and sizes for them. */
const pages: Record<string, readonly (readonly [string, readonly number[]])[]> = {
  listGroups: [['', [5, 3]]],
  listTaskStatuses: [['', [10, 20]]],
  getLeaderboard: [['/rows', [50, 20, 10]]],
  getGroup: [['/categories/*/tasks', [3, 2]]],
}

/** DR63: lists come in another order, or not whole. */
const otherOrder: Operator = {
  driftId: 'DR63',
  sites: ({ operationId }: Operation) => [
    ...(orders[operationId] ?? []).map(([pointer, ways]) =>
      siteOf(`200:${pointer} order`, ...ways.map(way => changeLists(pointer, way))),
    ),
    ...(pages[operationId] ?? []).map(([pointer, sizes]) =>
      siteOf(`200:${pointer} page`, ...sizes.map(size => changeLists(pointer, page(size)))),
    ),
  ],
}

const addresses: Record<string, (url: string) => string> = {
  relative: url => new URL(url).pathname,
  'without encryption': () => 'ws://terminal.example.com/session/3f9a1c',
  'of a container': () => 'ws://webssh:8022/session/3f9a1c',
  'of ssh': () => 'ssh://student@terminal.example.com:22',
  'with a token to fill in': url => `${url}?token={access_token}`,
}

/** DR65: where the terminal is. The handshake itself needs a network, which the benchmark has none of. */
const otherTerminal: Operator = {
  driftId: 'DR65',
  sites: ({ operationId }) =>
    operationId === 'openTerminal'
      ? Object.entries(addresses).map(([place, change]) =>
          siteOf(`200:/url ${place}`, {
            alter: answer => {
              const value = jsonOf(answer)
              if (!isSuccess(answer) || !isObject(value) || typeof value.url !== 'string') return undefined
              return withJson(answer, { ...value, url: change(value.url) })
            },
          }),
        )
      : [],
}

export const trafficOperators: readonly Operator[] = [rateLimit, otherOrder, otherTerminal]

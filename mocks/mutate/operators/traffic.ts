import { isObject } from '../../../scripts/lib/json'
import type { Operation } from '../../../scripts/lib/operation'
import { type Change, changeAt } from '../change-at'
import { type BufferedResponse, createSite, type Drift, type Operator, type Site } from '../mutant'
import { isSuccess, jsonResponse, parseJson, withHeader, withJson } from '../responses'

const polled: readonly string[] = ['getLabStatus', 'listTaskStatuses', 'getLeaderboard', 'checkPayment']
const WINDOW_MS = 60_000

/** Rejects requests above a limit per minute. */
function limited(max: number, rejection: BufferedResponse): Drift {
  let calls: number[] = []
  return {
    before: ({ method }) => {
      if (method === 'OPTIONS') return undefined
      const now = performance.now()
      calls = calls.filter(at => now - at < WINDOW_MS)
      if (calls.length >= max) return rejection
      calls.push(now)
      return undefined
    },
  }
}

/** The body of slowapi, the usual rate limiter for FastAPI, and two that match the contract. */
const rejections = (max: number) => [
  jsonResponse(429, { error: `Rate limit exceeded: ${max} per 1 minute` }),
  jsonResponse(429, { detail: 'too many attempts' }),
  jsonResponse(429, { detail: 'too many attempts' }, { 'retry-after': '60' }),
]

/** DR61: a new rate limit, or 429 without a usable Retry-After. */
const rateLimit: Operator = {
  driftId: 'DR61',
  sites: ({ operationId, responses }): Site[] => {
    if (responses.some(({ status }) => status === 429)) {
      const changes = [undefined, 'Mon, 05 Oct 2026 09:00:30 GMT', '0.5']
      const variants = changes.map(value => ({
        after: (response: BufferedResponse) =>
          response.status === 429 ? withHeader(response, 'retry-after', value) : undefined,
      }))
      return [createSite('429:retry-after', ...variants)]
    }
    const max = polled.includes(operationId) ? 10 : 3
    return [{ location: 'limit', variants: rejections(max).map(rejection => () => limited(max, rejection)) }]
  },
  globalSites: () => [
    { location: 'limit', variants: rejections(100).map(rejection => () => limited(100, rejection)) },
  ],
}

const changeLists = (pointer: string, change: (items: readonly unknown[]) => unknown[]): Drift => {
  const changeList: Change = value => {
    if (!Array.isArray(value)) return value
    const after = change(value)
    const isSame = after.length === value.length && after.every((item, index) => item === value[index])
    return isSame ? value : after
  }
  return {
    after: response => {
      const value = parseJson(response)
      if (!isSuccess(response) || value === undefined) return undefined
      const after = changeAt(value, pointer, changeList)
      return after === value ? undefined : withJson(response, after)
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

const pages: Record<string, readonly (readonly [string, readonly number[]])[]> = {
  listGroups: [['', [5, 3]]],
  listTaskStatuses: [['', [10, 20]]],
  getLeaderboard: [['/rows', [50, 20, 10]]],
  getGroup: [['/categories/*/tasks', [3, 2]]],
}

/** DR63: lists in another order, or incomplete. */
const otherOrder: Operator = {
  driftId: 'DR63',
  sites: ({ operationId }: Operation) => [
    ...(orders[operationId] ?? []).map(([pointer, variants]) =>
      createSite(`200:${pointer} order`, ...variants.map(variant => changeLists(pointer, variant))),
    ),
    ...(pages[operationId] ?? []).map(([pointer, sizes]) =>
      createSite(`200:${pointer} page`, ...sizes.map(size => changeLists(pointer, page(size)))),
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

/** DR65: the terminal URL. The handshake itself needs a network, which the benchmark does not have. */
const otherTerminal: Operator = {
  driftId: 'DR65',
  sites: ({ operationId }) =>
    operationId === 'openTerminal'
      ? Object.entries(addresses).map(([location, change]) =>
          createSite(`200:/url ${location}`, {
            after: response => {
              const value = parseJson(response)
              if (!isSuccess(response) || !isObject(value) || typeof value.url !== 'string') return undefined
              return withJson(response, { ...value, url: change(value.url) })
            },
          }),
        )
      : [],
}

export const trafficOperators: readonly Operator[] = [rateLimit, otherOrder, otherTerminal]

import { isObject } from '../../../contract/json'
import type { Operation } from '../../../contract/operation'
import { type Change, changeAt } from '../change-at'
import {
  type BufferedResponse,
  type Call,
  createSite,
  type Drift,
  type Operators,
  type Site,
} from '../mutant'
import { isSuccess, jsonResponse, parseJson, successResponse, withHeader, withJson } from '../responses'

type Fields = Readonly<Record<string, unknown>>

/** Changes the JSON object of a success. */
const changeObject = (change: (value: Fields) => Fields | undefined): Drift => ({
  after: response => {
    const value = parseJson(response)
    const changed = isSuccess(response) && isObject(value) ? change(value) : undefined
    return changed && withJson(response, changed)
  },
})

const replaceStatus = (from: string, to: string): Drift =>
  changeObject(value => (value.status === from ? { ...value, status: to } : undefined))

const solvedAgain = changeObject(value => {
  const results: Fields[] = Array.isArray(value.results) ? value.results : []
  if (!results.some(({ verdict }) => verdict === 'already_solved')) return undefined
  const again = (one: Fields) => (one.verdict === 'already_solved' ? { ...one, verdict: 'correct' } : one)
  return { ...value, results: results.map(again) }
})

function changingPayment(): Drift {
  let count = 0
  return changeObject(value => (++count % 2 === 0 ? { ...value, status: 'payment_rejected' } : undefined))
}

function sentBody(call: Call): Fields {
  const value = parseJson(call)
  return isObject(value) ? value : {}
}

const DOES_NOTHING = 'does nothing'

/** State transitions that each operation can break. */
const STATE_DRIFTS: Record<string, readonly Site[]> = {
  startLab: [createSite('starting is off', replaceStatus('starting', 'off'))],
  getLabStatus: [
    createSite('starting is off', replaceStatus('starting', 'off')),
    createSite('ready is starting', replaceStatus('ready', 'starting')),
  ],
  stopLab: [
    createSite('off is ready', replaceStatus('off', 'ready')),
    createSite(DOES_NOTHING, { before: () => jsonResponse(200, { status: 'off', endpoints: [] }) }),
  ],
  setTaskVisibility: [
    createSite(DOES_NOTHING, { before: call => jsonResponse(200, { visible: sentBody(call).visible }) }),
  ],
  ...Object.fromEntries(
    ['hideProfile', 'updatePassword', 'register', 'logout'].map(operationId => [
      operationId,
      [createSite(DOES_NOTHING, { before: doNothing })],
    ]),
  ),
  submitFlags: [createSite('solved twice', solvedAgain)],
  checkPayment: [{ location: 'changes', variants: [changingPayment] }],
}

/** Only requests that would succeed are ignored; invalid ones are rejected as usual. */
function doNothing(call: Call): BufferedResponse | undefined {
  const { new_password, password, email } = sentBody(call)
  const secret = new_password ?? password
  if (typeof secret === 'string' && (secret.length < 8 || secret.length > 128)) return undefined
  if (email !== undefined && !/^[^@\s]+@[^@\s]+\.\w+$/.test(String(email))) return undefined
  const isSignedIn = call.headers.has('authorization') || call.headers.has('cookie')
  if (call.operation?.security !== 'none' && !isSignedIn) return undefined
  return call.operation && successResponse(call.operation)
}

const SLOW_MS = 4000
const padding = new TextEncoder().encode(' '.repeat(8 * 1024 * 1024))

/** Whitespace after the JSON changes only its size. */
function padded(response: BufferedResponse): BufferedResponse | undefined {
  if (!isSuccess(response) || parseJson(response) === undefined) return undefined
  const body = new Uint8Array(response.body.length + padding.length)
  body.set(response.body)
  body.set(padding, response.body.length)
  return { ...response, body }
}

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

const addresses: Record<string, (url: string) => string> = {
  relative: url => new URL(url).pathname,
  'without encryption': () => 'ws://terminal.example.com/session/3f9a1c',
  'of a container': () => 'ws://webssh:8022/session/3f9a1c',
  'of ssh': () => 'ssh://student@terminal.example.com:22',
  'with a token to fill in': url => `${url}?token={access_token}`,
}

export const behaviourOperators: Operators = {
  /** A state transition is broken. */
  DR62: { kind: 'relations', sites: ({ operationId }) => STATE_DRIFTS[operationId] ?? [] },
  /** Slow or huge responses. */
  DR64: ({ responses }: Operation) => [
    createSite('latency', { delay: SLOW_MS }),
    ...(responses.some(({ status, kind }) => status < 300 && kind === 'json')
      ? [createSite('size', { after: padded })]
      : []),
  ],
  /** A new rate limit, or 429 without a usable Retry-After. */
  DR61: {
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
      return [
        { location: 'limit', variants: rejections(max).map(rejection => () => limited(max, rejection)) },
      ]
    },
    globalSites: () => [
      { location: 'limit', variants: rejections(100).map(rejection => () => limited(100, rejection)) },
    ],
  },
  /** Lists in another order, or incomplete. */
  DR63: {
    kind: 'relations',
    sites: ({ operationId }: Operation) => [
      ...(orders[operationId] ?? []).map(([pointer, variants]) =>
        createSite(`200:${pointer} order`, ...variants.map(variant => changeLists(pointer, variant))),
      ),
      ...(pages[operationId] ?? []).map(([pointer, sizes]) =>
        createSite(`200:${pointer} page`, ...sizes.map(size => changeLists(pointer, page(size)))),
      ),
    ],
  },
  /** The terminal URL. The handshake itself needs a network, which the benchmark does not have. */
  DR65: ({ operationId }) =>
    operationId === 'openTerminal'
      ? Object.entries(addresses).map(([location, change]) =>
          createSite(
            `200:/url ${location}`,
            changeObject(value =>
              typeof value.url === 'string' ? { ...value, url: change(value.url) } : undefined,
            ),
          ),
        )
      : [],
}

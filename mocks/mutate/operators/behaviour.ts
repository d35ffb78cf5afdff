import { isObject } from '../../../scripts/lib/json'
import type { Operation } from '../../../scripts/lib/operation'
import { type BufferedResponse, type Call, createSite, type Drift, type Operator, type Site } from '../mutant'
import { isSuccess, jsonResponse, parseJson, withJson } from '../responses'
import { successResponse } from '../success-response'

const ignored = (reply: (call: Call) => unknown): Drift => ({
  before: call => {
    const value = reply(call)
    if (value !== undefined) return jsonResponse(200, value)
    return call.operation && successResponse(call.operation)
  },
})

const replaced = (name: string, from: unknown, to: unknown): Drift => ({
  after: response => {
    const value = parseJson(response)
    const isIt = isSuccess(response) && isObject(value) && value[name] === from
    return isIt ? withJson(response, { ...value, [name]: to }) : undefined
  },
})

function solvedAgain(response: BufferedResponse): BufferedResponse | undefined {
  const value = parseJson(response)
  if (!isSuccess(response) || !isObject(value) || !Array.isArray(value.results)) return undefined
  const results = value.results.map(one =>
    one.verdict === 'already_solved' ? { ...one, verdict: 'correct' } : one,
  )
  return results.some((one, index) => one !== (value.results as unknown[])[index])
    ? withJson(response, { ...value, results })
    : undefined
}

function changingPayment(): Drift {
  let count = 0
  return {
    after: response => {
      const value = parseJson(response)
      if (!isSuccess(response) || !isObject(value)) return undefined
      count++
      return count % 2 === 0 ? withJson(response, { ...value, status: 'payment_rejected' }) : undefined
    },
  }
}

const sentBody = (call: Call) =>
  isObject(parseJson(call)) ? (parseJson(call) as Record<string, unknown>) : {}

/** DR62: state transitions that each operation can break. */
const STATE_DRIFTS: Record<string, readonly Site[]> = {
  startLab: [createSite('starting is off', replaced('status', 'starting', 'off'))],
  getLabStatus: [
    createSite('starting is off', replaced('status', 'starting', 'off')),
    createSite('ready is starting', replaced('status', 'ready', 'starting')),
  ],
  stopLab: [
    createSite('off is ready', replaced('status', 'off', 'ready')),
    createSite(
      'does nothing',
      ignored(() => ({ status: 'off', endpoints: [] })),
    ),
  ],
  setTaskVisibility: [
    createSite(
      'does nothing',
      ignored(call => ({ visible: sentBody(call).visible })),
    ),
  ],
  hideProfile: [createSite('does nothing', { before: doNothing })],
  updatePassword: [createSite('does nothing', { before: doNothing })],
  register: [createSite('does nothing', { before: doNothing })],
  logout: [createSite('does nothing', { before: doNothing })],
  submitFlags: [createSite('solved twice', { after: solvedAgain })],
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

const disordered: Operator = {
  driftId: 'DR62',
  sites: ({ operationId }) => STATE_DRIFTS[operationId] ?? [],
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

const slow: Operator = {
  driftId: 'DR64',
  sites: ({ responses }: Operation) => [
    createSite('latency', { delay: SLOW_MS }),
    ...(responses.some(({ status, kind }) => status < 300 && kind === 'json')
      ? [createSite('size', { after: padded })]
      : []),
  ],
}

export const behaviourOperators: readonly Operator[] = [disordered, slow]

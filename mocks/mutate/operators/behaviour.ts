import { isObject } from '../../../scripts/lib/json'
import type { Operation } from '../../../scripts/lib/operation'
import { isSuccess, jsonAnswer, jsonOf, withJson } from '../answered'
import { type Answered, type Call, type Drift, type Operator, type Site, siteOf } from '../mutant'
import { successAnswer } from '../success-answer'

/** Says that it was done, and does nothing. */
const ignored = (reply: (call: Call) => unknown): Drift => ({
  before: call => {
    const value = reply(call)
    if (value !== undefined) return jsonAnswer(200, value)
    return call.operation && successAnswer(call.operation)
  },
})

/** Another value for a field of a success, where it has the one that is replaced. */
const replaced = (name: string, from: unknown, to: unknown): Drift => ({
  alter: answer => {
    const value = jsonOf(answer)
    const isIt = isSuccess(answer) && isObject(value) && value[name] === from
    return isIt ? withJson(answer, { ...value, [name]: to }) : undefined
  },
})

function solvedAgain(answer: Answered): Answered | undefined {
  const value = jsonOf(answer)
  if (!isSuccess(answer) || !isObject(value) || !Array.isArray(value.results)) return undefined
  const results = value.results.map(one =>
    one.verdict === 'already_solved' ? { ...one, verdict: 'correct' } : one,
  )
  return results.some((one, index) => one !== (value.results as unknown[])[index])
    ? withJson(answer, { ...value, results })
    : undefined
}

function changingPayment(): Drift {
  let asked = 0
  return {
    alter: answer => {
      const value = jsonOf(answer)
      if (!isSuccess(answer) || !isObject(value)) return undefined
      asked++
      return asked % 2 === 0 ? withJson(answer, { ...value, status: 'payment_rejected' }) : undefined
    },
  }
}

const sentBody = (call: Call) => (isObject(jsonOf(call)) ? (jsonOf(call) as Record<string, unknown>) : {})

/** DR62: what each operation may do against the order of its states. */
const disorders: Record<string, readonly Site[]> = {
  startLab: [siteOf('starting is off', replaced('status', 'starting', 'off'))],
  getLabStatus: [
    siteOf('starting is off', replaced('status', 'starting', 'off')),
    siteOf('ready is starting', replaced('status', 'ready', 'starting')),
  ],
  stopLab: [
    siteOf('off is ready', replaced('status', 'off', 'ready')),
    siteOf(
      'does nothing',
      ignored(() => ({ status: 'off', endpoints: [] })),
    ),
  ],
  setTaskVisibility: [
    siteOf(
      'does nothing',
      ignored(call => ({ visible: sentBody(call).visible })),
    ),
  ],
  hideProfile: [siteOf('does nothing', { before: doNothing })],
  updatePassword: [siteOf('does nothing', { before: doNothing })],
  register: [siteOf('does nothing', { before: doNothing })],
  logout: [siteOf('does nothing', { before: doNothing })],
  submitFlags: [siteOf('solved twice', { alter: solvedAgain })],
  checkPayment: [{ place: 'changes', ways: [changingPayment] }],
}

/** Only what would have succeeded is left undone: a question that is plainly wrong is refused as ever. */
function doNothing(call: Call): Answered | undefined {
  const { new_password, password, email } = sentBody(call)
  const secret = new_password ?? password
  if (typeof secret === 'string' && (secret.length < 8 || secret.length > 128)) return undefined
  if (email !== undefined && !/^[^@\s]+@[^@\s]+\.\w+$/.test(String(email))) return undefined
  const isSignedIn = call.headers.has('authorization') || call.headers.has('cookie')
  if (call.operation?.security !== 'none' && !isSignedIn) return undefined
  return call.operation && successAnswer(call.operation)
}

const disordered: Operator = {
  driftId: 'DR62',
  sites: ({ operationId }) => disorders[operationId] ?? [],
}

const slowMilliseconds = 4000
const padding = new TextEncoder().encode(' '.repeat(8 * 1024 * 1024))

/** White space after a JSON value: it means the same and takes its time all the same. */
function padded(answer: Answered): Answered | undefined {
  if (!isSuccess(answer) || jsonOf(answer) === undefined) return undefined
  const body = new Uint8Array(answer.body.length + padding.length)
  body.set(answer.body)
  body.set(padding, answer.body.length)
  return { ...answer, body }
}

const slow: Operator = {
  driftId: 'DR64',
  sites: ({ responses }: Operation) => [
    siteOf('latency', { delay: slowMilliseconds }),
    ...(responses.some(({ status, kind }) => status < 300 && kind === 'json')
      ? [siteOf('size', { alter: padded })]
      : []),
  ],
}

export const behaviourOperators: readonly Operator[] = [disordered, slow]

import { expect, onTestFinished, test } from 'vitest'
import { apiHealth, type CallOutcome } from './api-health'
import { ApiError } from './errors'
import { createQueryClient } from './query-client'
import { unwrap } from './unwrap'

const begin = () => {
  const outcomes: CallOutcome[] = []
  const stop = apiHealth.subscribe(event => outcomes.push(event))
  onTestFinished(() => {
    stop()
    apiHealth.reset()
  })
  return outcomes
}

const getAnswer = (status: number) => ({ data: {}, response: new Response(null, { status }) })
const getError = (status: number, error: unknown) => ({ error, response: new Response(null, { status }) })

test.each([
  ['200', getAnswer(200), null],
  ['403', getError(403, { detail: 'you dont have access to this group' }), null],
  ['404', getError(404, { detail: 'an unlisted detail' }), null],
  ['422', getError(422, { detail: [{ loc: ['body', 'flag'], msg: 'too long', type: 'v' }] }), null],
  ['403 with a malformed detail', getError(403, { detail: 7 }), { kind: 'http', status: 403 }],
  ['500 with a documented detail', getError(500, { detail: 'common' }), { kind: 'http', status: 500 }],
  ['a redirect that is not followed', getError(302, { detail: 'common' }), null],
  ['403 of a proxy', getError(403, '<html>'), { kind: 'http', status: 403 }],
  ['408 of a proxy', getError(408, undefined), { kind: 'http', status: 408 }],
  ['429', getAnswer(429), null],
  ['500', getAnswer(500), { kind: 'http', status: 500 }],
  ['502', getAnswer(502), { kind: 'http', status: 502 }],
])('a response with %s counts unless a gateway sent it', async (_, answer, failure) => {
  const outcomes = begin()
  await unwrap(answer, 'listGroups').catch(() => {})
  expect(outcomes).toMatchObject([{ operation: 'listGroups', failure }])
  expect(apiHealth.lastResponseAt() === null).toBe(failure !== null)
})

test.each([
  ['network', new TypeError('Failed to fetch'), 'network'],
  ['timeout', new DOMException('', 'TimeoutError'), 'timeout'],
  ['badResponse', new SyntaxError('Unexpected token <'), 'badResponse'],
])('a failure (%s) does not count as a response', async (_, thrown, kind) => {
  const outcomes = begin()
  await unwrap(Promise.reject(thrown), 'listGroups').catch(() => {})
  expect(outcomes).toMatchObject([{ failure: { kind } }])
  expect(apiHealth.lastResponseAt()).toBeNull()
})

test('does not call a listener after it unsubscribed', async () => {
  const outcomes: CallOutcome[] = []
  apiHealth.subscribe(event => outcomes.push(event))()
  apiHealth.record('listGroups', 0, null)
  apiHealth.reset()
  expect(outcomes).toEqual([])
})

test('ignores aborted calls', async () => {
  const outcomes = begin()
  await unwrap(getAnswer(200), 'listGroups')
  const last = apiHealth.lastResponseAt()
  apiHealth.record('listGroups', 0, new ApiError({ kind: 'aborted', operation: 'listGroups' }))
  apiHealth.record('listGroups', 0, new ApiError({ kind: 'offline', operation: 'listGroups' }))
  expect(outcomes).toHaveLength(2)
  expect(apiHealth.lastResponseAt()).toBe(last)
})

test('A20 forgets the last response when the user changes', async () => {
  begin()
  let forget = () => {}
  createQueryClient({
    onClearUserData: listener => {
      forget = () => listener('otherUser')
      return () => {}
    },
  })
  await unwrap(getAnswer(200), 'listGroups')
  forget()
  expect(apiHealth.lastResponseAt()).toBeNull()
})

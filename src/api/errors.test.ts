import { afterEach, describe, expect, test, vi } from 'vitest'
import { createBrowser } from '../test/fake-browser'
import { ApiError, canRetry, getServerDetail, isClientError, isGatewayRefusal, toApiError } from './errors'
import type { OperationId } from './operations.gen'
import { unwrap } from './unwrap'

afterEach(() => vi.unstubAllGlobals())

/** The error or data that a caller gets for a response. */
const call = (answer: () => Response | Promise<Response>) => {
  const { client } = createBrowser(async () => answer()).openTab()
  return unwrap(client.GET('/groups'), 'listGroups').catch(error => error)
}

const text = (status: number, body: string | null, headers: Record<string, string> = {}) =>
  new Response(body, { status, headers })
const json = { 'content-type': 'application/json' }

describe('responses', () => {
  const page = { 'content-type': 'text/html' }
  const noon = 'Fri, 20 Nov 2026 12:00:00 GMT'
  const later = 'Fri, 20 Nov 2026 12:00:30 GMT'

  test.each<[string, Parameters<typeof text>, Partial<ApiError>]>([
    ['N03 a page with status 200', [200, '<html>', page], { kind: 'badResponse', status: 200 }],
    ['X18 a script with status 200', [200, '"<script>"', page], { kind: 'badResponse' }],
    ['N06 cut JSON', [200, '{"a":', json], { kind: 'badResponse' }],
    ['N04 a gateway’s page', [502, '<h1>x</h1>', page], { kind: 'http', status: 502, detail: undefined }],
    ['an empty 500 with a length', [500, null, { 'content-length': '0' }], { kind: 'http', status: 500 }],
    ['a known detail', [404, '{"detail":"Task not found"}', json], { detail: 'Task not found' }],
    ['X05 an unknown detail', [404, '{"detail":"translation:secret"}', json], { detail: undefined }],
    ['X15 a name of Object', [404, '{"detail":"constructor"}', json], { detail: undefined }],
    ['X06 an object', [400, '{"detail":{"a":1}}', json], { detail: undefined, fields: undefined }],
    ['X06 null', [400, 'null', json], { kind: 'http', status: 400, detail: undefined }],
    ['a request id', [500, '{}', { ...json, 'x-request-id': 'r-1' }], { requestId: 'r-1' }],
  ])('%s', async (_, answer, expected) => {
    const error = await call(() => text(...answer))
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ operation: 'listGroups', ...expected })
  })

  test.each<[retryAfter: string, date: string | null, seconds: number | undefined]>([
    ['30', null, 30],
    [' 5 ', null, 5],
    [later, noon, 30],
    [noon, later, 0],
    [noon, null, undefined],
    ['5 s', null, undefined],
    ['-5', null, undefined],
    ['soon', null, undefined],
    ['1000000000', null, 3600],
  ])('N07 Retry-After %j at %j is a wait of %j seconds', async (retryAfter, date, seconds) => {
    const error = await call(() => text(429, '{}', { 'retry-after': retryAfter, ...(date && { date }) }))
    expect(error.retryAfter).toBe(seconds)
  })

  test('takes the first message per field of a 422 list', async () => {
    const detail = [
      { loc: ['body', 'email'], msg: 'not an address', type: 'v' },
      { loc: ['body', 'email'], msg: 'too long', type: 'v' },
      { loc: ['body', '__proto__'], msg: 'odd', type: 'v' },
      { loc: ['body', 0], msg: 'no name', type: 'v' },
      { loc: ['body', 'age'], msg: 7, type: 'v' },
      { loc: 'email', msg: 'no list', type: 'v' },
      { loc: ['bio', 'text'], msg: 'x'.repeat(501), type: 'v' },
      null,
    ]
    const error = await call(() => text(422, JSON.stringify({ detail }), json))
    expect(error.detail).toBeUndefined()
    expect(Object.entries(error.fields)).toEqual([
      ['email', 'not an address'],
      ['__proto__', 'odd'],
      ['text', 'x'.repeat(500)],
    ])
    expect(Object.getPrototypeOf(error.fields)).toBe(Object.prototype)
  })

  test.each([
    ['204', () => text(204, null)],
    ['an empty 200', () => text(200, '')],
    ['an empty 200 with a length', () => text(200, '', { ...json, 'content-length': '0' })],
    ['the word null', () => text(200, 'null', json)],
  ])('N05 unwraps %s to null, which Query accepts', async (_, answer) => {
    expect(await call(answer)).toBeNull()
  })
})

describe('no response', () => {
  const fail = () => Promise.reject(new TypeError('fetch failed'))

  test('reports a failed fetch as network, or as offline when the browser says so', async () => {
    expect(await call(fail)).toMatchObject({ kind: 'network', operation: 'listGroups' })
    vi.stubGlobal('navigator', { onLine: false })
    expect(await call(fail)).toMatchObject({ kind: 'offline' })
  })

  test('distinguishes aborts from timeouts, whatever the reason', () => {
    const aborted = (reason?: unknown) => {
      const abort = new AbortController()
      abort.abort(reason)
      return toApiError({ thrown: reason, signal: abort.signal }, '').kind
    }
    expect(aborted()).toBe('aborted')
    expect(aborted('closed')).toBe('aborted')
    expect(aborted(new DOMException('', 'TimeoutError'))).toBe('timeout')
    expect(toApiError({ thrown: new DOMException('', 'TimeoutError') }, '').kind).toBe('timeout')
    expect(toApiError({ thrown: new DOMException('', 'AbortError') }, '').kind).toBe('aborted')
    expect(toApiError({ thrown: 'AbortError' }, '').kind).toBe('network')
  })

  test('returns an ApiError unchanged', () => {
    const error = new ApiError({ kind: 'timeout', operation: 'getGroup' })
    expect(toApiError({ thrown: error }, 'getTask')).toBe(error)
    expect(error.operation).toBe('getGroup')
    expect(error.withOperation('getTask')).toMatchObject({
      kind: 'timeout',
      operation: 'getTask',
      cause: error,
    })
  })

  test('names the operation of an error that middleware threw', () => {
    const error = new ApiError({ kind: 'network', operation: '' })
    expect(toApiError({ thrown: error }, 'getGroup')).toBe(error)
    expect(error).toMatchObject({ operation: 'getGroup', message: 'getGroup failed: network' })
  })
})

test.each(['[]', '[null]', '[{"loc":["body","a"]}]'])('N02 a 422 list of %s names no field', async detail => {
  expect((await call(() => text(422, `{"detail":${detail}}`, json))).fields).toBeUndefined()
})

test('a client error is a 4xx of the application except 429, a refusal of a gateway any other one', () => {
  const of = (isFromApplication: boolean) => (status: number) =>
    new ApiError({ kind: 'http', operation: '', status, isFromApplication })
  const statuses = [302, 400, 401, 422, 429, 499, 500, 502]
  const [own, foreign] = [true, false].map(is => statuses.map(of(is)))
  expect(own?.map(isClientError)).toEqual([true, true, true, true, false, true, false, false])
  expect(own?.map(isGatewayRefusal)).toEqual(statuses.map(() => false))
  expect(own?.map(canRetry)).toEqual([false, false, false, false, true, false, true, true])
  expect(foreign?.map(isClientError)).toEqual(statuses.map(() => false))
  expect(foreign?.map(isGatewayRefusal)).toEqual([true, true, true, true, false, true, false, false])
  expect(foreign?.map(canRetry)).toEqual(statuses.map(() => true))
  expect(isClientError(new ApiError({ kind: 'badResponse', operation: '', status: 400 }))).toBe(false)
  expect(isClientError(new ApiError({ kind: 'http', operation: '' }))).toBe(false)
  expect(isClientError(new TypeError())).toBe(false)
})

test.each<[string | null, boolean]>([
  ['{"detail":"Task not found"}', true],
  ['{"detail":"Not Found"}', true],
  ['{"detail":[{"loc":["body",17],"msg":"JSON decode error"}]}', true],
  ['{"detail":{"reason":"blocked"}}', false],
  ['{"detail":null}', false],
  ['{"message":"Forbidden"}', false],
  ['[{"detail":"Task not found"}]', false],
  ['{"detail":"Task not found"', false],
  ['Task not found', false],
  ['<html>', false],
  ['null', false],
  [null, false],
])('the application answers with a detail, so %s is its own: %s', async (body, isOwn) => {
  const error: ApiError = await call(() => text(403, body, json))
  expect(error.isFromApplication).toBe(isOwn)
  expect(error.withOperation('getTask')).toMatchObject({ status: 403, isFromApplication: isOwn })
})

test('the message contains operation, kind and status, and no secret', async () => {
  const error = await call(() => text(403, '{"detail":"Bearer abc"}', json))
  expect(error.message).toBe('listGroups failed: http 403')
})

test('LANG-05 warns once about an undocumented detail, without its text', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const answer = (status: number, detail: unknown, operation: OperationId = 'getGroup') =>
    toApiError({ response: text(status, null), body: { detail } }, operation)
  for (const known of ['Task not found', 'common', [{ loc: ['body', 'a'], msg: 'b' }], null, undefined])
    answer(404, known)
  expect(warn).not.toHaveBeenCalled()
  for (const unknown of ['a secret', 'a secret', 'another one']) answer(404, unknown)
  answer(409, 'a secret')
  answer(404, 'a secret', 'getTask')
  expect(warn.mock.calls).toEqual([
    ['getGroup answered 404 with a detail that the contract does not list.'],
    ['getGroup answered 409 with a detail that the contract does not list.'],
    ['getTask answered 404 with a detail that the contract does not list.'],
  ])
  warn.mockRestore()
})

describe("X07 the server's raw detail", () => {
  test.each<[string, string | null, string | null]>([
    ['a known detail', '{"detail":"Task not found"}', 'Task not found'],
    ['one that no contract lists', '{"detail":"$t(secret) <b>x</b>"}', '$t(secret) <b>x</b>'],
    ['a very long one', JSON.stringify({ detail: '🙂'.repeat(100_000) }), `${'🙂'.repeat(300)}…`],
    ['one of just the length', JSON.stringify({ detail: 'x'.repeat(300) }), 'x'.repeat(300)],
    ['one with spaces around', '{"detail":"  no  "}', 'no'],
    ['an object', '{"detail":{"a":1}}', null],
    ['a list', '{"detail":[{"msg":"x"}]}', null],
    ['an empty one', '{"detail":" "}', null],
    ['nothing', null, null],
  ])('%s', async (_, body, expected) => {
    const error = await call(() => text(400, body, json))
    expect(getServerDetail(error)).toBe(expected)
    expect(JSON.stringify(error)).not.toContain('secret')
  })
})

import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { loadContract } from '../load-contract'
import { operationIn } from '../torture'
import type { DriftId } from './drift-classes'
import type { Exchange } from './exchange'
import type { Expectation } from './expectation'
import { judgeExchange } from './judge-exchange'
import { makeExchangeSampler } from './sample-exchange'

const contract = loadContract(fileURLToPath(new URL('../../../openapi', import.meta.url)))
const sample = makeExchangeSampler(contract)
const bytes = (text: string) => new TextEncoder().encode(text)

type Change = {
  status?: number
  /** Changes the sampled JSON, or is the body itself. */
  body?: ((json: never) => unknown) | string | undefined
  headers?: (headers: [string, string][]) => [string, string][]
  url?: string
  milliseconds?: number
}

/** A sampled answer that keeps the contract, and a change of it. */
const changed = (id: string, status: number, change: Change): Exchange => {
  const right = sample(operationIn(contract, id), status, 5)
  const { response } = right
  if (!response) throw new Error('A sample always has an answer.')
  const { body } = change
  const text = new TextDecoder().decode(response.body)
  const next = typeof body === 'function' ? JSON.stringify(body(JSON.parse(text) as never)) : body
  return {
    request: { ...right.request, ...(change.url && { url: change.url }) },
    response: {
      status: change.status ?? status,
      headers: change.headers?.(response.headers.map(([name, value]) => [name, value])) ?? response.headers,
      ...('body' in change
        ? next !== undefined && { body: bytes(next) }
        : response.body && { body: response.body }),
    },
    ...(change.milliseconds !== undefined && { milliseconds: change.milliseconds }),
  }
}

const seen = (exchange: Exchange, expectation?: Expectation) =>
  judgeExchange(contract, exchange, expectation).map(({ driftId, place }) => `${driftId} ${place}`)

type Json = Record<string, unknown>
const without = (name: string) => (json: Json) =>
  Object.fromEntries(Object.entries(json).filter(([key]) => key !== name))
const renamed = (name: string, to: string) => (json: Json) => ({ ...without(name)(json), [to]: json[name] })
const given = (fields: Json) => (json: Json) => ({ ...json, ...fields })
const detail = (value: unknown) => JSON.stringify({ detail: value })
const dropped = (name: string) => (headers: [string, string][]) => headers.filter(([key]) => key !== name)
const replaced = (name: string, value: string) => (headers: [string, string][]) => [
  ...dropped(name)(headers),
  [name, value] as [string, string],
]
const cookie = (text: string) => ({ headers: replaced('set-cookie', text) })
const row = (id: number) => ({ user_id: id, rank: id, username: 'ann', points: 1, solved: 1 })
const board = (change: (rows: Json[]) => unknown) => (json: Json) => ({
  ...json,
  rows: change([row(1), row(2), row(3), row(4)]),
})
const page = '<!DOCTYPE html><title>502</title>'
const strict = 'refresh_token=rt; Path=/api/auth; HttpOnly; Secure; SameSite=Strict'
const at200 = (name: string) => `answer 200 ${name}`

const drifts: [DriftId, string, string, number, Change, string][] = [
  [
    'DR01',
    'the framework knows no such address',
    'listGroups',
    200,
    { status: 404, body: detail('Not Found') },
    'operation',
  ],
  ['DR01', 'the same where 404 is documented', 'getTask', 404, { body: detail('Not Found') }, 'operation'],
  [
    'DR02',
    'another method',
    'updateUsername',
    200,
    { status: 405, body: detail('Method Not Allowed') },
    'operation',
  ],
  ['DR03', 'another address', 'listGroups', 200, { status: 308, body: '' }, 'operation'],
  [
    'DR08',
    'a demand of a parameter',
    'getLabStatus',
    422,
    { body: detail([{ loc: ['query', 'attempt_id'], msg: 'Field required', type: 'missing' }]) },
    'query attempt_id',
  ],
  [
    'DR07',
    'a renamed parameter',
    'getLabStatus',
    422,
    { body: detail([{ loc: ['query', 'taskId'], msg: 'Field required', type: 'missing' }]) },
    'query taskId',
  ],
  [
    'DR10',
    'a demand of a field',
    'login',
    422,
    { body: detail([{ loc: ['body', 'captcha'], msg: 'Field required', type: 'missing' }]) },
    'body /captcha',
  ],
  [
    'DR11',
    'a renamed field',
    'updateUsername',
    422,
    { body: detail([{ loc: ['body', 'username'], msg: 'Field required', type: 'missing' }]) },
    'body /username',
  ],
  ['DR17', 'another media type', 'sendFeedback', 204, { status: 415, body: detail('JSON') }, 'answer 415'],
  [
    'DR18',
    'a renamed part',
    'sendFeedback',
    422,
    { body: detail([{ loc: ['body', 'file'], msg: 'Field required', type: 'missing' }]) },
    'body /file',
  ],
  ['DR21', 'a field gone', 'updateUsername', 200, { body: without('email') }, at200('/email')],
  [
    'DR21',
    'a field gone from all items',
    'getLeaderboard',
    200,
    { body: board(rows => rows.map(without('points'))) },
    at200('/rows/*/points'),
  ],
  [
    'DR22',
    'a field gone from some items',
    'getLeaderboard',
    200,
    { body: board(rows => rows.map((one, index) => (index % 2 ? one : without('points')(one)))) },
    at200('/rows/*/points'),
  ],
  [
    'DR24',
    'a field in another case',
    'updateUsername',
    200,
    { body: renamed('email_verified', 'emailVerified') },
    at200('/email_verified'),
  ],
  [
    'DR24',
    'an optional field in another case',
    'updateUsername',
    200,
    { body: (json: Json) => renamed('first_name', 'firstName')(given({ first_name: 'Ann' })(json)) },
    at200('/first_name'),
  ],
  [
    'DR24',
    'a field of another name and the same shape',
    'refreshSession',
    200,
    { body: renamed('access_token', 'jwt') },
    at200('/access_token'),
  ],
  [
    'DR25',
    'a text for a number',
    'downloadFromLms',
    200,
    { body: given({ updated: '10' }) },
    at200('/updated'),
  ],
  [
    'DR25',
    'a number for a text',
    'updateUsername',
    200,
    { body: given({ username: 5 }) },
    at200('/username'),
  ],
  [
    'DR25',
    'a number for a yes or no',
    'updateUsername',
    200,
    { body: given({ email_verified: 1 }) },
    at200('/email_verified'),
  ],
  ['DR26', 'null', 'updateUsername', 200, { body: given({ username: null }) }, at200('/username')],
  [
    'DR27',
    'an unknown state',
    'getLabStatus',
    200,
    { body: given({ status: 'stopping' }) },
    at200('/status'),
  ],
  [
    'DR29',
    'a moment without T',
    'getLabStatus',
    200,
    { body: given({ expires_at: '2026-01-01 01:00:00' }) },
    at200('/expires_at'),
  ],
  [
    'DR29',
    'a moment without an offset',
    'getLabStatus',
    200,
    { body: given({ expires_at: '2026-01-01T01:00:00' }) },
    at200('/expires_at'),
  ],
  [
    'DR30',
    'a moment as a number',
    'getLabStatus',
    200,
    { body: given({ expires_at: 1767225600 }) },
    at200('/expires_at'),
  ],
  ['DR31', 'no address of e-mail', 'updateUsername', 200, { body: given({ email: 'ann' }) }, at200('/email')],
  [
    'DR32',
    'a page in place of the list',
    'listGroups',
    200,
    { body: (json: unknown) => ({ items: json, total: 1 }) },
    'answer 200',
  ],
  [
    'DR32',
    'an object in place of an inner list',
    'getLabStatus',
    200,
    { body: given({ endpoints: {} }) },
    at200('/endpoints'),
  ],
  [
    'DR33',
    'a text in place of an object',
    'refreshSession',
    200,
    { body: given({ user: 'ann' }) },
    at200('/user'),
  ],
  [
    'DR33',
    'a hint as a text, though it may be one of two objects',
    'takeHint',
    200,
    { body: given({ hint: 'try' }) },
    at200('/hint'),
  ],
  [
    'DR34',
    'one row without a name',
    'getLeaderboard',
    200,
    { body: board(rows => rows.map((one, index) => (index === 1 ? without('username')(one) : one))) },
    at200('/rows/*/username'),
  ],
  [
    'DR34',
    'one row that is null',
    'getLeaderboard',
    200,
    { body: board(rows => [null, ...rows]) },
    at200('/rows/*'),
  ],
  [
    'DR35',
    'a secret',
    'updateUsername',
    200,
    { body: given({ password_hash: 'x' }) },
    at200('/password_hash'),
  ],
  ['DR35', 'a secret beside a detail', 'getTask', 404, { body: given({ trace: 'x' }) }, 'answer 404 /trace'],
  [
    'DR36',
    'a number out of range',
    'downloadFromLms',
    200,
    { body: given({ updated: -1 }) },
    at200('/updated'),
  ],
  [
    'DR36',
    'a text against its pattern',
    'shareProfile',
    200,
    { body: given({ link: 'a link with spaces' }) },
    at200('/link'),
  ],
  ['DR37', 'nothing', 'getWriteup', 200, { body: '' }, 'answer 200'],
  ['DR37', 'nothing by another number', 'getWriteup', 200, { status: 204, body: undefined }, 'answer 200'],
  ['DR38', 'a page', 'openTerminal', 200, { body: page }, 'answer 200'],
  ['DR38', 'half of a body', 'openTerminal', 200, { body: '{"url":' }, 'answer 200'],
  ['DR39', 'null in place of the body', 'getWriteup', 200, { body: 'null' }, 'answer 200'],
  ['DR40', 'another success', 'shareProfile', 200, { status: 201 }, 'answer 201'],
  [
    'DR41',
    'a body in place of nothing',
    'updatePassword',
    204,
    { status: 200, body: '{"ok":true}' },
    'answer 204',
  ],
  ['DR42', 'an unknown error', 'updatePassword', 400, { status: 418 }, 'answer 418'],
  ['DR45', 'a failure', 'listGroups', 200, { status: 500, body: detail('x') }, 'answer 500'],
  ['DR46', 'another shape of error', 'getTask', 404, { body: '{"message":"Task not found"}' }, 'answer 404'],
  ['DR46', 'an empty error', 'getTask', 404, { body: '' }, 'answer 404'],
  ['DR46', 'a list of details', 'getTask', 404, { body: detail(['Task not found']) }, 'answer 404 detail'],
  ['DR47', 'an unknown detail', 'getTask', 404, { body: detail('Nothing here') }, 'answer 404 detail'],
  ['DR47', "another answer's detail", 'getTask', 404, { body: detail('Invalid token') }, 'answer 404 detail'],
  [
    'DR48',
    'a detail in another case',
    'getTask',
    404,
    { body: detail('task not found.') },
    'answer 404 detail',
  ],
  [
    'DR48',
    'a detail with a typing error',
    'getTask',
    404,
    { body: detail('Task not fuond') },
    'answer 404 detail',
  ],
  [
    'DR49',
    'a list of other entries',
    'login',
    422,
    { body: detail([{ field: 'x', error: 'y' }]) },
    'answer 422 detail',
  ],
  ['DR49', 'another shape', 'login', 422, { body: '{"errors":[]}' }, 'answer 422'],
  ['DR50', "a proxy's page", 'getTask', 404, { body: page }, 'answer 404'],
  [
    'DR50',
    "a proxy's page where no error is documented",
    'listGroups',
    200,
    { status: 404, body: page },
    'answer 404',
  ],
  [
    'DR51',
    'a plain text',
    'getWriteup',
    200,
    { headers: replaced('content-type', 'text/plain') },
    at200('header content-type'),
  ],
  [
    'DR51',
    'a file of another type',
    'getVpnConfig',
    200,
    { headers: replaced('content-type', 'application/x-openvpn-profile') },
    at200('header content-type'),
  ],
  ['DR52', 'no type', 'getWriteup', 200, { headers: dropped('content-type') }, at200('header content-type')],
  [
    'DR53',
    'no file name',
    'getVpnConfig',
    200,
    { headers: replaced('content-disposition', 'attachment') },
    at200('header content-disposition'),
  ],
  [
    'DR53',
    'no header',
    'getVpnConfig',
    200,
    { headers: dropped('content-disposition') },
    at200('header content-disposition'),
  ],
  ['DR54', 'JSON for a file', 'getVpnConfig', 200, { body: '{"file":"aGk="}' }, 'answer 200'],
  [
    'DR55',
    'no cookie',
    'refreshSession',
    200,
    { headers: dropped('set-cookie') },
    at200('header set-cookie'),
  ],
  [
    'DR55',
    'another cookie',
    'refreshSession',
    200,
    cookie(strict.replace('refresh_token', 'rt')),
    at200('header set-cookie'),
  ],
  [
    'DR56',
    'no HttpOnly',
    'refreshSession',
    200,
    cookie(strict.replace(' HttpOnly;', '')),
    at200('header set-cookie HttpOnly'),
  ],
  [
    'DR56',
    'a weaker SameSite',
    'refreshSession',
    200,
    cookie(strict.replace('Strict', 'Lax')),
    at200('header set-cookie SameSite'),
  ],
  [
    'DR56',
    'a wider path',
    'refreshSession',
    200,
    cookie(strict.replace('/api/auth', '/')),
    at200('header set-cookie Path'),
  ],
  [
    'DR56',
    'no Secure',
    'refreshSession',
    200,
    { ...cookie(strict.replace(' Secure;', '')), url: 'https://stage.example.com/api/auth/refresh' },
    at200('header set-cookie Secure'),
  ],
  [
    'DR58',
    'a visitor refused',
    'checkInvite',
    200,
    { status: 401, body: detail('Not authenticated') },
    'answer 401',
  ],
  [
    'DR61',
    'no time to wait',
    'login',
    429,
    { headers: dropped('retry-after') },
    'answer 429 header retry-after',
  ],
  [
    'DR61',
    'a date to wait for',
    'login',
    429,
    { headers: replaced('retry-after', 'Fri, 01 Jan 2027 00:00:00 GMT') },
    'answer 429 header retry-after',
  ],
  ['DR61', 'a new limit', 'getLabStatus', 200, { status: 429, body: detail('slow') }, 'answer 429'],
  ['DR64', 'a slow answer', 'getTask', 200, { milliseconds: 4100 }, 'answer 200'],
]

describe('each drift is seen in an answer, and once', () => {
  test.each(drifts)('%s %s', (driftId, _, id, status, change, place) => {
    expect(seen(changed(id, status, change))).toEqual([`${driftId} ${place}`])
  })
})

const clean: [string, string, number, Change][] = [
  ['a detail of the contract', 'getTask', 404, { body: detail('Task not found') }],
  [
    "the framework's list with all that it adds",
    'login',
    422,
    {
      body: detail([{ loc: ['body', 'password'], msg: 'm', type: 'missing', input: {}, url: 'u', ctx: {} }]),
    },
  ],
  [
    'a list that no operation documents',
    'listGroups',
    200,
    { status: 422, body: detail([{ loc: ['query', 'x'], msg: 'm', type: 'int_parsing' }]) },
  ],
  ['an empty hint', 'takeHint', 200, { body: '{"hint":{}}' }],
  ['an optional field that is absent', 'getLabStatus', 200, { body: '{"status":"off","endpoints":[]}' }],
  [
    'parameters of a content type',
    'getWriteup',
    200,
    { headers: replaced('content-type', 'Application/JSON; charset=utf-8') },
  ],
  [
    'a file name in another notation',
    'getVpnConfig',
    200,
    { headers: replaced('content-disposition', "Attachment; filename*=UTF-8''a.ovpn") },
  ],
  ['an unchanged answer', 'getTask', 200, { status: 304, body: '' }],
  ['a cookie that Python has cleared', 'logout', 204, cookie(`${strict.replace('=rt;', '="";')}; Max-Age=0`)],
  ['a cookie below a prefix', 'refreshSession', 200, cookie(strict.replace('/api/auth', '/v/api/auth'))],
  ['no Secure on the own machine', 'refreshSession', 200, cookie(strict.replace(' Secure;', ''))],
  ['a body that the recording does not hold', 'getTask', 200, { body: undefined }],
  [
    'a moment with a fraction and an offset',
    'getLabStatus',
    200,
    { body: given({ expires_at: '2026-01-01T01:00:00.123456+00:00' }) },
  ],
  ['an answer that is not slow', 'getTask', 200, { milliseconds: 3900 }],
  ['a page outside of the API', 'getTask', 404, { url: 'http://localhost/group/1' }],
  [
    'an unknown address that the server does not know either',
    'getTask',
    404,
    { url: 'http://localhost/api/nowhere', body: detail('Not Found') },
  ],
]

describe('its neighbour that keeps the contract is not', () => {
  test.each(clean)('%s', (_, id, status, change) => {
    expect(seen(changed(id, status, change))).toEqual([])
  })
})

const success: Expectation = { outcomes: [{ status: 200 }] }
const refused = (status: number, said?: string, more: Partial<Expectation> = {}): Expectation => ({
  outcomes: [{ status, ...(said !== undefined && { detail: said }) }],
  ...more,
})
const expected: [string, string, number, Change, Expectation, string[]][] = [
  [
    'DR43 another documented error',
    'getTask',
    403,
    { body: detail('email not verified') },
    refused(401),
    ['DR43 answer 401'],
  ],
  ['DR42 an unknown error', 'getTask', 404, { status: 400 }, refused(404), ['DR42 answer 404']],
  ['DR44 success', 'uploadToLms', 200, {}, refused(404), ['DR44 answer 404']],
  ['DR57 success without a token', 'getTask', 200, {}, refused(401), ['DR57 answer 401']],
  [
    'DR19 success of what is malformed',
    'updateUsername',
    200,
    {},
    refused(422, undefined, { place: 'body /new_username' }),
    ['DR19 body /new_username'],
  ],
  [
    'the drift that was asked for',
    'updateUsername',
    422,
    {},
    { outcomes: [{ status: 200 }], driftId: 'DR13', place: 'body /new_username' },
    ['DR13 body /new_username'],
  ],
  [
    'DR45 a documented failure on the way of success',
    'downloadFromLms',
    500,
    {},
    success,
    ['DR45 answer 200'],
  ],
  ['DR59 a token that is not read', 'getTask', 401, {}, success, ['DR59 answer 200']],
  [
    'DR08 a demand where success is due',
    'getLabStatus',
    422,
    { body: detail([{ loc: ['query', 'attempt_id'], msg: 'm', type: 'missing' }]) },
    success,
    ['DR08 query attempt_id'],
  ],
  [
    'DR14 a shorter limit where success is due',
    'sendFeedback',
    422,
    { body: detail([{ loc: ['body', 'text'], msg: 'm', type: 'string_too_long' }]) },
    { outcomes: [{ status: 204 }] },
    ['DR14 body /text'],
  ],
  [
    'DR47 another detail than the situation has',
    'getTask',
    401,
    { body: detail('Invalid token') },
    refused(401, 'No token provided'),
    ['DR47 answer 401 detail'],
  ],
  [
    'DR01 in place of the error that is due',
    'getTask',
    404,
    { body: detail('Not Found') },
    refused(404),
    ['DR01 operation'],
  ],
  [
    'an expected answer',
    'getTask',
    401,
    { body: detail('No token provided') },
    refused(401, 'No token provided'),
    [],
  ],
  [
    'one of several expected answers',
    'getTask',
    403,
    {},
    { outcomes: [{ status: 404 }, { status: 403 }] },
    [],
  ],
]

describe('a question that deserves a certain answer', () => {
  test.each(expected)('%s', (_, id, status, change, expectation, found) => {
    expect(seen(changed(id, status, change), expectation)).toEqual(found)
  })

  test('no answer at all is a failure only where one was due', () => {
    const { request } = changed('getTask', 200, {})
    expect(seen({ request, response: null })).toEqual([])
    expect(seen({ request, response: null }, success)).toEqual(['DR45 operation'])
  })
})

describe('what a judgement says', () => {
  const one = (exchange: Exchange) => judgeExchange(contract, exchange)[0]

  test('DR04 a call that the contract does not have, without what stands in its address', () => {
    const exchange = changed('listGroups', 200, {
      url: 'https://h/v1/api/groups/17/archive/k3Vd9sQ2mZ7xT1aB',
    })
    expect(seen(exchange)).toEqual(['DR04 operation GET /groups/*/archive/*'])
    expect(
      seen({ ...exchange, request: { ...exchange.request, method: 'PUT', url: 'https://h/api/groups' } }),
    ).toEqual(['DR04 operation PUT /groups'])
  })

  test('severity: an unknown value of an enum that may grow only degrades, an object for a text breaks', () => {
    expect(one(changed('getLabStatus', 200, { body: given({ status: 'stopping' }) }))?.severity).toBe(
      'degraded',
    )
    expect(one(changed('updateUsername', 200, { body: given({ username: {} }) }))?.severity).toBe('breaking')
  })

  test('parts that are guesses of ours are marked, and others are not', () => {
    expect(one(changed('getLabStatus', 200, { body: given({ expires_at: 1 }) }))?.isAssumed).toBe(true)
    expect(one(changed('getLabStatus', 200, { body: given({ status: 1 }) }))?.isAssumed).toBeUndefined()
    expect(one(changed('takeHint', 200, { body: '{"hint":{"id":1}}' }))?.isAssumed).toBe(true)
    expect(one(changed('getTask', 404, { body: '{}' }))?.isAssumed).toBe(true)
  })

  test('a sentence names the share of a list that is wrong, and no text of the answer', () => {
    const exchange = changed('getLeaderboard', 200, {
      body: board(rows => rows.map((one, index) => (index < 2 ? { ...one, points: 'Secret 7' } : one))),
    })
    expect(one(exchange)).toMatchObject({
      pointer: '/rows/*/points',
      status: 200,
      what: 'At /rows/*/points an integer is promised, a string came in 2 of 4 places.',
      witness: 'Aaaaaa 0',
    })
  })
})

describe('hostile answers', () => {
  test.each([
    ['deeply nested', '['.repeat(100_000) + ']'.repeat(100_000)],
    [
      'deeply nested in a known place',
      `{"endpoints":${'['.repeat(50_000)}${']'.repeat(50_000)},"status":"off"}`,
    ],
    ['with the names of prototypes', '{"__proto__":{"status":"off"},"constructor":1,"hasOwnProperty":2}'],
    [
      'with a hundred thousand names',
      `{${Array.from({ length: 100_000 }, (_, index) => `"k${index}":1`).join(',')}}`,
    ],
    ['of five megabytes', `{"status":"off","endpoints":["${'x'.repeat(5_000_000)}"]}`],
    ['of no text', '\u0000\u0001'],
  ])('%s are judged in short sentences', (_, body) => {
    const judgements = judgeExchange(contract, changed('getLabStatus', 200, { body }))
    expect(judgements.length).toBeGreaterThan(0)
    expect(judgements.length).toBeLessThan(30)
    expect(JSON.stringify(judgements).length).toBeLessThan(12_000)
  })
})

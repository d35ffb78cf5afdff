import { describe, expect, test } from 'vitest'
import {
  board,
  type Change,
  changed,
  contract,
  cookie,
  detail,
  given,
  issue,
  replaced,
  seen,
  strict,
} from './changed-exchange'
import type { Exchange } from './exchange'
import { judgeExchange } from './judge-exchange'

const clean: [string, string, Change][] = [
  ['a detail of the contract', 'getTask 404', { body: detail('Task not found') }],
  [
    "the framework's list with all that it adds",
    'login 422',
    {
      body: detail([{ loc: ['body', 'password'], msg: 'm', type: 'missing', input: {}, url: 'u', ctx: {} }]),
    },
  ],
  [
    'a list that no operation documents',
    'listGroups 200',
    { status: 422, body: issue('query', 'x', 'int_parsing') },
  ],
  ['an empty hint', 'takeHint 200', { body: '{"hint":{}}' }],
  ['an optional field that is absent', 'getLabStatus 200', { body: '{"status":"off","endpoints":[]}' }],
  [
    'parameters of a content type',
    'getWriteup 200',
    { headers: replaced('content-type', 'Application/JSON; charset=utf-8') },
  ],
  [
    'a file name in another notation',
    'getVpnConfig 200',
    { headers: replaced('content-disposition', "Attachment; filename*=UTF-8''a.ovpn") },
  ],
  ['an unchanged answer', 'getTask 200', { status: 304, body: '' }],
  ['a cookie that Python has cleared', 'logout 204', cookie(`${strict.replace('=rt;', '="";')}; Max-Age=0`)],
  ['a cookie below a prefix', 'refreshSession 200', cookie(strict.replace('/api/auth', '/v/api/auth'))],
  ['no Secure on the own machine', 'refreshSession 200', cookie(strict.replace(' Secure;', ''))],
  ['a body that the recording does not hold', 'getTask 200', { body: undefined }],
  [
    'a moment with a fraction and an offset',
    'getLabStatus 200',
    { body: given({ expires_at: '2026-01-01T01:00:00.123456+00:00' }) },
  ],
  ['null for an optional field', 'getLabStatus 200', { body: given({ expires_at: null, error: null }) }],
  ['null for an optional object', 'startAttempt 200', { body: given({ exam: null, attempts: null }) }],
  ['null for a hint that is not there', 'takeHint 200', { body: '{"hint":null}' }],
  ['a whole number with a fraction of zero', 'downloadFromLms 200', { body: '{"updated":28.0}' }],
  ['what a framework says without a token', 'getTask 401', { body: detail('Not authenticated') }],
  ['an answer that is not slow', 'getTask 200', { milliseconds: 3900 }],
  ['a page outside of the API', 'getTask 404', { url: 'http://localhost/group/1' }],
  [
    'an unknown address that the server does not know either',
    'getTask 404',
    { url: 'http://localhost/api/nowhere', body: detail('Not Found') },
  ],
]

test.each(clean)('what keeps the contract is not judged: %s', (_, answer, change) => {
  expect(seen(changed(answer, change))).toEqual([])
})

describe('what a judgement says', () => {
  const one = (exchange: Exchange) => judgeExchange(contract, exchange)[0]

  test('DR04 a call that the contract does not have, without what stands in its address', () => {
    const exchange = changed('listGroups 200', {
      url: 'https://h/v1/api/groups/17/archive/k3Vd9sQ2mZ7xT1aB',
    })
    expect(seen(exchange)).toEqual(['DR04 operation GET /groups/*/archive/*'])
    expect(
      seen({ ...exchange, request: { ...exchange.request, method: 'PUT', url: 'https://h/api/groups' } }),
    ).toEqual(['DR04 operation PUT /groups'])
  })

  test('severity: an unknown value of an enum that may grow only degrades, an object for a text breaks', () => {
    expect(one(changed('getLabStatus 200', { body: given({ status: 'stopping' }) }))?.severity).toBe(
      'degraded',
    )
    expect(one(changed('updateUsername 200', { body: given({ username: {} }) }))?.severity).toBe('breaking')
  })

  test('parts that are guesses of ours are marked, and others are not', () => {
    expect(one(changed('getLabStatus 200', { body: given({ expires_at: 1 }) }))?.isAssumed).toBe(true)
    expect(one(changed('getLabStatus 200', { body: given({ status: 1 }) }))?.isAssumed).toBeUndefined()
    expect(one(changed('takeHint 200', { body: '{"hint":{"id":"x"}}' }))?.isAssumed).toBe(true)
    expect(one(changed('getTask 404', { body: '{}' }))?.isAssumed).toBe(true)
  })

  test('a sentence names the share of a list that is wrong, and no text of the answer', () => {
    const exchange = changed('getLeaderboard 200', {
      body: board(rows => rows.map((one, index) => (index < 2 ? { ...one, points: 'Secret 7' } : one))),
    })
    expect(one(exchange)).toMatchObject({
      pointer: '/rows/*/points',
      status: 200,
      what: 'At /rows/*/points an integer or null is promised, a string came in 2 of 4 places.',
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
    const judgements = judgeExchange(contract, changed('getLabStatus 200', { body }))
    expect(judgements.length).toBeGreaterThan(0)
    expect(judgements.length).toBeLessThan(30)
    expect(JSON.stringify(judgements).length).toBeLessThan(12_000)
  })
})

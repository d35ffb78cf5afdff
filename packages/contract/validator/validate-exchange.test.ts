import { describe, expect, test } from 'vitest'
import type { Exchange } from './exchange'
import {
  type Change,
  changedExchange,
  contract,
  cookie,
  detail,
  dropped,
  foundDrifts,
  issue,
  leaderboard,
  loadTorture,
  makeExchangeSampler,
  replaced,
  strict,
  withFields,
} from './test-exchanges'
import { validateExchange } from './validate-exchange'

const MODIFIED = 'Fri, 20 Nov 2026 12:00:00 GMT'

const withCaching =
  (value: string | null, ...others: (readonly [string, string])[]): NonNullable<Change['headers']> =>
  headers => [...headers, ...(value === null ? [] : [['cache-control', value] as const]), ...others]

const clean: [string, string, Change][] = [
  ['a detail of the contract', 'getTask 404', { body: detail('Task not found') }],
  [
    'the validation errors of the framework with its extra fields',
    'login 422',
    {
      body: detail([{ loc: ['body', 'password'], msg: 'm', type: 'missing', input: {}, url: 'u', ctx: {} }]),
    },
  ],
  [
    'undocumented validation errors',
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
    'a file name in another encoding',
    'getVpnConfig 200',
    { headers: replaced('content-disposition', "Attachment; filename*=UTF-8''a.ovpn") },
  ],
  ['a response with 304', 'getTask 200', { status: 304, body: '' }],
  ...['no-store', 'private, no-cache', 'No-Cache', 'max-age=0, private, must-revalidate', 'private'].map(
    (value): [string, string, Change] => [
      `a personal answer with Cache-Control: ${value}`,
      'listGroups 200',
      { headers: withCaching(value, ['last-modified', MODIFIED]) },
    ],
  ),
  ['a personal answer that names no caching', 'getTask 200', { headers: withCaching(null, ['age', '0']) }],
  ['a stored answer that is the same for all', 'checkInvite 200', { headers: withCaching('public') }],
  ['a stored error', 'getTask 404', { headers: withCaching('max-age=60') }],
  ['a cookie cleared by Python', 'logout 204', cookie(`${strict.replace('=rt;', '="";')}; Max-Age=0`)],
  ['a cookie under a path prefix', 'refreshSession 200', cookie(strict.replace('/api/auth', '/v/api/auth'))],
  ['no Secure on localhost', 'refreshSession 200', cookie(strict.replace(' Secure;', ''))],
  ['a body that the recording lacks', 'getTask 200', { body: undefined }],
  [
    'a timestamp with a fraction and an offset',
    'getLabStatus 200',
    { body: withFields({ expires_at: '2026-01-01T01:00:00.123456+00:00' }) },
  ],
  ['null for an optional field', 'getLabStatus 200', { body: withFields({ expires_at: null, error: null }) }],
  ['null for an optional object', 'startAttempt 200', { body: withFields({ exam: null, attempts: null }) }],
  ['null for a missing hint', 'takeHint 200', { body: '{"hint":null}' }],
  ['a whole number with a fraction of zero', 'downloadFromLms 200', { body: '{"updated":28.0}' }],
  ["the framework's error without a token", 'getTask 401', { body: detail('Not authenticated') }],
  ['a fast response', 'getTask 200', { milliseconds: 3900 }],
  ['a page outside of the API', 'getTask 404', { url: 'http://localhost/group/1' }],
  [
    'an unknown path that the server rejects too',
    'getTask 404',
    { url: 'http://localhost/api/nowhere', body: detail('Not Found') },
  ],
]

test.each(clean)('reports nothing for a valid exchange: %s', (_, answer, change) => {
  expect(foundDrifts(changedExchange(answer, change))).toEqual([])
})

describe('violations', () => {
  const one = (exchange: Exchange) => validateExchange(contract, exchange)[0]

  test('DR04 reports an unknown call without the values in its path', () => {
    const exchange = changedExchange('listGroups 200', {
      url: 'https://h/v1/api/groups/17/archive/k3Vd9sQ2mZ7xT1aB',
    })
    expect(foundDrifts(exchange)).toEqual(['DR04 operation GET /groups/*/archive/*'])
    expect(
      foundDrifts({
        ...exchange,
        request: { ...exchange.request, method: 'PUT', url: 'https://h/api/groups' },
      }),
    ).toEqual(['DR04 operation PUT /groups'])
  })

  test('an unknown value of an open enum degrades, an object for a string breaks', () => {
    expect(
      one(changedExchange('getLabStatus 200', { body: withFields({ status: 'stopping' }) }))?.severity,
    ).toBe('degraded')
    expect(one(changedExchange('updateUsername 200', { body: withFields({ username: {} }) }))?.severity).toBe(
      'breaking',
    )
  })

  test('marks only the parts that the contract assumes', () => {
    expect(one(changedExchange('getLabStatus 200', { body: withFields({ expires_at: 1 }) }))?.isAssumed).toBe(
      true,
    )
    expect(
      one(changedExchange('getLabStatus 200', { body: withFields({ status: 1 }) }))?.isAssumed,
    ).toBeUndefined()
    expect(one(changedExchange('takeHint 200', { body: '{"hint":{"id":"x"}}' }))?.isAssumed).toBe(true)
    expect(one(changedExchange('getTask 404', { body: '{}' }))?.isAssumed).toBe(true)
  })

  test('the sentence names the share of wrong list items and quotes no text of the response', () => {
    const exchange = changedExchange('getLeaderboard 200', {
      body: leaderboard(rows => rows.map((one, index) => (index < 2 ? { ...one, points: 'Secret 7' } : one))),
    })
    expect(one(exchange)).toMatchObject({
      pointer: '/rows/*/points',
      status: 200,
      what: 'At /rows/*/points an integer is promised, a string came in 2 of 4 places.',
      witness: 'Aaaaaa 0',
    })
  })
})

describe('hostile responses', () => {
  test.each([
    ['deeply nested', '['.repeat(100_000) + ']'.repeat(100_000)],
    [
      'deeply nested in a known property',
      `{"endpoints":${'['.repeat(50_000)}${']'.repeat(50_000)},"status":"off"}`,
    ],
    ['with prototype names', '{"__proto__":{"status":"off"},"constructor":1,"hasOwnProperty":2}'],
    ['with 100,000 keys', `{${Array.from({ length: 100_000 }, (_, index) => `"k${index}":1`).join(',')}}`],
    ['of 5 MB', `{"status":"off","endpoints":["${'x'.repeat(5_000_000)}"]}`],
    ['of invalid text', '\u0000\u0001'],
  ])('%s get short sentences', (_, body) => {
    const violations = validateExchange(contract, changedExchange('getLabStatus 200', { body }))
    expect(violations.length).toBeGreaterThan(0)
    expect(violations.length).toBeLessThan(30)
    expect(JSON.stringify(violations).length).toBeLessThan(12_000)
  })
})

describe('valid exchanges', () => {
  test.each([
    ['the contract', contract],
    ['a contract with every construct', loadTorture()],
  ])('sampled responses of %s give no finding, with and without an expected status', (_, one) => {
    const sample = makeExchangeSampler(one)
    const findings = one.operations.flatMap(operation =>
      operation.responses.flatMap(({ status }) =>
        Array.from({ length: status < 400 ? 8 : 1 }, (_, seed) => sample(operation, status, seed)).flatMap(
          exchange => [
            ...validateExchange(one, exchange),
            ...validateExchange(one, exchange, { outcomes: [{ status }] }),
          ],
        ),
      ),
    )
    expect(findings).toEqual([])
  })
})

const drifts: [answer: string, found: string, change: Change][] = [
  [
    'getWriteup 200',
    'DR51 answer 200 header content-type',
    { headers: replaced('content-type', 'text/plain') },
  ],
  [
    'getVpnConfig 200',
    'DR51 answer 200 header content-type',
    { headers: replaced('content-type', 'application/x-openvpn-profile') },
  ],
  ['getWriteup 200', 'DR52 answer 200 header content-type', { headers: dropped('content-type') }],
  [
    'getVpnConfig 200',
    'DR53 answer 200 header content-disposition',
    { headers: replaced('content-disposition', 'attachment') },
  ],
  [
    'getVpnConfig 200',
    'DR53 answer 200 header content-disposition',
    { headers: dropped('content-disposition') },
  ],
  ['refreshSession 200', 'DR55 answer 200 header set-cookie', { headers: dropped('set-cookie') }],
  ['refreshSession 200', 'DR55 answer 200 header set-cookie', cookie(strict.replace('refresh_token', 'rt'))],
  [
    'refreshSession 200',
    'DR56 answer 200 header set-cookie HttpOnly',
    cookie(strict.replace(' HttpOnly;', '')),
  ],
  [
    'refreshSession 200',
    'DR56 answer 200 header set-cookie SameSite',
    cookie(strict.replace('Strict', 'Lax')),
  ],
  ['refreshSession 200', 'DR56 answer 200 header set-cookie Path', cookie(strict.replace('/api/auth', '/'))],
  [
    'refreshSession 200',
    'DR56 answer 200 header set-cookie Secure',
    { ...cookie(strict.replace(' Secure;', '')), url: 'https://stage.example.com/api/auth/refresh' },
  ],
  ['login 429', 'DR61 answer 429 header retry-after', { headers: dropped('retry-after') }],
  [
    'login 429',
    'DR61 answer 429 header retry-after',
    { headers: replaced('retry-after', 'Fri, 01 Jan 2027 00:00:00 GMT') },
  ],
  ['getLabStatus 200', 'DR61 answer 429', { status: 429, body: detail('slow') }],
  ['getTask 200', 'DR64 answer 200', { milliseconds: 4100 }],
]

test.each(drifts)('the headers of %s drift once, %s: %j', (answer, found, change) => {
  expect(foundDrifts(changedExchange(answer, change))).toEqual([found])
})

test.each([
  ['None', 'degraded'],
  ['None without Secure', 'breaking'],
])('a cookie with SameSite=%s is %s', (which, severity) => {
  const weak = strict.replace('Strict', 'None').replace(which === 'None' ? '' : ' Secure;', '')
  const found = validateExchange(contract, changedExchange('refreshSession 200', cookie(weak)))
  expect(found.find(({ place }) => place.endsWith('SameSite'))?.severity).toBe(severity)
})

describe('E15 a personal answer that a cache may store', () => {
  const other = ['last-modified', MODIFIED] as const
  test.each<[string, 'degraded' | 'information', Change['headers']]>([
    ['public', 'degraded', withCaching('public')],
    ['PUBLIC, Max-Age=31536000', 'degraded', withCaching('PUBLIC, Max-Age=31536000')],
    ['s-maxage="5"', 'degraded', withCaching('s-maxage="5"')],
    ['public in a second header', 'degraded', withCaching('max-age=0', ['cache-control', 'public'])],
    ['an Age', 'degraded', withCaching('no-store', ['age', '17'])],
    ['private, max-age=30', 'information', withCaching('private, max-age=30')],
    ['no-cache for a cookie only', 'information', withCaching('no-cache="set-cookie", max-age=9')],
    ['Last-Modified alone', 'information', withCaching(null, other)],
  ])('%s is %s', (_, severity, headers) => {
    const found = validateExchange(contract, changedExchange('getGroup 200', { ...(headers && { headers }) }))
    expect(found.map(({ driftId, place, severity: of }) => [driftId, place, of])).toEqual([
      ['DR67', 'answer 200 header cache-control', severity],
    ])
  })

  test('is named also where the GET writes, and never where the call needs no token', () => {
    const headers = withCaching('max-age=60, public')
    expect(foundDrifts(changedExchange('startAttempt 200', { headers }))).toEqual([
      'DR67 answer 200 header cache-control',
    ])
    expect(foundDrifts(changedExchange('getSharedProfile 200', { headers }))).toEqual([])
    expect(foundDrifts(changedExchange('submitFlags 200', { headers }))).toEqual([])
  })
})

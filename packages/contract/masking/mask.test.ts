import { describe, expect, test } from 'vitest'
import type { Exchange } from '../validator/exchange'
import { changedExchange, contract } from '../validator/test-exchanges'
import { validateExchange } from '../validator/validate-exchange'
import { maskExchange, maskViolation, toEvidence } from './mask'
import { SessionMask } from './mask-session'

const bytes = (text: string) => new TextEncoder().encode(text)
const base = 'https://stage.example.com/api'

type Headers = readonly (readonly [string, string])[]

/** `POST /auth/login`, with a JSON body if it has one, and its answer. */
const exchangeOf = (
  call: string,
  [status, body, answerHeaders = []]: readonly [status: number, body: unknown, headers?: Headers],
  { headers = [], sent }: { headers?: Headers; sent?: unknown } = {},
): Exchange => {
  const [method = '', path] = call.split(' ')
  const toText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
  return {
    request: {
      method,
      url: base + path,
      headers: sent === undefined ? headers : [['content-type', 'application/json'], ...headers],
      ...(sent !== undefined && { body: bytes(toText(sent)) }),
    },
    response: {
      status,
      headers: [['content-type', 'application/json'], ...answerHeaders],
      body: bytes(toText(body)),
    },
  }
}

const bearer: Headers = [['authorization', 'Bearer at-SECRET9']]
const user = {
  id: 17,
  username: 'SECRETary',
  email: 'SECRET@example.com',
  email_verified: true,
  no_password: false,
  first_name: 'SECRETina',
}
const cookie = 'refresh_token=rt-SECRET9; Path=/api/auth; HttpOnly; Secure; SameSite=Strict'
const tokens = { access_token: 'at-SECRET9', refresh_token: 'rt-SECRET9' }
const rejectedInput = {
  loc: ['body', 'password'],
  msg: 'SECRETword is bad',
  type: 'value_error',
  input: { password: 'SECRETword' },
}

/** Every secret contains the word SECRET, nothing else does. */
const secretExchanges: Readonly<Record<string, Exchange>> = {
  'a login': exchangeOf('POST /auth/login', [200, { user, ...tokens }, [['set-cookie', cookie]]], {
    sent: { username: 'SECRETary', password: 'SECRET"word', invite: 'SECRET-2026' },
  }),
  'flags that the response repeats': exchangeOf(
    'POST /tasks/check',
    [400, { detail: 'neither SECRET{a} nor SECRET{b} is right' }],
    { sent: { flags: ['SECRET{a}', 'SECRET{b}'] } },
  ),
  'a rejected login that repeats its input': exchangeOf(
    'POST /auth/login',
    [422, { detail: [rejectedInput] }],
    { sent: { username: 'SECRETary', password: 'SECRETword' } },
  ),
  'a refresh': exchangeOf('POST /auth/refresh', [401, { detail: 'rt-SECRET9 is unknown' }], {
    headers: [['cookie', 'theme=dark; refresh_token=rt-SECRET9']],
  }),
  'an invite': exchangeOf('GET /auth/invite/SECRET-2026', [404, { detail: 'No SECRET-2026' }]),
  'a shared profile': exchangeOf('GET /user/profile/by_shared_link/k3Vd9SECRETZ7xT1', [
    404,
    { detail: 'user not exists' },
  ]),
  'the own link': exchangeOf('POST /user/profile/shared', [200, { link: 'k3Vd9SECRETZ7xT1aB' }], {
    headers: bearer,
  }),
  'a reset': exchangeOf('GET /auth/send-password-reset-email?email=SECRET%40example.com', [
    404,
    { detail: 'SECRET@example.com?' },
  ]),
  'a new password': exchangeOf('POST /auth/password-new', [500, '<p>SECRETtoken</p>'], {
    sent: { token: 'SECRETtoken', password: 'SECRETword' },
  }),
  'a leaked secret': exchangeOf(
    'GET /groups',
    [200, { SECRETkey: 1, password_hash: 'SECRET', next: 'https://h/?token=SECRET' }],
    { headers: bearer },
  ),
  'a terminal': exchangeOf('GET /groups/1/tasks/2/webssh', [
    200,
    { url: 'wss://terminal.example.com/SECRET' },
  ]),
  'a proxy that echoes the request': exchangeOf(
    'GET /groups',
    [502, 'sent Authorization: Bearer at-SECRET9 to SECRET@example.com'],
    { headers: bearer },
  ),
  'other headers': exchangeOf('GET /groups', [401, { detail: 'Invalid token' }], {
    headers: [
      ['x-api-key', 'SECRET'],
      ['referer', 'https://h/reset?token=SECRET'],
    ],
  }),
  'a form': {
    request: {
      method: 'POST',
      url: `${base}/feedback`,
      headers: [['content-type', 'multipart/form-data; boundary=x']],
      body: bytes('--x SECRET'),
    },
    response: { status: 204, headers: [] },
  },
  'a file': {
    request: { method: 'GET', url: `${base}/user/vpn_config`, headers: [] },
    response: {
      status: 200,
      headers: [['content-type', 'application/octet-stream']],
      body: bytes('<key>SECRET</key>'),
    },
  },
}
const known = [{ name: 'KEY', value: 'SECRETkey' }]

const textOfAll = (exchange: Exchange): string => {
  const { request, response } = exchange
  const decode = (body: Uint8Array | undefined) => new TextDecoder().decode(body)
  return JSON.stringify([
    request.url,
    request.headers,
    decode(request.body),
    response?.headers,
    decode(response?.body),
  ])
}

describe('removes every secret from output and files', () => {
  test.each(Object.entries(secretExchanges))('%s', (_, exchange) => {
    expect(textOfAll(exchange)).toContain('SECRET')
    expect(textOfAll(maskExchange(exchange, known))).not.toContain('SECRET')
    const violations = validateExchange(contract, exchange, { outcomes: [{ status: 299 }] })
    const printed = violations.map(one => maskViolation(one, known, exchange))
    expect(JSON.stringify(printed)).not.toContain('SECRET')
    for (const pointer of [undefined, '', '/detail', '/user/email', '/access_token']) {
      const { curl, excerpt } = toEvidence(exchange, 'a step', pointer, known)
      // Variables are named after their content.
      expect(`${curl} ${excerpt}`.replaceAll('$SECRET', '')).not.toContain('SECRET')
    }
  })
})

describe('masked exchanges can still be checked and reproduced', () => {
  test('a masked login stays valid', () => {
    const login = exchangeOf('POST /auth/login', [200, { user, ...tokens }, [['set-cookie', cookie]]])
    expect(validateExchange(contract, login)).toEqual([])
    expect(validateExchange(contract, maskExchange(login))).toEqual([])
  })

  test('a violation stays the same violation', () => {
    const shared = exchangeOf('POST /user/profile/shared', [200, { link: 'short!' }])
    const drifts = (exchange: Exchange) =>
      validateExchange(contract, exchange).map(({ driftId, place }) => `${driftId} ${place}`)
    expect(drifts(shared)).toEqual(['DR36 answer 200 /link'])
    expect(drifts(maskExchange(shared))).toEqual(drifts(shared))
  })

  test('the command sends the same request with shell variables for secrets', () => {
    const login = secretExchanges['a login']
    expect(login && toEvidence(login, 'sign in').curl).toBe(
      `curl -i -X POST 'https://stage.example.com/api/auth/login' -H 'content-type: application/json' --data-raw '{"username":"'"$USERNAME"'","password":"'"$PASSWORD"'","invite":"'"$INVITE"'"}'`,
    )
  })

  test('the excerpt shows the list item without the field', () => {
    const group = (id: number) => ({ id, hide_leaderboard: false, ...(id !== 2 && { name: `Group ${id}` }) })
    const { excerpt } = toEvidence(exchangeOf('GET /groups', [200, [1, 2, 3].map(group)]), 'x', '/*/name')
    expect(excerpt).toBe('/1: {"id":2,"hide_leaderboard":false}')
  })

  test('prints a response of any depth and with any name in a few hundred characters', () => {
    const hostile = `${'[{"__proto__":'.repeat(20_000)}1${'}]'.repeat(20_000)}`
    const { excerpt } = toEvidence(exchangeOf('GET /groups', [200, hostile]), 'x', '/*/name')
    expect(excerpt?.length).toBeLessThan(400)
    expect(maskExchange(exchangeOf('GET /groups', [200, hostile])).response?.status).toBe(200)
  })
})

const getText = ({ request, response }: Exchange) =>
  `${request.url} ${response?.headers} ${new TextDecoder().decode(response?.body)}`

const masked = (...exchanges: Exchange[]) => {
  const session = new SessionMask(contract.document)
  for (const exchange of exchanges) session.learn(exchange)
  return exchanges.map(exchange => session.mask(exchange))
}

test('masks names and secrets of one response in every other one', () => {
  const rows = [
    { username: 'ivanov', first_name: 'Пётр', surname: 'Иванов' },
    { username: 'user', last_name: 'Title' },
  ]
  const disposition = ['content-disposition', 'attachment; filename="flagship-ivanov.ovpn"'] as const
  const texts = masked(
    exchangeOf('GET /groups/1?search=%D0%98%D0%B2%D0%B0%D0%BD%D0%BE%D0%B2', [
      200,
      { reason: 'Ivanov (Иванов, Пётр) used k3Vd9-word; a corpus of 7.', detail: 'user not exists' },
    ]),
    exchangeOf('GET /leaderboard/group/1', [
      200,
      { rows, access_token: 'k3Vd9-word', flags: ['title', 'FLAG{x}'] },
    ]),
    exchangeOf('GET /groups/2', [200, { title: 'FLAG{x}', status: 'user' }]),
    exchangeOf('GET /user/vpn_config', [200, {}, [disposition]]),
  ).map(getText)
  expect(texts.join('\n')).not.toMatch(/ivanov|Иванов|%D0%98|Пётр|k3Vd9|FLAG\{x|flagship/i)
  expect(texts[0]).toMatch(/ used .*; a corpus of 7\.","detail":"user not exists"/)
  expect(texts[2]).toContain('"title":')
  expect(texts[3]).toContain('attachment; filename="aaaaaaaa-aaaaaa.ovpn"')
})

test('masked responses stay valid', () => {
  const exchanges = contract.operations.flatMap(({ operationId, responses }) =>
    responses.map(({ status }) => changedExchange(`${operationId} ${status}`, {})),
  )
  const found = masked(...exchanges).flatMap(exchange =>
    validateExchange(contract, { ...exchange, isSanitized: true }),
  )
  expect(found.map(({ operationId, place }) => `${operationId} ${place}`)).toEqual([])
})

describe('removes secrets that stand in no JSON field of their own', () => {
  const inText = (body: string, type = 'text/plain'): Exchange => {
    const plain = exchangeOf('GET /groups', [200, body])
    return {
      ...plain,
      response: {
        ...(plain.response ?? { status: 200 }),
        headers: [['content-type', type]],
        body: bytes(body),
      },
    }
  }
  const inHeader = (...headers: Headers) => exchangeOf('GET /groups', [200, {}, headers])
  const nested = JSON.stringify({ user: { password: 'qX7-leaked' } })

  test.each<[string, Exchange]>([
    ['JSON in a string', exchangeOf('GET /groups', [200, { payload: nested }])],
    [
      'JSON in JSON in a string',
      exchangeOf('GET /groups', [200, { payload: JSON.stringify({ inner: nested }) }]),
    ],
    ['a JSON value a line', inText(`{"id":1}\n${nested}\n`, 'application/x-ndjson')],
    ['server-sent events', inText(`event: user\ndata: ${nested}\n\n`, 'text/event-stream')],
    ['JSON that was cut off', inText(nested.slice(0, -2), 'application/json')],
    ['XML', inText('<user><password hint="x">qX7-leaked</password></user>', 'application/xml')],
    ['a line of text', inText('login: ann\npassword: qX7-leaked')],
    ['fields of a form of text', inText('password="qX7-leaked two", token: "qX7-leaked"')],
    ['a record of Python', inText("refused {'password': 'qX7-leaked, two'}")],
    ['an attribute', inText('<user password="qX7-leaked"/>', 'application/xml')],
    ['a field with a short name', exchangeOf('GET /groups', [200, { pin: 'qX7-leaked' }])],
    ['a field in Russian', exchangeOf('GET /groups', [200, { Пароль: 'qX7-leaked' }])],
    ['a private key', inText('-----BEGIN EC PRIVATE KEY-----\nqX7-leaked\n-----END EC PRIVATE KEY-----')],
    ['Basic credentials in a text', inText(`proxy ${btoa('ann:qX7-leaked')} refused`)],
    ['a header of a vault', inHeader(['x-vault-token', 'qX7-leaked'])],
    ['a header of an unknown name', inHeader(['x-internal', 'qX7leaked0123456789ab'])],
    ['a relative address', inHeader(['location', '/invite/qX7-leaked'])],
    [
      'a session in a query',
      { ...inText(''), request: { method: 'GET', url: `${base}/groups?sid=qX7-leaked`, headers: [] } },
    ],
  ])('%s', (_, exchange) => {
    expect(textOfAll(exchange)).toMatch(/qX7|YW5uOn/)
    expect(textOfAll(maskExchange(exchange))).not.toMatch(/qX7|YW5uOn|leaked/)
    expect(JSON.stringify(toEvidence(exchange, 'a step'))).not.toMatch(/qX7-|leaked/)
  })

  test('a card, by its check digit and by its name', () => {
    const order = exchangeOf('POST /orders', [200, {}], {
      sent: { note: 'pay by 4539 1488 0343 6467', cvc: '737', number: 4539148803436467 },
    })
    const text = textOfAll(maskExchange(order))
    expect(text).not.toMatch(/4539|6467|737/)
  })

  test('an id that is a UUID stays, so that the request can be repeated', () => {
    const url = `${base}/orders/3f2504e0-4f89-41d3-9a0c-0305e82c3301`
    const order = { ...inText(''), request: { method: 'GET', url, headers: [] } }
    expect(toEvidence(order, 'a step').curl).toBe(`curl -i '${url}'`)
  })
})

import { describe, expect, test } from 'vitest'
import type { Exchange } from '../validator/exchange'
import { changedExchange, contract } from '../validator/test-exchanges'
import { validateExchange } from '../validator/validate-exchange'
import { maskExchange, maskViolation, toEvidence } from './mask'
import { SessionMask } from './mask-session'

const bytes = (text: string) => new TextEncoder().encode(text)
const base = 'https://stage.example.com/api'

type SentRequest = { method?: string; url: string; headers?: [string, string][]; body?: string }
const getExchange = (
  sent: SentRequest,
  status: number,
  body: unknown,
  headers: [string, string][] = [],
): Exchange => ({
  request: {
    method: sent.method ?? 'GET',
    url: base + sent.url,
    headers: sent.headers ?? [],
    ...(sent.body !== undefined && { body: bytes(sent.body) }),
  },
  response: {
    status,
    headers: [['content-type', 'application/json'], ...headers],
    body: bytes(typeof body === 'string' ? body : JSON.stringify(body)),
  },
})

const json: [string, string] = ['content-type', 'application/json']
const bearer: [string, string] = ['authorization', 'Bearer at-SECRET9']
const user = {
  id: 17,
  username: 'SECRETary',
  email: 'SECRET@example.com',
  email_verified: true,
  no_password: false,
  first_name: 'SECRETina',
}

/** Every secret contains the word SECRET, nothing else does. */
const secretExchanges: [string, Exchange][] = [
  [
    'a login',
    getExchange(
      {
        method: 'POST',
        url: '/auth/login',
        headers: [json],
        body: '{"username":"SECRETary","password":"SECRET\\"word","invite":"SECRET-2026"}',
      },
      200,
      { user, access_token: 'at-SECRET9', refresh_token: 'rt-SECRET9' },
      [['set-cookie', 'refresh_token=rt-SECRET9; Path=/api/auth; HttpOnly; Secure; SameSite=Strict']],
    ),
  ],
  [
    'flags that the response repeats',
    getExchange(
      { method: 'POST', url: '/tasks/check', headers: [json], body: '{"flags":["SECRET{a}","SECRET{b}"]}' },
      400,
      { detail: 'neither SECRET{a} nor SECRET{b} is right' },
    ),
  ],
  [
    'a rejected login that repeats its input',
    getExchange(
      {
        method: 'POST',
        url: '/auth/login',
        headers: [json],
        body: '{"username":"SECRETary","password":"SECRETword"}',
      },
      422,
      {
        detail: [
          {
            loc: ['body', 'password'],
            msg: 'SECRETword is bad',
            type: 'value_error',
            input: { password: 'SECRETword' },
          },
        ],
      },
    ),
  ],
  [
    'a refresh',
    getExchange(
      { method: 'POST', url: '/auth/refresh', headers: [['cookie', 'theme=dark; refresh_token=rt-SECRET9']] },
      401,
      {
        detail: 'rt-SECRET9 is unknown',
      },
    ),
  ],
  ['an invite', getExchange({ url: '/auth/invite/SECRET-2026' }, 404, { detail: 'No SECRET-2026' })],
  [
    'a shared profile',
    getExchange({ url: '/user/profile/by_shared_link/k3Vd9SECRETZ7xT1' }, 404, { detail: 'user not exists' }),
  ],
  [
    'the own link',
    getExchange({ method: 'POST', url: '/user/profile/shared', headers: [bearer] }, 200, {
      link: 'k3Vd9SECRETZ7xT1aB',
    }),
  ],
  [
    'a reset',
    getExchange({ url: '/auth/send-password-reset-email?email=SECRET%40example.com' }, 404, {
      detail: 'SECRET@example.com?',
    }),
  ],
  [
    'a new password',
    getExchange(
      {
        method: 'POST',
        url: '/auth/password-new',
        headers: [json],
        body: '{"token":"SECRETtoken","password":"SECRETword"}',
      },
      500,
      '<p>SECRETtoken</p>',
    ),
  ],
  [
    'a leaked secret',
    getExchange({ url: '/groups', headers: [bearer] }, 200, {
      SECRETkey: 1,
      password_hash: 'SECRET',
      next: 'https://h/?token=SECRET',
    }),
  ],
  [
    'a terminal',
    getExchange({ url: '/groups/1/tasks/2/webssh' }, 200, { url: 'wss://terminal.example.com/SECRET' }),
  ],
  [
    'a proxy that echoes the request',
    getExchange(
      { url: '/groups', headers: [bearer] },
      502,
      'sent Authorization: Bearer at-SECRET9 to SECRET@example.com',
    ),
  ],
  [
    'other headers',
    getExchange(
      {
        url: '/groups',
        headers: [
          ['x-api-key', 'SECRET'],
          ['referer', 'https://h/reset?token=SECRET'],
        ],
      },
      401,
      { detail: 'Invalid token' },
    ),
  ],
  [
    'a form',
    getExchange(
      {
        method: 'POST',
        url: '/feedback',
        headers: [['content-type', 'multipart/form-data; boundary=x']],
        body: '--x SECRET',
      },
      204,
      '',
    ),
  ],
  [
    'a file',
    {
      request: { method: 'GET', url: `${base}/user/vpn_config`, headers: [] },
      response: {
        status: 200,
        headers: [['content-type', 'application/octet-stream']],
        body: bytes('<key>SECRET</key>'),
      },
    },
  ],
]
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
  test.each(secretExchanges)('%s', (_, exchange) => {
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
    const login = getExchange(
      { method: 'POST', url: '/auth/login' },
      200,
      { user, access_token: 'a', refresh_token: 'b' },
      [['set-cookie', 'refresh_token=rt-1; Path=/api/auth; HttpOnly; Secure; SameSite=Strict']],
    )
    expect(validateExchange(contract, login)).toEqual([])
    expect(validateExchange(contract, maskExchange(login))).toEqual([])
  })

  test('a violation stays the same violation', () => {
    const shared = getExchange({ method: 'POST', url: '/user/profile/shared' }, 200, { link: 'short!' })
    const drifts = (exchange: Exchange) =>
      validateExchange(contract, exchange).map(({ driftId, place }) => `${driftId} ${place}`)
    expect(drifts(shared)).toEqual(['DR36 answer 200 /link'])
    expect(drifts(maskExchange(shared))).toEqual(drifts(shared))
  })

  test('the command sends the same request with shell variables for secrets', () => {
    const [, login] = secretExchanges[0] ?? []
    expect(login && toEvidence(login, 'sign in').curl).toBe(
      `curl -i -X POST 'https://stage.example.com/api/auth/login' -H 'content-type: application/json' --data-raw '{"username":"'"$USERNAME"'","password":"'"$PASSWORD"'","invite":"'"$INVITE"'"}'`,
    )
  })

  test('the excerpt shows the list item without the field', () => {
    const group = (id: number) => ({ id, hide_leaderboard: false, ...(id !== 2 && { name: `Group ${id}` }) })
    const { excerpt } = toEvidence(getExchange({ url: '/groups' }, 200, [1, 2, 3].map(group)), 'x', '/*/name')
    expect(excerpt).toBe('/1: {"id":2,"hide_leaderboard":false}')
  })

  test('prints a response of any depth and with any name in a few hundred characters', () => {
    const hostile = `${'[{"__proto__":'.repeat(20_000)}1${'}]'.repeat(20_000)}`
    const { excerpt } = toEvidence(getExchange({ url: '/groups' }, 200, hostile), 'x', '/*/name')
    expect(excerpt?.length).toBeLessThan(400)
    expect(maskExchange(getExchange({ url: '/groups' }, 200, hostile)).response?.status).toBe(200)
  })
})

const jsonHeader = ['content-type', 'application/json'] as const
const answerTo = (path: string, body: unknown, headers: Exchange['request']['headers'] = []): Exchange => ({
  request: { method: 'GET', url: `https://stage.example/api${path}`, headers: [] },
  response: {
    status: 200,
    headers: [jsonHeader, ...headers],
    body: new TextEncoder().encode(JSON.stringify(body)),
  },
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
  const texts = masked(
    answerTo('/groups/1?search=%D0%98%D0%B2%D0%B0%D0%BD%D0%BE%D0%B2', {
      reason: 'Ivanov (Иванов, Пётр) used k3Vd9-word; a corpus of 7.',
      detail: 'user not exists',
    }),
    answerTo('/leaderboard/group/1', { rows, access_token: 'k3Vd9-word', flags: ['title', 'FLAG{x}'] }),
    answerTo('/groups/2', { title: 'FLAG{x}', status: 'user' }),
    answerTo('/user/vpn_config', {}, [
      ['content-disposition', 'attachment; filename="flagship-ivanov.ovpn"'],
    ]),
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

import { describe, expect, it } from 'vitest'
import type { DbOptions } from '../platform/create-db'
import { playExamEvent } from '../platform/exam-events'
import { SETTLE_SECONDS } from '../platform/payments'
import { createPausedDb } from '../test-platform'
import { handleOrder, handleOrderRequest, type OrderRequest } from './orders'

const site = 'https://flagship.example'

/** The candidate's second attempt is unpaid. */
function openBank(options: DbOptions = {}) {
  const db = createPausedDb({ scenario: 'needPay', ...options })
  const request = (changes: Partial<OrderRequest> = {}) =>
    handleOrder({ method: 'GET', attempt: '2', returnTo: site, ...changes }, db)
  const choose = (choice: unknown, changes: Partial<OrderRequest> = {}) =>
    request({ method: 'POST', choice, ...changes })
  const orders = () => db.tables.attempts.get(2)?.orders ?? []
  return { db, request, choose, orders, settle: () => db.clock.advance(SETTLE_SECONDS * 1000) }
}

describe('an order at the bank', () => {
  it('shows what is paid for', () => {
    const { request } = openBank()
    expect(request()).toEqual({
      status: 200,
      body: {
        attempt: 2,
        exam: expect.stringContaining('Экзамен'),
        amount: 1_490_000,
        currency: 'RUB',
        state: 'open',
      },
    })
  })

  it.each([
    ['pay', `${site}/order/ok`, 1],
    ['decline', `${site}/order/fail`, 1],
    ['leave', `${site}/order/fail`, 0],
  ])('redirects after %s to %s', (choice, location, made) => {
    const { choose, orders } = openBank()
    expect(choose(choice)).toEqual({ status: 200, body: { location } })
    expect(orders()).toHaveLength(made)
  })

  it('cannot be paid again while it is processed or afterwards', () => {
    const { request, choose, orders, settle } = openBank()
    choose('pay')
    expect(choose('pay')).toEqual({ status: 409, body: { detail: 'nothing to pay', state: 'processing' } })
    settle()
    expect(choose('decline')).toEqual({ status: 409, body: { detail: 'nothing to pay', state: 'paid' } })
    expect(request().body).toMatchObject({ state: 'paid' })
    expect(choose('leave').body).toEqual({ location: `${site}/order/ok` })
    expect(orders()).toHaveLength(1)
  })

  it('can be paid again after a rejection, which is shown at once', () => {
    const { request, choose, orders, settle } = openBank({ settings: { isBankRejecting: true } })
    expect(choose('pay').body).toEqual({ location: `${site}/order/ok` })
    settle()
    expect(request().body).toMatchObject({ state: 'open', reason: expect.stringContaining('недостаточно') })
    expect(choose('pay').status).toBe(200)
    expect(orders()).toHaveLength(2)
  })

  it.each([
    ['with admission', '2', 'needPay', true],
    ['without a price', '2', 'waitsForAdmission', false],
    ['after the start', '2', 'examRunning', false],
  ] as const)('%s has nothing to pay', (_, attempt, scenario, isAdmitted) => {
    const { db, request, choose } = openBank({ scenario })
    if (isAdmitted) playExamEvent(db, 'candidate', 5, { admit: true })
    expect(request({ attempt }).body).toMatchObject({ state: 'closed' })
    expect(choose('pay', { attempt })).toEqual({
      status: 409,
      body: { detail: 'nothing to pay', state: 'closed' },
    })
  })

  it.each(['77', '', '-2', '2.0', '0x2', '2/..', '__proto__', '1e3', '9'.repeat(30)])(
    'does not exist for the id %j',
    attempt => {
      const { request, choose } = openBank()
      const error = { status: 404, body: { detail: 'order not found' } }
      expect(request({ attempt })).toEqual(error)
      expect(choose('pay', { attempt })).toEqual(error)
    },
  )

  it.each([
    'javascript:alert(1)',
    'javascript://flagship.example/%0aalert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'blob:https://flagship.example/1',
    'ftp://flagship.example',
    '//evil.example',
    'https://flagship.example/',
    'https://flagship.example/order/ok?',
    'https://user:word@flagship.example',
    'https://flagship.example@evil.example/',
    'HTTPS://flagship.example',
    ' https://flagship.example',
    'null',
    '',
    null,
    undefined,
    7,
    ['https://flagship.example'],
  ])('rejects the return URL %j', returnTo => {
    const { request, choose, orders } = openBank()
    const error = { status: 400, body: { detail: 'return address not allowed' } }
    expect(request({ returnTo })).toEqual(error)
    for (const choice of ['pay', 'decline', 'leave']) expect(choose(choice, { returnTo })).toEqual(error)
    expect(orders()).toEqual([])
  })

  it.each(['http://127.0.0.1:4173', 'http://localhost:5173', 'http://[::1]:5173'])(
    'returns to %s',
    returnTo => {
      expect(openBank().choose('pay', { returnTo }).body).toEqual({ location: `${returnTo}/order/ok` })
    },
  )

  it.each([undefined, null, 'Pay', 'refund', ['pay'], {}])('rejects the choice %j', choice => {
    const { choose, orders } = openBank()
    expect(choose(choice)).toEqual({ status: 400, body: { detail: 'choice not known' } })
    expect(orders()).toEqual([])
  })

  it('rejects other methods', () => {
    const { request, orders } = openBank()
    for (const method of ['PUT', 'DELETE', 'PATCH', 'HEAD'])
      expect(request({ method, choice: 'pay' }).status).toBe(405)
    expect(orders()).toEqual([])
  })
})

describe('requests of the bank’s page', () => {
  const base = 'http://localhost/mock-bank/orders'
  const send = (url: string, init?: RequestInit) =>
    handleOrderRequest(new Request(url, init), createPausedDb({ scenario: 'needPay' }))

  it('take their parameters from the URL and the body', async () => {
    const shown = await send(`${base}/2?return=${encodeURIComponent(site)}`)
    expect(await shown?.json()).toMatchObject({ attempt: 2, state: 'open' })
    expect(shown?.headers.get('cache-control')).toBe('no-store')
    const body = JSON.stringify({ choice: 'pay', return: site })
    const paid = await send(`${base}/2`, { method: 'POST', body })
    expect(await paid?.json()).toEqual({ location: `${site}/order/ok` })
  })

  it.each(['', 'no json', 'null', '"pay"', '[]', '7'])('with the body %j are rejected', async body => {
    expect((await send(`${base}/2`, { method: 'POST', body }))?.status).toBe(400)
  })

  it('are only handled below /mock-bank/orders/', async () => {
    expect(await send('http://localhost/mock-bank/order')).toBeUndefined()
    expect(await send('http://localhost/api/groups')).toBeUndefined()
  })
})

import { describe, expect, it } from 'vitest'
import type { DbOptions } from '../platform/db'
import { playExamEvent } from '../platform/exam-events'
import { createStillDb } from '../test-platform'
import { answerBank, type BankRequest } from './answer-bank'
import { answerOrders } from './answer-orders'

const site = 'https://flagship.example'

/** The candidate's second attempt waits for its payment. */
function openBank(options: DbOptions = {}) {
  const db = createStillDb({ scenario: 'needPay', ...options })
  const ask = (changes: Partial<BankRequest> = {}) =>
    answerBank({ method: 'GET', attempt: '2', returnTo: site, ...changes }, db)
  const choose = (choice: unknown, changes: Partial<BankRequest> = {}) =>
    ask({ method: 'POST', choice, ...changes })
  const orders = () => db.tables.attempts.get(2)?.orders ?? []
  return { db, ask, choose, orders, settle: () => db.clock.advance(20_000) }
}

describe('an order at the bank', () => {
  it('shows what is paid for', () => {
    const { ask } = openBank()
    expect(ask()).toEqual({
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
  ])('after %s leads to %s', (choice, location, made) => {
    const { choose, orders } = openBank()
    expect(choose(choice)).toEqual({ status: 200, body: { location } })
    expect(orders()).toHaveLength(made)
  })

  it('is not paid twice, neither while it is processed nor afterwards', () => {
    const { ask, choose, orders, settle } = openBank()
    choose('pay')
    expect(choose('pay')).toEqual({ status: 409, body: { detail: 'nothing to pay', state: 'processing' } })
    settle()
    expect(choose('decline')).toEqual({ status: 409, body: { detail: 'nothing to pay', state: 'paid' } })
    expect(ask().body).toMatchObject({ state: 'paid' })
    expect(choose('leave').body).toEqual({ location: `${site}/order/ok` })
    expect(orders()).toHaveLength(1)
  })

  it('may be paid again after a rejection, which it tells at once', () => {
    const { ask, choose, orders, settle } = openBank({ settings: { doesBankRefuse: true } })
    expect(choose('pay').body).toEqual({ location: `${site}/order/ok` })
    settle()
    expect(ask().body).toMatchObject({ state: 'open', reason: expect.stringContaining('недостаточно') })
    expect(choose('pay').status).toBe(200)
    expect(orders()).toHaveLength(2)
  })

  it.each([
    ['by admission without payment', '2', 'needPay', true],
    ['without a price', '2', 'waitsForAdmission', false],
    ['that has begun', '2', 'examRunning', false],
  ] as const)('%s is not to be paid', (_, attempt, scenario, isAdmitted) => {
    const { db, ask, choose } = openBank({ scenario })
    if (isAdmitted) playExamEvent(db, 'candidate', 5, { admit: true })
    expect(ask({ attempt }).body).toMatchObject({ state: 'closed' })
    expect(choose('pay', { attempt })).toEqual({
      status: 409,
      body: { detail: 'nothing to pay', state: 'closed' },
    })
  })

  it.each(['77', '', '-2', '2.0', '0x2', '2/..', '__proto__', '1e3', '9'.repeat(30)])(
    'has none of the name %j',
    attempt => {
      const { ask, choose } = openBank()
      const refusal = { status: 404, body: { detail: 'order not found' } }
      expect(ask({ attempt })).toEqual(refusal)
      expect(choose('pay', { attempt })).toEqual(refusal)
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
  ])('returns to no such address as %j', returnTo => {
    const { ask, choose, orders } = openBank()
    const refusal = { status: 400, body: { detail: 'return address not allowed' } }
    expect(ask({ returnTo })).toEqual(refusal)
    for (const choice of ['pay', 'decline', 'leave']) expect(choose(choice, { returnTo })).toEqual(refusal)
    expect(orders()).toEqual([])
  })

  it.each(['http://127.0.0.1:4173', 'http://localhost:5173', 'http://[::1]:5173'])(
    'returns to %s',
    returnTo => {
      expect(openBank().choose('pay', { returnTo }).body).toEqual({ location: `${returnTo}/order/ok` })
    },
  )

  it.each([undefined, null, 'Pay', 'refund', ['pay'], {}])('knows no choice %j', choice => {
    const { choose, orders } = openBank()
    expect(choose(choice)).toEqual({ status: 400, body: { detail: 'choice not known' } })
    expect(orders()).toEqual([])
  })

  it('is changed by no other method', () => {
    const { ask, orders } = openBank()
    for (const method of ['PUT', 'DELETE', 'PATCH', 'HEAD'])
      expect(ask({ method, choice: 'pay' }).status).toBe(405)
    expect(orders()).toEqual([])
  })
})

describe('the calls of the bank’s page', () => {
  const base = 'http://localhost/mock-bank/orders'
  const send = (url: string, init?: RequestInit) =>
    answerOrders(new Request(url, init), createStillDb({ scenario: 'needPay' }))

  it('are read from address and body', async () => {
    const shown = await send(`${base}/2?return=${encodeURIComponent(site)}`)
    expect(await shown?.json()).toMatchObject({ attempt: 2, state: 'open' })
    expect(shown?.headers.get('cache-control')).toBe('no-store')
    const body = JSON.stringify({ choice: 'pay', return: site })
    const paid = await send(`${base}/2`, { method: 'POST', body })
    expect(await paid?.json()).toEqual({ location: `${site}/order/ok` })
  })

  it.each(['', 'no json', 'null', '"pay"', '[]', '7'])('with the body %j are refused', async body => {
    expect((await send(`${base}/2`, { method: 'POST', body }))?.status).toBe(400)
  })

  it('stand below one path', async () => {
    expect(await send('http://localhost/mock-bank/order')).toBeUndefined()
    expect(await send('http://localhost/api/groups')).toBeUndefined()
  })
})

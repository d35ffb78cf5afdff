import { afterEach, describe, expect, test, vi } from 'vitest'
import type { AttemptStatus } from '../../../packages/contract/schema.gen'
import { createQueryClient } from '../query-client'
import type { Group } from '../responses'
import { groupQuery } from './groups'
import { readPaymentCheck } from './payments'

afterEach(() => {
  vi.unstubAllGlobals()
})

const { queryKey } = groupQuery(5)

const getGroup = (status: AttemptStatus) => ({ id: 5, attempts: [{ id: 41, status }, { id: 7 }] }) as Group

/** A pending check of attempt 41 and a way to answer it. */
const startCheck = (status: AttemptStatus = 'payed') => {
  const client = createQueryClient()
  client.setQueryData(queryKey, getGroup(status))
  const sent = new Promise<(body: unknown) => void>(resolveSent => {
    const fetch = () => new Promise<Response>(resolve => resolveSent(body => resolve(Response.json(body))))
    vi.stubGlobal('fetch', fetch)
  })
  const reading = readPaymentCheck(client, 5, 41)
  return {
    client,
    reading,
    answer: async (body: unknown) => (await sent)(body),
    status: () => client.getQueryData(queryKey)?.attempts?.[0]?.status,
  }
}

describe('F08 only a valid response about the same attempt replaces it', () => {
  test.each(['payed', 'need_pay', 'processing'])('%s', async status => {
    const question = startCheck('payment_rejected')
    await question.answer({ id: 41, status })
    expect(await question.reading).toMatchObject({ kind: 'read', hasChanged: true })
    expect(question.status()).toBe(status)
    expect(question.client.getQueryData(queryKey)?.attempts?.[1]).toEqual({ id: 7 })
  })

  test.each([
    [{ id: 41 }],
    [{ id: 41, status: null }],
    [{ id: 41, status: 5 }],
    [{ id: 41, status: ['payed'] }],
    [{ id: '41', status: 'payed' }],
    [{ status: 'payed' }],
    [[]],
    ['payed'],
  ])('rejects %j', async body => {
    const question = startCheck('need_pay')
    const failed = expect(question.reading).rejects.toMatchObject({ kind: 'badResponse' })
    await question.answer(body)
    await failed
    expect(question.status()).toBe('need_pay')
  })

  test('detects a response about another attempt', async () => {
    const question = startCheck('need_pay')
    await question.answer({ id: 7, status: 'payed' })
    expect(await question.reading).toEqual({ kind: 'other' })
    expect(question.client.getQueryData(queryKey)).toEqual(getGroup('need_pay'))
  })
})

test('E08 a response after the start of the exam does not undo the start', async () => {
  const question = startCheck('payed')
  question.client.setQueryData(queryKey, getGroup('exam_started'))
  await question.answer({ id: 41, status: 'need_pay' })
  expect(await question.reading).toEqual({ kind: 'outdated' })
  expect(question.status()).toBe('exam_started')
})

test('a refetched group with another payment URL does not outdate the check', async () => {
  const question = startCheck('need_pay')
  const attempts = [{ id: 41, status: 'need_pay', payment_url: 'https://bank.example/2' }]
  question.client.setQueryData(queryKey, { id: 5, attempts } as Group)
  await question.answer({ id: 41, status: 'payed' })
  expect(await question.reading).toMatchObject({ kind: 'read', hasChanged: true })
  expect(question.status()).toBe('payed')
})

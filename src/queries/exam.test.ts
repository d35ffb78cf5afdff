import { afterEach, describe, expect, test, vi } from 'vitest'
import { makeQueryClient } from '../api/query-client'
import type { AttemptStatus } from '../api/schema.gen'
import type { Group } from './answers'
import { readPaymentCheck } from './exam'
import { groupQuery } from './groups'

afterEach(() => {
  vi.unstubAllGlobals()
})

const { queryKey } = groupQuery(5)

const groupOf = (status: AttemptStatus) => ({ id: 5, attempts: [{ id: 41, status }, { id: 7 }] }) as Group

/** A question about attempt 41 that is under way, and how to answer it. */
const ask = (status: AttemptStatus = 'payed') => {
  const client = makeQueryClient()
  client.setQueryData(queryKey, groupOf(status))
  let answer = (_: unknown) => {}
  vi.stubGlobal(
    'fetch',
    () =>
      new Promise(resolve => {
        answer = body => resolve(Response.json(body))
      }),
  )
  const reading = readPaymentCheck(client, 5, 41)
  return {
    client,
    reading,
    /** Lets the call go out before it is answered. */
    answer: async (body: unknown) => {
      await new Promise(resolve => setTimeout(resolve, 10))
      answer(body)
    },
    status: () => client.getQueryData(queryKey)?.attempts?.[0]?.status,
  }
}

describe('F08 only a usable answer about the same attempt replaces it', () => {
  test.each(['payed', 'need_pay', 'processing'])('%s', async status => {
    const question = ask('payment_rejected')
    await question.answer({ id: 41, status })
    expect(await question.reading).toMatchObject({ kind: 'read', hasChanged: true })
    expect(question.status()).toBe(status)
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
  ])('%j is no answer', async body => {
    const question = ask('need_pay')
    const failed = expect(question.reading).rejects.toMatchObject({ kind: 'badResponse' })
    await question.answer(body)
    await failed
    expect(question.status()).toBe('need_pay')
  })

  test('that about another one is told apart', async () => {
    const question = ask('need_pay')
    await question.answer({ id: 7, status: 'payed' })
    expect(await question.reading).toEqual({ kind: 'other' })
    expect(question.client.getQueryData(queryKey)).toEqual(groupOf('need_pay'))
  })
})

test('E08 an answer that comes after the start of the exam does not take the exam back', async () => {
  const question = ask('payed')
  question.client.setQueryData(queryKey, groupOf('exam_started'))
  await question.answer({ id: 41, status: 'need_pay' })
  expect(await question.reading).toEqual({ kind: 'overtaken' })
  expect(question.status()).toBe('exam_started')
})

test('a group that was only read once more, with another address of the bank, overtakes nothing', async () => {
  const question = ask('need_pay')
  const attempts = [{ id: 41, status: 'need_pay', payment_url: 'https://bank.example/2' }]
  question.client.setQueryData(queryKey, { id: 5, attempts } as Group)
  await question.answer({ id: 41, status: 'payed' })
  expect(await question.reading).toMatchObject({ kind: 'read', hasChanged: true })
  expect(question.status()).toBe('payed')
})

import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createRandom } from '../packages/contract/seeded-random'
import type { MockOperations } from './handlers.gen'
import { createCall, handledOperations } from './happy-calls'
import { operationTable } from './operations.gen'
import { type Call, createPlatform } from './test-platform'

it.each(handledOperations)('W02 $operationId succeeds with a valid response', async operation => {
  const platform = createPlatform()
  const response = await platform.call(operation.operationId, await createCall(operation, platform))
  expect(response.status).toBeLessThan(300)
  expect(platform.violations).toEqual([])
  expect(response.headers.has('date') && response.headers.has('x-request-id')).toBe(true)
})

it.each(handledOperations)('W06 $operationId responds identically in equal databases', async operation => {
  const respond = async () => {
    const platform = createPlatform({ seed: 'bytes' })
    const response = await platform.send(operation.operationId, await createCall(operation, platform))
    return [response.status, [...response.headers], await response.text()]
  }
  expect(await respond()).toEqual(await respond())
})

it.each(handledOperations.filter(({ security }) => security !== 'none'))(
  '$operationId responds with 401 without a token and for an invalid one',
  async operation => {
    const { operationId, security } = operation
    const platform = createPlatform()
    const { as: _, headers: __, ...anonymous } = await createCall(operation, platform)
    platform.jar.restore([])
    const withoutToken = await platform.call(operationId, anonymous)
    expect([withoutToken.status, withoutToken.body]).toEqual([401, { detail: 'No token provided' }])
    const isBearer = security === 'bearer'
    const madeUp = isBearer ? { token: 'fa_1_1_1_x' } : { headers: { cookie: 'refresh_token=fr_1_1_x' } }
    const withInvalidToken = await platform.call(operationId, { ...anonymous, ...madeUp })
    const detail = isBearer ? 'Invalid token' : 'Invalid refresh token'
    expect([withInvalidToken.status, withInvalidToken.body]).toEqual([401, { detail }])
    expect(platform.violations).toEqual([])
  },
)

const sampled = Object.fromEntries(
  operationTable.map(({ operationId }) => [operationId, 'generated']),
) as unknown as MockOperations

const plain = handledOperations
  .filter(({ security }) => security !== 'refreshCookie')
  .filter((row): row is typeof row & { call: Call } => typeof row.call === 'object')

/** By the rules, a write changes later reads; sampled responses depend only on the request. */
const kinds = {
  'by the rules': { operations: {}, calls: plain.filter(({ effect }) => effect === 'read') },
  sampled: { operations: sampled, calls: plain },
}

/** The response of each call, made in that order. */
async function collectResponses(
  order: typeof plain,
  operations: Partial<MockOperations>,
): Promise<ReadonlyMap<string, string>> {
  const platform = createPlatform({ seed: 'bytes', operations })
  const responses = new Map<string, string>()
  for (const { operationId, call } of order) {
    const response = await platform.send(operationId, call)
    const headers = documentedHeaders(operationId, response)
    responses.set(operationId, JSON.stringify([response.status, headers, await response.text()]))
  }
  expect(platform.violations).toEqual([])
  return responses
}

/** Only documented headers: the request id and the date differ. */
function documentedHeaders(operationId: string, { status, headers }: Response) {
  const operation = operationTable.find(row => row.operationId === operationId)
  const named = operation?.responses.find(response => response.status === status)?.headers ?? []
  return named.filter(({ name }) => name !== 'date').map(({ name }) => [name, headers.get(name)])
}

const zone = process.env.TZ

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})

afterEach(() => {
  vi.useRealTimers()
  if (zone === undefined) Reflect.deleteProperty(process.env, 'TZ')
  else process.env.TZ = zone
})

it.each(['by the rules', 'sampled'] as const)(
  'W06 the same seed gives identical responses %s, whatever the order of calls, the day and the time zone',
  async kind => {
    const { operations, calls } = kinds[kind]
    expect(calls.length).toBeGreaterThanOrEqual(10)
    vi.setSystemTime('2026-11-22T08:00:00Z')
    process.env.TZ = 'UTC'
    const responses = await collectResponses(calls, operations)
    vi.setSystemTime('2031-02-28T23:59:59Z')
    process.env.TZ = 'Asia/Kamchatka'
    expect(new Date().getHours()).toBe(11)
    for (const round of [1, 2]) {
      const others = await collectResponses(createRandom('order', round).shuffle(calls), operations)
      for (const [operationId, text] of responses) expect(others.get(operationId), operationId).toBe(text)
    }
  },
)

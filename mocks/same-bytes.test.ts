import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createRandom } from '../scripts/lib/seeded-random'
import type { MockOperations } from './handlers.gen'
import { handledOperations } from './happy-calls'
import { operationTable } from './operations.gen'
import { type Call, createPlatform } from './test-platform'

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

import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { loadContract } from '../load-contract'
import { coverageOf } from './coverage'
import type { Exchange } from './exchange'

const contract = loadContract(fileURLToPath(new URL('../../../openapi', import.meta.url)))

const exchangeFor = (call: string, status: number, json: unknown): Exchange => {
  const [method = '', path = ''] = call.split(' ')
  return {
    request: { method, url: `https://stage.example.com/v/api${path}`, headers: [] },
    response: { status, headers: [], body: new TextEncoder().encode(JSON.stringify(json)) },
  }
}

describe('coverage', () => {
  test('is empty without exchanges', () => {
    const { operations, statuses, properties, details } = coverageOf(contract, [])
    expect([operations.seen, statuses.seen, properties.seen, details.seen]).toEqual([0, 0, 0, 0])
    expect(operations.all).toBe(contract.operations.length)
    expect(operations.missed).toContain('getGroup')
    expect(statuses.missed).toContain('getGroup 403')
    expect(properties.missed).toContain('getGroup 200 /categories/*/tasks/*/title')
    expect(properties.missed).toContain('startLab 409 /running/title')
    expect(properties.missed.filter(one => one.includes('/detail'))).toEqual([])
    expect(details.missed).toContain('Task not found')
  })

  test('a response covers its operation, its status and its properties', () => {
    const hint = { id: 1, text: 'a', number: 1, total: 2 }
    const seen = coverageOf(contract, [
      exchangeFor('GET /groups/1/tasks/2/hint', 200, { hint, nonsense: { id: 1 } }),
      exchangeFor('GET /groups/1/tasks/2/hint', 404, { detail: 'Task not found' }),
      exchangeFor('GET /nowhere', 200, {}),
    ])
    expect([seen.operations.seen, seen.statuses.seen, seen.details.seen]).toEqual([1, 2, 1])
    expect(seen.properties.seen).toBe(5)
    expect(seen.properties.missed).toContain('takeHint 200 /hint/cost')
    expect(seen.details.missed).not.toContain('Task not found')
  })

  test('a response that is not JSON covers only its status', () => {
    const body = new TextEncoder().encode('<html>')
    const broken = { ...exchangeFor('GET /groups', 200, []), response: { status: 200, headers: [], body } }
    expect(coverageOf(contract, [broken])).toMatchObject({ statuses: { seen: 1 }, properties: { seen: 0 } })
  })
})

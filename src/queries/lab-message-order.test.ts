import { QueryObserver } from '@tanstack/react-query'
import fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import { api } from '../api/api'
import { createQueryClient } from '../api/query-client'
import { json } from '../test/rotating-backend'
import { groupQuery } from './groups'

const visits = fc.array(fc.record({ id: fc.integer({ min: 1, max: 4 }), answersFirst: fc.nat(3) }), {
  minLength: 2,
  maxLength: 8,
})

test('N09 shows the visited group for any order of visits and responses', async () => {
  onTestFinished(() => {
    vi.unstubAllGlobals()
    api.session.reset()
  })
  let outdated = 0
  const property = fc.asyncProperty(fc.scheduler(), visits, async (scheduler, steps) => {
    const asked: number[] = []
    vi.stubGlobal('fetch', async (request: Request) => {
      const id = Number(/\d+$/.exec(new URL(request.url).pathname)?.[0])
      asked.push(id)
      await scheduler.schedule(Promise.resolve(), `the answer about ${id}`)
      if (asked.at(-1) !== id) outdated += 1
      return json(200, { id })
    })
    const queryClient = createQueryClient()
    let current = steps[0]?.id ?? 1
    const observer = new QueryObserver(queryClient, groupQuery(current))
    const wrong: unknown[] = []
    const stop = observer.subscribe(({ data }) => {
      if (data && data.id !== current) wrong.push([current, data.id])
    })
    for (const { id, answersFirst } of steps) {
      for (let answer = 0; answer < answersFirst && scheduler.count() > 0; answer++) await scheduler.waitOne()
      current = id
      observer.setOptions(groupQuery(id))
      await new Promise(setImmediate)
    }
    await scheduler.waitIdle()
    await vi.waitFor(() => expect(observer.getCurrentResult().data?.id).toBe(current))
    expect(wrong).toEqual([])
    stop()
    queryClient.clear()
  })
  await fc.assert(property, { numRuns: 40, seed: 9 })
  // Ensures that some responses arrived after the next group was requested.
  expect(outdated).toBeGreaterThan(10)
})

// @vitest-environment jsdom
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import { installFakeClock } from '../test/fake-clock'
import { clock } from './clock'
import { createPollLoop } from './poll-loop'

const settle = () => new Promise(resolve => setImmediate(resolve))

/** A loop that doubles its delay with each failure in a row. */
const startLoop = async () => {
  const { advance } = installFakeClock()
  const request = vi.fn<() => Promise<unknown>>().mockRejectedValue(new Error('down'))
  const onFailure = vi.fn()
  const loop = createPollLoop({ clock, request, getDelay: failures => 1000 * 2 ** failures, onFailure })
  loop.start(0)
  /** The number of requests while time passes. */
  const countRequests = async (seconds: number) => {
    request.mockClear()
    for (let passed = 0; passed < seconds * 2; passed += 1) {
      advance(500)
      await settle()
    }
    return request.mock.calls.length
  }
  return { loop, request, onFailure, countRequests }
}

test('counts failures in a row, and starts over after a success', async () => {
  const { request, onFailure, countRequests } = await startLoop()
  expect(await countRequests(6.5)).toBe(3)
  expect(onFailure.mock.calls.map(([failures]) => failures)).toEqual([1, 2, 3])
  request.mockResolvedValue(null)
  expect(await countRequests(10)).toBe(3)
})

test('data that arrived in another way restarts the delay', async () => {
  const { loop, request, countRequests } = await startLoop()
  request.mockResolvedValue(null)
  expect(await countRequests(0.5)).toBe(1)
  for (let answer = 0; answer < 5; answer += 1) {
    expect(await countRequests(0.5)).toBe(0)
    loop.restart()
  }
  expect(await countRequests(1)).toBe(1)
})

test('T01 a pending request is the only one', async () => {
  const { loop, request, countRequests } = await startLoop()
  request.mockReturnValue(new Promise(() => {}))
  expect(await countRequests(1)).toBe(1)
  loop.pollNow()
  loop.restart()
  expect(request).toHaveBeenCalledTimes(1)
  expect(await countRequests(60)).toBe(0)
})

/** Why the loop isn't replaced by `refetchInterval`: docs/decisions/0014-one-poll-loop.md. */
test('refetchInterval knows no failures in a row and ignores the clock of the app', async () => {
  const { advance } = installFakeClock()
  const client = new QueryClient({ defaultOptions: { queries: { networkMode: 'always', retry: false } } })
  const failures: number[] = []
  const observer = new QueryObserver(client, {
    queryKey: ['poll'],
    queryFn: () => Promise.reject(new Error('down')),
    refetchIntervalInBackground: true,
    refetchInterval: ({ state }) => {
      if (state.fetchStatus === 'idle' && state.error) failures.push(state.fetchFailureCount)
      return 1000
    },
  })
  onTestFinished(observer.subscribe(() => {}))
  await settle()
  for (let request = 0; request < 3; request += 1) await observer.refetch()
  expect(failures).toEqual([1, 1, 1, 1])
  advance(60_000)
  await settle()
  expect(client.getQueryState(['poll'])?.errorUpdateCount).toBe(4)
})

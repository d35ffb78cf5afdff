import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Leaderboard } from '../responses'
import { leaderboardQuery } from './groups'

test('the leaderboard is requested every 30 seconds while it is shown', async () => {
  vi.useFakeTimers()
  const queryClient = new QueryClient()
  onTestFinished(() => {
    queryClient.clear()
    vi.useRealTimers()
  })
  const queryFn = vi.fn(async (): Promise<Leaderboard> => ({ group_id: 1, updated_at: '', rows: [] }))
  const hide = new QueryObserver(queryClient, { ...leaderboardQuery(1), queryFn }).subscribe(() => {})
  await vi.advanceTimersByTimeAsync(29_900)
  expect(queryFn).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(200)
  expect(queryFn).toHaveBeenCalledTimes(2)
  hide()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(queryFn).toHaveBeenCalledTimes(2)
})

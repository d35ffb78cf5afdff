import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, expectTypeOf, test, vi } from 'vitest'
import type { Group, Task } from '../../packages/contract/schema.gen'
import { storage } from '../lib/storage'
import { createRotatingBackend, json, type RotatingBackend } from '../test/rotating-backend'
import { api } from './api'
import { ApiError } from './errors'
import { mutation, q } from './query'
import { createQueryClient } from './query-client'
import { retryDelay, shouldRetry } from './retry'

let backend: RotatingBackend

beforeEach(() => {
  backend = createRotatingBackend()
  // Stubbed after the client was created: fetch must be looked up on each call.
  vi.stubGlobal('fetch', backend.fetch)
  api.session.reset()
  storage.set('token', backend.signIn())
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  storage.remove('token')
})

const group = (id: number) => q('getGroup', { params: { path: { id } } })

type DataOf<O> = O extends { queryFn?: infer F }
  ? Awaited<ReturnType<Extract<F, (...given: never[]) => unknown>>>
  : never

describe('q', () => {
  test('builds key and call from the path', async () => {
    expect(q('listGroups').queryKey).toEqual(['listGroups'])
    expect(group(4).queryKey).toEqual(['getGroup', { params: { path: { id: 4 } } }])
    expect(await createQueryClient().fetchQuery(group(4))).toMatchObject({ path: '/groups/4' })
  })

  test('puts the body of a reading POST into key and call', async () => {
    const options = q('findLmsTask', { body: { mnemonic_code_group: 'web', gitlab_id: '7' } })
    expect(options.queryKey.at(-1)).toEqual({ body: { mnemonic_code_group: 'web', gitlab_id: '7' } })
    await createQueryClient().fetchQuery(options)
    expect(backend.sentTo('/groups/get-ids').at(-1)).toMatchObject({
      method: 'POST',
      body: '{"mnemonic_code_group":"web","gitlab_id":"7"}',
    })
  })

  test('N05 rejects an empty response to a read', async () => {
    vi.stubGlobal('fetch', async () => new Response(null, { status: 200 }))
    await expect(createQueryClient().fetchQuery(group(4))).rejects.toMatchObject({ kind: 'badResponse' })
  })

  test("types: accepts the contract's parameters and no writing operation", () => {
    const task = q('getTask', { params: { path: { group: 1, task: 2 } } })
    // In both directions, because `never` would pass one.
    expectTypeOf<DataOf<ReturnType<typeof group>>>().toExtend<Group>()
    expectTypeOf<Group>().toExtend<DataOf<ReturnType<typeof group>>>()
    expectTypeOf<DataOf<typeof task>>().toExtend<Task>()
    expectTypeOf<Task>().toExtend<DataOf<typeof task>>()
    // @ts-expect-error A GET that writes is not a query: hovering a link would start an attempt.
    q('startAttempt', { params: { path: { id: 1 } } })
    // @ts-expect-error A hint costs points.
    q('takeHint', { params: { path: { group: 1, task: 2 } } })
    // @ts-expect-error Unknown operation.
    q('getNothing')
    // @ts-expect-error The id is required.
    q('getGroup')
    // @ts-expect-error The id is a number.
    q('getGroup', { params: { path: { id: '..' } } })
    // @ts-expect-error A read is not a mutation.
    mutation('listGroups')
    expect(mutation('startAttempt').mutationKey).toEqual(['startAttempt'])
  })

  test('A12 aborts a query without observers', async () => {
    const signals: AbortSignal[] = []
    vi.stubGlobal('fetch', (request: Request) => {
      signals.push(request.signal)
      return new Promise(() => {})
    })
    const queryClient = createQueryClient()
    const stop = new QueryObserver(queryClient, group(1)).subscribe(() => {})
    await vi.waitFor(() => expect(signals).toHaveLength(1))
    stop()
    expect(signals[0]?.aborted).toBe(true)
  })
})

describe('retries', () => {
  test('A09 a permanent 401 is sent twice, refreshed once and not retried', async () => {
    backend.interceptWith(sent =>
      sent.path === '/auth/refresh' ? undefined : json(401, { detail: 'Invalid token' }),
    )
    await expect(createQueryClient().fetchQuery({ ...group(1), retry: shouldRetry })).rejects.toMatchObject({
      status: 401,
    })
    expect(backend.sentTo('/groups/1')).toHaveLength(2)
    expect(backend.counters.refreshes).toBe(1)
  })

  const error = (facts: Partial<ApiError>) =>
    new ApiError({ kind: 'http', operation: 'listGroups', ...facts } as ConstructorParameters<
      typeof ApiError
    >[0])

  test.each([
    [error({ status: 400 }), false],
    [error({ status: 401 }), false],
    [error({ status: 403 }), false],
    [error({ status: 404 }), false],
    [error({ status: 422 }), false],
    [error({ status: 429, retryAfter: 3 }), true],
    [error({ status: 429, retryAfter: 10 }), true],
    [error({ status: 429, retryAfter: 11 }), false],
    [error({ status: 429 }), true],
    [error({ status: 499 }), false],
    [error({}), false],
    [error({ kind: 'badResponse', status: 500 }), false],
    [error({ status: 500 }), true],
    [error({ status: 503 }), true],
    [error({ kind: 'network' }), true],
    [error({ kind: 'timeout' }), false],
    [error({ kind: 'offline' }), false],
    [error({ kind: 'badResponse', status: 200 }), false],
    [error({ kind: 'aborted' }), false],
    [new Error('a mistake of ours'), false],
  ])('%s retried: %s', (failure, expected) => {
    expect(shouldRetry(0, failure)).toBe(expected)
    expect(shouldRetry(2, failure)).toBe(false)
  })

  test('the delay grows, has jitter and obeys Retry-After', () => {
    for (const [failures, low, high] of [
      [0, 500, 1000],
      [1, 1000, 2000],
    ] as const) {
      const delay = retryDelay(failures, error({ status: 500 }))
      expect(delay).toBeGreaterThanOrEqual(low)
      expect(delay).toBeLessThanOrEqual(high)
    }
    expect(retryDelay(0, error({ status: 429, retryAfter: 7 }))).toBe(7000)
  })

  test('A28 a write that fails by the network is sent once, also after a reconnect', async () => {
    vi.stubGlobal('navigator', { onLine: false })
    backend.interceptWith(sent => {
      if (sent.path.startsWith('/user/update/username')) throw new TypeError('fetch failed')
      return undefined
    })
    const queryClient = createQueryClient()
    const options = mutation('updateUsername')
    const run = queryClient
      .getMutationCache()
      .build(queryClient, options)
      .execute({ body: { new_username: 'x' } })
    await expect(run).rejects.toMatchObject({ kind: 'offline', operation: 'updateUsername' })
    await queryClient.resumePausedMutations()
    expect(backend.sentTo('/user/update/username')).toHaveLength(1)
    expect(options).toMatchObject({ retry: 0, networkMode: 'always' })
    // The defaults also hold for mutations not created by `mutation()`.
    expect(queryClient.getDefaultOptions().mutations).toEqual({ retry: 0, networkMode: 'always' })
    // Offline requests run and fail, and the app decides what to refetch after an outage.
    expect(queryClient.getDefaultOptions().queries).toMatchObject({
      networkMode: 'always',
      refetchOnReconnect: false,
      staleTime: 30_000,
    })
  })
})

test('A19 the end of the session clears the cache', async () => {
  await api.session.start()
  const queryClient = createQueryClient()
  await queryClient.fetchQuery(group(1))
  expect(queryClient.getQueryCache().getAll()).toHaveLength(1)
  await api.session.logout()
  expect(queryClient.getQueryCache().getAll()).toHaveLength(0)
})

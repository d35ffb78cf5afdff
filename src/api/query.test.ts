import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, expectTypeOf, test, vi } from 'vitest'
import { storage } from '../lib/storage'
import { createRotatingBackend, json, type RotatingBackend } from '../test/rotating-backend'
import { api } from './api'
import { ApiError } from './errors'
import { mutation, q } from './query'
import { makeQueryClient } from './query-client'
import { retryDelay, shouldRetry } from './retry'
import type { Group, Task } from './schema.gen'

let backend: RotatingBackend

beforeEach(() => {
  backend = createRotatingBackend()
  // Stubbed after the client was made: it must look fetch up at each call (design §5, trap 1).
  vi.stubGlobal('fetch', backend.fetch)
  api.session.reset()
  storage.set('token', backend.signIn())
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  storage.remove('token')
})

const group = (id: number) => q('get', '/groups/{id}', { params: { path: { id } } })

type DataOf<O> = O extends { queryFn?: infer F }
  ? Awaited<ReturnType<Extract<F, (...given: never[]) => unknown>>>
  : never

describe('q', () => {
  test('key and call come from the path', async () => {
    expect(q('get', '/groups').queryKey).toEqual(['get', '/groups'])
    expect(group(4).queryKey).toEqual(['get', '/groups/{id}', { params: { path: { id: 4 } } }])
    expect(await makeQueryClient().fetchQuery(group(4))).toMatchObject({ path: '/groups/4' })
  })

  test('a read that is a POST has its body in key and call', async () => {
    const options = q('post', '/groups/get-ids', { body: { mnemonic_code_group: 'web', gitlab_id: '7' } })
    expect(options.queryKey.at(-1)).toEqual({ body: { mnemonic_code_group: 'web', gitlab_id: '7' } })
    await makeQueryClient().fetchQuery(options)
    expect(backend.sentTo('/groups/get-ids').at(-1)).toMatchObject({
      method: 'POST',
      body: '{"mnemonic_code_group":"web","gitlab_id":"7"}',
    })
  })

  test('N05 an empty answer to a read is a bad one', async () => {
    vi.stubGlobal('fetch', async () => new Response(null, { status: 200 }))
    await expect(makeQueryClient().fetchQuery(group(4))).rejects.toMatchObject({ kind: 'badResponse' })
  })

  test('types: what the contract says, and nothing that writes', () => {
    const task = q('get', '/groups/{group}/tasks/{task}', { params: { path: { group: 1, task: 2 } } })
    // Both ways, because `never` would pass one.
    expectTypeOf<DataOf<ReturnType<typeof group>>>().toExtend<Group>()
    expectTypeOf<Group>().toExtend<DataOf<ReturnType<typeof group>>>()
    expectTypeOf<DataOf<typeof task>>().toExtend<Task>()
    expectTypeOf<Task>().toExtend<DataOf<typeof task>>()
    // @ts-expect-error An attempt would start by a hover: a GET that writes is no query.
    q('get', '/groups/{id}/attempts/start', { params: { path: { id: 1 } } })
    // @ts-expect-error A hint costs points.
    q('get', '/groups/{group}/tasks/{task}/hint', { params: { path: { group: 1, task: 2 } } })
    // @ts-expect-error There is no such path.
    q('get', '/nothing')
    // @ts-expect-error The id is required.
    q('get', '/groups/{id}')
    // @ts-expect-error The id is a number.
    q('get', '/groups/{id}', { params: { path: { id: '..' } } })
    // @ts-expect-error Reading is no mutation.
    mutation('get', '/groups')
    expect(mutation('get', '/groups/{id}/attempts/start').mutationKey).toEqual([
      'get',
      '/groups/{id}/attempts/start',
    ])
  })

  test('A12 a query that nobody wants any more is aborted', async () => {
    const signals: AbortSignal[] = []
    vi.stubGlobal('fetch', (request: Request) => {
      signals.push(request.signal)
      return new Promise(() => {})
    })
    const queryClient = makeQueryClient()
    const stop = new QueryObserver(queryClient, group(1)).subscribe(() => {})
    await vi.waitFor(() => expect(signals).toHaveLength(1))
    stop()
    expect(signals[0]?.aborted).toBe(true)
  })
})

describe('retries', () => {
  test('A09 a 401 that stays is sent twice, refreshed for once, and never asked again', async () => {
    backend.breakWith(sent =>
      sent.path === '/auth/refresh' ? undefined : json(401, { detail: 'Invalid token' }),
    )
    await expect(makeQueryClient().fetchQuery({ ...group(1), retry: shouldRetry })).rejects.toMatchObject({
      status: 401,
    })
    expect(backend.sentTo('/groups/1')).toHaveLength(2)
    expect(backend.counters.refreshes).toBe(1)
  })

  const error = (facts: Partial<ApiError>) =>
    new ApiError({ kind: 'http', operation: 'get /groups', ...facts } as ConstructorParameters<
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
    [error({ kind: 'timeout' }), true],
    [error({ kind: 'offline' }), false],
    [error({ kind: 'badResponse', status: 200 }), false],
    [error({ kind: 'aborted' }), false],
    [new Error('a mistake of ours'), false],
  ])('%s again: %s', (failure, expected) => {
    expect(shouldRetry(0, failure)).toBe(expected)
    expect(shouldRetry(2, failure)).toBe(false)
  })

  test('the wait grows, is spread, and obeys Retry-After', () => {
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

  test('A28 a write that fails by the network is sent once, also when the connection comes back', async () => {
    vi.stubGlobal('navigator', { onLine: false })
    backend.breakWith(sent => {
      if (sent.path.startsWith('/pass_flag')) throw new TypeError('fetch failed')
      return undefined
    })
    const queryClient = makeQueryClient()
    const options = mutation('post', '/pass_flag')
    const run = queryClient
      .getMutationCache()
      .build(queryClient, options)
      .execute({
        params: { query: { group_id: 1, task_id: 101 } },
        body: { flags: ['x'] },
      })
    await expect(run).rejects.toMatchObject({ kind: 'offline', operation: 'post /pass_flag' })
    await queryClient.resumePausedMutations()
    expect(backend.sentTo('/pass_flag')).toHaveLength(1)
    expect(options).toMatchObject({ retry: 0, networkMode: 'always' })
    // A write that is not made by `mutation()` is held to it too.
    expect(queryClient.getDefaultOptions().mutations).toEqual({ retry: 0, networkMode: 'always' })
    // Offline is an answer, and what is read again after an outage is not for the library to say.
    expect(queryClient.getDefaultOptions().queries).toMatchObject({
      networkMode: 'always',
      refetchOnReconnect: false,
      staleTime: 30_000,
    })
  })
})

test('A19 the end of the session empties the cache', async () => {
  await api.session.start()
  const queryClient = makeQueryClient()
  await queryClient.fetchQuery(group(1))
  expect(queryClient.getQueryCache().getAll()).toHaveLength(1)
  await api.session.logout()
  expect(queryClient.getQueryCache().getAll()).toHaveLength(0)
})

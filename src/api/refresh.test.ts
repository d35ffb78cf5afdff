import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openExpiredTab } from '../test/fake-browser'
import { json, type SentRequest } from '../test/rotating-backend'
import { turns } from '../test/turns'
import { ApiError } from './errors'

type Tab = Awaited<ReturnType<typeof openExpiredTab>>

const submit = ({ client }: Tab, flag: string) =>
  client.POST('/pass_flag', {
    params: { query: { group_id: 1, task_id: 101 } },
    body: { flags: [flag] },
    headers: { 'X-Trace': encodeURIComponent(flag) },
  })

const sendFile = ({ client }: Tab, size: number) => {
  const form = new FormData()
  form.append('text', 'Таймер не обновился')
  form.append('files', new File([new Uint8Array(size).map((_, at) => at % 251)], 'a.pdf'))
  return client.POST('/feedback', { body: { text: '' }, bodySerializer: () => form })
}

/** All kinds of calls; each has a body of its own, to detect mix-ups. */
const mixed = (tab: Tab, at: number): Promise<{ response: Response }> => {
  if (at % 3 === 0) return tab.client.GET('/groups/{id}', { params: { path: { id: at + 1 } } })
  return at % 3 === 1 ? submit(tab, `flag{${at}}`) : sendFile(tab, 1000 + at)
}

const withoutBearer = ({ headers: { authorization, ...headers }, bearer, ...rest }: SentRequest) => ({
  ...rest,
  headers,
})
const isCall = (sent: SentRequest) => sent.path !== '/auth/refresh'

/** All requests to the server, by distinct request with its count. */
const counted = (journal: SentRequest[]): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const sent of journal.filter(isCall)) {
    const key = JSON.stringify(withoutBearer(sent))
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return counts
}

describe('shared refresh', () => {
  test.each([2, 10, 100])(
    'A01 %i concurrent requests share one refresh and keep their bodies',
    async count => {
      const tab = await openExpiredTab()
      const results = await Promise.all(Array.from({ length: count }, (_, at) => mixed(tab, at)))
      expect(results.map(({ response }) => response.status)).toEqual(Array(count).fill(200))
      expect(tab.backend.counters.refreshes).toBe(1)
      const counts = counted(tab.backend.journal)
      // Each request arrived exactly twice, with equal bytes except for the token.
      expect(counts.size).toBe(count)
      expect([...counts.values()]).toEqual(Array(count).fill(2))
    },
  )

  test('A01 any mixture of requests, answered in any order, shares one refresh', async () => {
    const kinds = fc.uniqueArray(fc.nat(300), { minLength: 2, maxLength: 30 })
    const property = fc.asyncProperty(kinds, fc.scheduler(), async (calls, scheduler) => {
      const tab = await openExpiredTab()
      tab.backend.setLatency(() => scheduler.schedule(Promise.resolve()))
      const sent = Promise.all(calls.map(at => mixed(tab, at)))
      await scheduler.waitFor(sent)
      expect((await sent).every(({ response }) => response.ok)).toBe(true)
      expect(tab.backend.counters).toMatchObject({ refreshes: 1, reuse: 0, mostRefreshesAtOnce: 1 })
      const times = [...counted(tab.backend.journal).values()]
      // Requests after the refresh are accepted.
      expect(times.length === calls.length && times.every(count => count === 1 || count === 2)).toBe(true)
    })
    await fc.assert(property, { numRuns: 25, seed: 1 })
  })

  test('A02 a 401 that arrives after the refresh is resent with the new token, without another refresh', async () => {
    const tab = await openExpiredTab()
    const held: (() => void)[] = []
    tab.backend.interceptWith(sent => {
      if (sent.path !== '/groups/9' || held.length > 0) return undefined
      return new Promise(resolve => held.push(() => resolve(json(401, { detail: 'Invalid token' }))))
    })
    const laterCall = tab.client.GET('/groups/{id}', { params: { path: { id: 9 } } })
    await tab.client.GET('/groups')
    expect(tab.backend.counters.refreshes).toBe(1)
    held[0]?.()
    expect((await laterCall).response.status).toBe(200)
    expect(tab.backend.counters.refreshes).toBe(1)
    expect(tab.backend.sentTo('/groups/9').map(({ bearer }) => bearer)).toEqual(['access-2', 'access-3'])
  })

  test('A07 a 401 of the refresh itself does not trigger a refresh', async () => {
    const tab = await openExpiredTab()
    tab.backend.interceptWith(sent => (sent.path === '/auth/refresh' ? json(401, {}) : undefined))
    const { response } = await tab.client.POST('/auth/refresh')
    expect(response.status).toBe(401)
    expect(tab.backend.journal).toHaveLength(1)
  })

  test.each([
    '/auth/login',
    '/auth/register',
    '/auth/callback',
    '/auth/logout',
    '/auth/password-new',
  ] as const)('A07 a 401 of %s does not trigger a refresh', async path => {
    const { client, backend, session } = await openExpiredTab()
    backend.interceptWith(sent => (sent.path === path ? json(401, { detail: 'Invalid token' }) : undefined))
    const { response } = await client.POST(path, { body: {} } as never)
    expect(response.status).toBe(401)
    expect([backend.counters.refreshes, backend.sentTo(path).length]).toEqual([0, 1])
    expect(session.getState().status).toBe('authenticated')
  })

  test('A08 returns a 401 after a successful refresh', async () => {
    const tab = await openExpiredTab()
    tab.backend.interceptWith(sent => (isCall(sent) ? json(401, { detail: 'Invalid token' }) : undefined))
    const { response } = await tab.client.GET('/groups')
    expect(response.status).toBe(401)
    expect(tab.backend.sentTo('/groups')).toHaveLength(2)
    expect(tab.backend.counters.refreshes).toBe(1)
    expect(tab.session.getState().status).toBe('authenticated')
  })

  test('A18 refreshes once per tab without Web Locks', async () => {
    const tab = await openExpiredTab({ locks: () => null })
    const results = await Promise.all(Array.from({ length: 20 }, (_, at) => mixed(tab, at)))
    expect(results.every(({ response }) => response.ok)).toBe(true)
    expect(tab.backend.counters.refreshes).toBe(1)
  })

  test('A18 refreshes without locks where the browser denies them', async () => {
    const refused = { request: () => Promise.reject(new DOMException('No.', 'SecurityError')) }
    const tab = await openExpiredTab({ locks: () => refused })
    expect((await tab.client.GET('/groups')).response.status).toBe(200)
    expect(tab.backend.counters.refreshes).toBe(1)
  })
})

describe('resend', () => {
  test('A10 keeps method, query, headers and JSON body', async () => {
    const tab = await openExpiredTab()
    const { response } = await submit(tab, 'flag{жёлтый}')
    expect(response.status).toBe(200)
    const [first, second] = tab.backend.sentTo('/pass_flag')
    expect(first && second && withoutBearer(second)).toEqual(first && withoutBearer(first))
    expect(second).toMatchObject({ method: 'POST', path: '/pass_flag?group_id=1&task_id=101' })
    expect(second?.headers['x-trace']).toBe(encodeURIComponent('flag{жёлтый}'))
    expect(second?.bearer).not.toBe(first?.bearer)
    expect(second?.body).toContain('flags')
  })

  test('A11 keeps a 4.9 MB file and its multipart boundary', async () => {
    const tab = await openExpiredTab()
    const { response } = await sendFile(tab, 4_900_000)
    expect(response.status).toBe(200)
    const [first, second] = tab.backend.sentTo('/feedback')
    expect(second?.headers['content-type']).toMatch(/^multipart\/form-data; ?boundary=/)
    expect(second?.headers['content-type']).toBe(first?.headers['content-type'])
    expect(second?.body.length).toBeGreaterThan(4_900_000)
    expect(second?.body === first?.body).toBe(true)
  })

  test.each(['before the 401', 'during the refresh', 'during the resend'])('A12 aborted %s', async when => {
    const tab = await openExpiredTab()
    const abort = new AbortController()
    const other = tab.client.GET('/groups')
    tab.backend.interceptWith(async sent => {
      const isHere =
        (when === 'before the 401' && sent.path === '/groups/5') ||
        (when === 'during the refresh' && sent.path === '/auth/refresh') ||
        (when === 'during the resend' && sent.path === '/groups/5' && sent.bearer === 'access-3')
      if (!isHere) return undefined
      await turns()
      abort.abort()
      return undefined
    })
    const call = tab.client.GET('/groups/{id}', { params: { path: { id: 5 } }, signal: abort.signal })
    await expect(call).rejects.toMatchObject({ kind: 'aborted', cause: { name: 'AbortError' } })
    expect((await other).response.status).toBe(200)
    expect(tab.backend.counters.refreshes).toBe(1)
    expect(tab.backend.sentTo('/groups/5')).toHaveLength(when === 'during the resend' ? 2 : 1)
  })

  test('A13 reports a network failure like that of a first send', async () => {
    const tab = await openExpiredTab()
    tab.backend.interceptWith(sent => {
      if (isCall(sent) && sent.bearer !== 'access-2') throw new TypeError('fetch failed')
      return undefined
    })
    const resent = await tab.client.GET('/groups').catch(error => error)
    const first = await tab.client.GET('/groups').catch(error => error)
    expect(resent).toBeInstanceOf(ApiError)
    expect(resent).toMatchObject({ kind: 'network', status: undefined })
    expect({ ...first, cause: 0 }).toEqual({ ...resent, cause: 0 })
  })
})

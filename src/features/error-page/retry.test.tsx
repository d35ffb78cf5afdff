import { act, configure, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { announcements } from '../../lib/announce'
import { setClock } from '../../lib/clock'
import { withQuickRetries } from '../../test/quick-retries'
import { renderRoute } from '../../test/render-route'

withQuickRetries()
vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 8000 })
afterEach(() => setClock(null))

const always = Number.POSITIVE_INFINITY

const open = (path: string, status: number, headers?: Record<string, string>) =>
  renderRoute(path, {
    as: 'student',
    prepare: ({ db }) =>
      db.faults.add('getGroup', { kind: 'status', status, ...(headers && { headers }) }, always),
  })

const retryButton = () => screen.findByRole('button', { name: 'Повторить' })

const said = () => announcements.get().map(({ text }) => text)

test('a retry reruns the loaders; focus goes to the retry button or the title, with an announcement', async () => {
  const page = await open('/group/1', 500)
  const first = await retryButton()
  announcements.clear()
  await page.user.click(first)
  await waitFor(() => expect(said()).toEqual(['Ошибка сервера · Флагман']))
  const second = await retryButton()
  await waitFor(() => expect(document.activeElement).toBe(second))
  const name = 'Практическая безопасность: осень 2026'
  page.platform.db.faults.clear()
  announcements.clear()
  await page.user.keyboard('{Enter}')
  const title = await screen.findByRole('heading', { level: 1, name })
  await waitFor(() => expect(document.activeElement).toBe(title))
  await waitFor(() => expect(said()).toEqual([`${name} · Флагман`]))
})

test('N07 after a 429 the retry button counts down without requests and announces the end', async () => {
  const timers = new Set<{ at: number; run: () => void }>()
  const page = await open('/group/1', 429, { 'Retry-After': '30' })
  await retryButton()
  let time = Date.now()
  setClock({
    now: () => time,
    elapsed: () => time,
    timer: (delay, run) => {
      const timer = { at: time + delay, run }
      timers.add(timer)
      return () => timers.delete(timer)
    },
  })
  const pass = (milliseconds: number) =>
    act(() => {
      const end = time + milliseconds
      for (;;) {
        const [next] = [...timers].sort((a, b) => a.at - b.at)
        if (!next || next.at > end) break
        timers.delete(next)
        time = next.at
        next.run()
      }
      time = end
    })
  // Reopened, so that its countdown uses the clock of this test.
  await page.router.navigate({ to: '/contacts' })
  await page.router.navigate({ to: '/group/$groupId', params: { groupId: 1 } })
  const retry = await retryButton()
  expect(retry.getAttribute('aria-disabled')).toBe('true')
  screen.getByText(/Повторить через 30\sс/)
  const asked = page.calls().length
  await page.user.click(retry)
  pass(20_000)
  screen.getByText(/Повторить через 10\sс/)
  announcements.clear()
  pass(10_000)
  expect(said()).toEqual(['Можно повторить попытку'])
  expect(page.calls()).toHaveLength(asked)
  expect((await retryButton()).getAttribute('aria-disabled')).toBeNull()
})

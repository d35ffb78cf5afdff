import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import type { Fault } from '../../mocks/world/faults'
import type { PersonaName } from '../../mocks/world/personas'
import { createRandom } from '../../scripts/lib/seeded-random'
import { withQuickRetries } from './quick-retries'
import { renderRoute } from './render-route'

/** Another seed makes other runs: `CHAOS_SEED=7 npx vitest run src/test/chaos.test.tsx`. */
const seed = Number(process.env.CHAOS_SEED ?? 20261121)
/** What each failure does alone stands in the matrix; here several come together. */
const runsPerScreen = 6

interface ChaosScreen {
  path: string
  as?: PersonaName
  operations: string[]
  /** The heading of the page that is well. */
  heading: RegExp
}

withQuickRetries()

const screens: ChaosScreen[] = [
  {
    path: '/',
    as: 'student',
    operations: ['refreshSession', 'listGroups', 'getGroup', 'listTaskStatuses'],
    heading: /Что сейчас/,
  },
  { path: '/groups', as: 'student', operations: ['refreshSession', 'listGroups'], heading: /Мои группы/ },
  {
    path: '/group/1',
    as: 'student',
    operations: ['refreshSession', 'getGroup', 'listTaskStatuses'],
    heading: /Практическая безопасность/,
  },
  {
    path: '/group/1/task/104',
    as: 'student',
    operations: ['refreshSession', 'getGroup', 'getTask', 'listTaskStatuses', 'getLabStatus'],
    heading: /./,
  },
  {
    path: '/group/1/leaderboard',
    as: 'student',
    operations: ['refreshSession', 'getLeaderboard', 'getGroup'],
    heading: /Рейтинг/,
  },
]

const faults: Fault[] = [
  ...[400, 403, 404, 409, 422, 429, 500, 502, 503, 504].map(
    (status): Fault => ({
      kind: 'status',
      status,
      ...(status === 429 && { headers: { 'Retry-After': '1' } }),
    }),
  ),
  { kind: 'html', status: 200 },
  { kind: 'html', status: 502 },
  { kind: 'empty', status: 200 },
  { kind: 'empty', status: 500 },
  { kind: 'malformed' },
  { kind: 'abort' },
  { kind: 'abort', after: true },
  { kind: 'reset' },
  { kind: 'delay', milliseconds: 40 },
]

/** The server has done it, and nobody has heard of it. */
const isDoneAndLost = (fault: Fault): boolean =>
  fault.kind === 'reset' || (fault.kind === 'abort' && fault.after === true)

describe.each(screens)(`N01 seeded chaos (seed ${seed}) on $path`, ({ path, as, operations, heading }) => {
  test.each(Array.from({ length: runsPerScreen }, (_, run) => run))(
    'run %i ends in the page or in words, and comes back',
    async run => {
      const log = vi.spyOn(console, 'error').mockImplementation(() => {})
      const random = createRandom(seed, path, run)
      const plan = operations
        .filter(() => random.next() < 0.6)
        .map(name => [name, random.pick(faults)] as const)
      const page = await renderRoute(path, {
        ...(as && { as }),
        prepare: ({ world }) => {
          for (const [name, fault] of plan) world.faults.add(name, fault, Number.POSITIVE_INFINITY)
        },
      })
      await waitFor(() => expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1), {
        timeout: 5000,
      })
      expect(document.body.textContent).not.toMatch(/\[object |undefined|SyntaxError|TypeError|<html/)
      page.platform.world.faults.clear()
      const isOut = page.router.state.location.pathname === '/login'
      if (!isOut) {
        // What a person does: the offered retry, once it may be pressed, else the page once more.
        const findRetries = () => screen.queryAllByRole('button', { name: /^Повторить/ })
        const isWaiting = () => findRetries().some(button => button.getAttribute('aria-disabled') === 'true')
        await waitFor(() => expect(isWaiting()).toBe(false), { timeout: 6000 })
        const retries = findRetries()
        if (retries.length === 0) await page.router.invalidate()
        for (const button of retries) await page.user.click(button)
        // A refresh whose answer was lost has spent the token: who tries again is asked to log in.
        const hasSpent = plan.some(([name, fault]) => name === 'refreshSession' && isDoneAndLost(fault))
        const wanted = hasSpent ? new RegExp(`^Вход$|${heading.source}`) : heading
        const isBack = () => screen.queryByRole('heading', { level: 1, name: wanted }) !== null
        await waitFor(() => expect([plan, isBack()]).toEqual([plan, true]), { timeout: 5000 })
      }
      log.mockRestore()
    },
    20_000,
  )
})

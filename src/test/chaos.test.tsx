import { act, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { applyControl } from '../../mocks/control/controls'
import { getText, main, nonsense } from './matrix/page'
import { anyOf, ru } from './messages'
import { pages } from './pages'
import { withQuickRetries } from './quick-retries'
import { type RenderedRoute, renderRoute } from './render-route'
import { settle } from './settle'

/** The matrix tests single failures; here several are combined. Another seed: `CHAOS_SEED=7 npx vitest run src/test/chaos.test.tsx`. */
const seed = process.env.CHAOS_SEED ?? '20261121'

const EMPTY_PAGE = '/no-such-page'
const STEP_MS = 1000
/** Longer than the time limit of a refresh; calls without an answer are still pending then. */
const MAX_STEPS = 25

const loadingTexts = anyOf(ru.common.loading, ru.lms['task.resolving'], ru.invite['start.pending'])

/** Passes time until nothing is pending; false if calls are still without an answer. */
const passUntilIdle = async (page: RenderedRoute): Promise<boolean> => {
  const { queryClient, router, pass } = page
  let idle = 0
  for (let step = 0; step < MAX_STEPS && idle < 2; step += 1) {
    act(() => pass(STEP_MS))
    await settle(page)
    const isIdle = queryClient.isFetching() === 0 && router.state.status === 'idle'
    idle = isIdle ? idle + 1 : 0
  }
  return idle === 2
}

withQuickRetries()

test.each(pages.filter(({ as }) => as !== undefined))(
  `N01 random faults (seed ${seed}) on $path end in the page or an error, and it recovers`,
  async ({ path, as, scenario, text }) => {
    vi.spyOn(console, 'error').mockReturnValue()
    const page = await renderRoute(path, {
      ...(as && { as }),
      clock: 'held',
      ...(scenario && { scenario }),
      settings: { chaos: { seed: `${seed} ${path}`, share: 0.5 } },
    })
    const { router, queryClient, platform } = page
    const isSettled = await passUntilIdle(page)
    const shown = getText(document.body)
    expect(shown).not.toMatch(nonsense)
    if (isSettled) expect(document.querySelectorAll('h1')).toHaveLength(1)
    else if (!document.querySelector('h1')) expect(shown).toMatch(loadingTexts)

    applyControl(platform.db, { chaos: null })
    if (router.state.location.pathname === '/login') {
      await waitFor(() => expect(getText(main())).toContain(ru.auth['login.title']))
      return
    }
    // Leaves and comes back with empty caches, as after a reload.
    await act(() => router.navigate({ href: EMPTY_PAGE }))
    await queryClient.cancelQueries()
    queryClient.clear()
    router.clearCache()
    act(() => router.history.push(path))
    await waitFor(() => {
      act(() => page.pass(STEP_MS))
      expect(getText(main())).toContain(text)
    })
    expect(document.querySelectorAll('h1')).toHaveLength(1)
    expect(getText(document.body)).not.toMatch(nonsense)
    vi.restoreAllMocks()
  },
  60_000,
)

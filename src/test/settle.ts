import { getConfig } from '@testing-library/react'
import { vi } from 'vitest'
import type { RenderedRoute } from './render-route'

/** Turns of the event loop. A call is answered within two. */
const QUIET_TURNS = 6

/** As `waitFor`, without `act`: one that a timed-out test leaves open would swallow the updates of all later tests. */
const wait = (run: () => Promise<void>): Promise<void> => getConfig().asyncWrapper(run)

/**
 * Waits until nothing happens any more: lazy code has loaded, and for some turns of the event loop no call and no navigation
 * has begun or ended. The clock does not advance, and a call that is held back counts as quiet.
 */
export const settle = ({
  platform,
  queryClient,
  router,
}: Pick<RenderedRoute, 'platform' | 'queryClient' | 'router'>): Promise<void> => {
  const getState = () =>
    [
      platform.journal.entries().length,
      queryClient.isFetching(),
      queryClient.isMutating(),
      router.state.status,
      router.state.location.href,
    ].join(' ')
  return wait(async () => {
    let before = getState()
    for (let quiet = 0; quiet < QUIET_TURNS; quiet += 1) {
      // A turn, and as many more as lazy code takes to load.
      await vi.dynamicImportSettled()
      const now = getState()
      if (now !== before) quiet = 0
      before = now
    }
  })
}

/** Waits for the two animation frames after which the application calls a change painted. */
export const nextPaint = (): Promise<void> =>
  wait(() => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))))

import { screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { applyControl } from '../../mocks/control/apply-control'
import { ChaosHarness } from './chaos-harness'
import { getCases } from './matrix/cases'
import { collectConsoleErrors } from './matrix/harness'
import { withQuickRetries } from './quick-retries'
import { renderRoute } from './render-route'

const seed = process.env.CHAOS_SEED ?? '20261121'
const isFull = process.env.FLAGSHIP_TESTS === 'full'
/** `getLabStatus` is a retry, which needs a failure first; chaos.test.tsx covers it. */
const writes = [...getCases('tasks'), ...getCases('groups'), ...getCases('account')].filter(
  ([id]) => id !== 'getLabStatus',
)
/** A share of the operations, the same every time; `npm test -- --full` sends each a few times. */
const sample = writes.filter((_, at) => isFull || at % 4 === 1)
const runs = sample.flatMap(([id, operationCase]) =>
  Array.from({ length: isFull ? 6 : 1 }, (_, run) => ({ id, operationCase, run })),
)

withQuickRetries()

test.each(runs)(
  `N01 random faults (seed ${seed}) during $id, run $run`,
  async ({ id, operationCase, run }) => {
    onTestFinished(() => {
      vi.restoreAllMocks()
    })
    const { path, as, scenario, prepare, setUp, trigger } = operationCase
    const consoleErrors = collectConsoleErrors()
    const page = await renderRoute(path, {
      clock: 'held',
      ...(as && { as }),
      ...(scenario && { scenario }),
      ...(prepare && { prepare }),
    })
    const chaos = { seed: `${seed} ${id} ${run}`, share: 0.9 }
    const harness = new ChaosHarness(page, path, chaos)
    await screen.findByRole('heading', { level: 1 })
    await harness.settle()
    await setUp?.(page)
    applyControl(page.platform.db, { chaos })
    await trigger?.(page).catch((error: unknown) => {
      // A preload of the menu may already have failed to refresh the session.
      if (!harness.isRefreshRejected()) throw error
    })
    await waitFor(() => expect(harness.wasCalled(id) || harness.isRefreshRejected()).toBe(true))
    const isHung = await harness.settle()
    const faults = harness.getFaults()
    harness.expectValidPage(isHung)
    if (as && id !== 'logout')
      expect([faults, harness.isLoggedOut]).toEqual([faults, harness.isRefreshRejected()])
    harness.stop()
    if (!harness.isLoggedOut) {
      await harness.revisit(isHung)
      await harness.settle()
      harness.expectValidPage(false)
      expect([faults, await harness.retry()]).toEqual([faults, false])
    }
    expect([faults, consoleErrors]).toEqual([faults, []])
  },
  30_000,
)

import { screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { applyControl } from '../../mocks/control/apply-control'
import { ChaosStage, listenToConsole } from './chaos-stage'
import { scenesOf } from './matrix/scenes'
import { withQuickRetries } from './quick-retries'
import { renderRoute } from './render-route'

const seed = process.env.CHAOS_SEED ?? '20261121'
const isFull = process.env.FLAGSHIP_TESTS === 'full'
/** The click of `getLabStatus` is a retry, which needs a failure first: the chaos of the screens has it. */
const sent = [...scenesOf('tasks'), ...scenesOf('groups'), ...scenesOf('account')].filter(
  ([id]) => id !== 'getLabStatus',
)
/** A share of the operations, the same every time; `npm test -- --full` sends each a few times. */
const tried = sent.filter((_, at) => isFull || at % 4 === 1)
const runs = tried.flatMap(([id, scene]) =>
  Array.from({ length: isFull ? 6 : 1 }, (_, run) => ({ id, scene, run })),
)

withQuickRetries()

test.each(runs)(
  `N01 seeded chaos (seed ${seed}) when $id is sent, run $run`,
  async ({ id, scene, run }) => {
    onTestFinished(() => {
      vi.restoreAllMocks()
    })
    const { path, as, scenario, prepare, arrive, send } = scene
    const mistakes = listenToConsole()
    const page = await renderRoute(path, {
      clock: 'held',
      ...(as && { as }),
      ...(scenario && { scenario }),
      ...(prepare && { prepare }),
    })
    const chaos = { seed: `${seed} ${id} ${run}`, share: 0.9 }
    const stage = new ChaosStage(page, path, chaos)
    await screen.findByRole('heading', { level: 1 })
    await stage.settle()
    await arrive?.(page)
    applyControl(page.platform.db, { chaos })
    await send?.(page).catch((error: unknown) => {
      // What a menu fetches ahead meets the chaos too: its refresh may be refused before the click that sends.
      if (!stage.isRefused()) throw error
    })
    await waitFor(() => expect(stage.hasMet(id) || stage.isRefused()).toBe(true))
    const isHung = await stage.settle()
    const met = stage.met()
    stage.isSound(isHung)
    if (as && id !== 'logout') expect([met, stage.isOut]).toEqual([met, stage.isRefused()])
    stage.end()
    if (!stage.isOut) {
      await stage.comeBack(isHung)
      await stage.settle()
      stage.isSound(false)
      expect([met, await stage.retry()]).toEqual([met, false])
    }
    expect([met, mistakes]).toEqual([met, []])
  },
  30_000,
)

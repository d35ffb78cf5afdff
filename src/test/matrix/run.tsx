import { expect, onTestFinished, test, vi } from 'vitest'
import { withQuickRetries } from '../quick-retries'
import { failuresOf } from './columns'
import { mishapsOf, shareOf } from './mishaps'
import { main, textOf } from './scene'
import { scenesOf } from './scenes'
import { Stage } from './stage'

const isFull = process.env.FLAGSHIP_TESTS === 'full'
/** Milliseconds that a page may take to come, with the code of the application, and each of its cells, on a busy machine. */
const [comingTime, cellTime] = [30_000, 10_000]
/** Another seed takes another share: `FAULT_SEED=7 npx vitest run src/test/matrix`. */
const seed = process.env.FAULT_SEED ?? '20261122'

/**
 * The matrix of operation and outcome: each cell is a visible text in its place, and no mistake in the console. One test for
 * each operation, whose page goes through its cells one after the other: what the contract documents, and of the faults that
 * any answer may meet a share (each kind twice over all operations), or all of them, each then tried again.
 */
export const tryScenes = (part: Parameters<typeof scenesOf>[0]): void => {
  const scenes = scenesOf(part)
  withQuickRetries()
  for (const [id, scene] of scenes) {
    const failures = failuresOf(id)
    const mishaps = isFull ? mishapsOf(id) : shareOf(id, seed)
    test(
      `N01 N16 ${id}: every refusal of the contract, any fault (seed ${seed}), no answer, and a slow success`,
      async () => {
        onTestFinished(() => {
          vi.restoreAllMocks()
        })
        const stage = new Stage(id, scene)
        const failed: string[] = []
        const tryCell = async (name: string, run: () => Promise<void>) => {
          try {
            await run()
          } catch (error) {
            failed.push(
              `${name}: ${error instanceof Error ? error.message : error}\nThe page: ${textOf(main())}`,
            )
            stage.close()
          }
        }
        for (const failure of failures) await tryCell(failure.name, () => stage.fail(failure))
        for (const mishap of mishaps) await tryCell(`any ${mishap.name}`, () => stage.survive(mishap, isFull))
        await tryCell('slow, then a success', () => stage.succeed())
        expect(failed.join('\n\n')).toBe('')
      },
      comingTime + cellTime * (failures.length + mishaps.length + 1),
    )
  }
}

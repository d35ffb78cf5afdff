import { expect, test, vi } from 'vitest'
import {
  deferTransitions,
  loadFirstRoute,
  paintBeforeNavigation,
  renderAsPrerendered,
} from './hydrate-router'

const makeTransition = () =>
  vi.fn(async (commit: () => void) => {
    commit()
    return true
  })

test('queues transitions until the mount and then applies them', async () => {
  const [beforeTree, interrupted, mounted] = [makeTransition(), makeTransition(), makeTransition()]
  const router = { startTransition: beforeTree }
  const release = deferTransitions(router)
  const commit = vi.fn()
  router.startTransition = interrupted
  const published = router.startTransition(commit)
  router.startTransition = mounted
  await Promise.resolve()
  expect(commit).not.toHaveBeenCalled()
  release()
  expect(await published).toBe(true)
  expect([beforeTree, interrupted, mounted].map(({ mock }) => mock.calls.length)).toEqual([0, 0, 1])
  const next = makeTransition()
  router.startTransition = next
  release()
  expect(router.startTransition).toBe(next)
})

test.each([
  ['another page than the prerendered one', false, true],
  ['the prerendered page', true, false],
])('the first route of %s is ready when it is known: %s', async (_, isPrerendered, isReadyEarly) => {
  let finish = () => {}
  const router = {
    startTransition: makeTransition(),
    load: () =>
      new Promise<void>(resolve => {
        finish = resolve
      }),
  }
  let isReady = false
  const ready = loadFirstRoute(router, () => isPrerendered).then(() => {
    isReady = true
  })
  const commit = vi.fn()
  await router.startTransition(commit)
  await Promise.resolve()
  expect([commit.mock.calls.length, isReady]).toEqual([1, isReadyEarly])
  finish()
  await ready
})

test('an error of the first route is passed on', async () => {
  const router = { startTransition: makeTransition(), load: () => Promise.reject(new Error('gone')) }
  await expect(loadFirstRoute(router, () => true)).rejects.toThrow('gone')
})

test.each([
  [true, 1],
  [false, 0],
])(
  'a navigation is rendered at once in a hidden tab (%s), else after the next paint',
  async (hidden, calls) => {
    const frames: (() => void)[] = []
    vi.stubGlobal('document', { hidden })
    vi.stubGlobal('requestAnimationFrame', (run: () => void) => frames.push(run))
    const router: Parameters<typeof paintBeforeNavigation>[0] = { startViewTransition: vi.fn() }
    paintBeforeNavigation(router)
    const commit = vi.fn(async () => {})
    const rendered = router.startViewTransition(commit)
    expect(commit).toHaveBeenCalledTimes(calls)
    for (const run of frames) run()
    await rendered
    expect(commit).toHaveBeenCalledTimes(1)
    vi.unstubAllGlobals()
  },
)

test('the tree of prerendering is that of a server', () => {
  const router: Parameters<typeof renderAsPrerendered>[0] = {}
  renderAsPrerendered(router)
  expect(router.ssr).toEqual({ manifest: undefined })
})

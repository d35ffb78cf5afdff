import { expect, test, vi } from 'vitest'
import { holdTransitions } from './hold-transitions'

const makeTransition = () =>
  vi.fn(async (commit: () => void) => {
    commit()
    return true
  })

test('what the router publishes before its tree has mounted waits, and goes to the tree that mounts', async () => {
  const [beforeTree, interrupted, mounted] = [makeTransition(), makeTransition(), makeTransition()]
  const router = { startTransition: beforeTree }
  const release = holdTransitions(router)
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

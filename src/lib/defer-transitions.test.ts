import { expect, test, vi } from 'vitest'
import { deferTransitions } from './defer-transitions'

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

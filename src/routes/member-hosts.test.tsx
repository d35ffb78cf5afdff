import { configure, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { feedbackDialog } from '../features/feedback/feedback-store'
import { watchConnection } from '../lib/online'
import { holdClock } from '../test/fake-clock'
import { renderRoute } from '../test/render-route'

configure({ asyncUtilTimeout: 10_000 })
vi.setConfig({ testTimeout: 30_000 })

// Boundaries report what they take; here that is what is wanted.
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  vi.restoreAllMocks()
  feedbackDialog.close()
})

/** A page beside which nothing has come up; from here on it would. */
const openWithoutHosts = async () => {
  const broken = vi.spyOn(feedbackDialog, 'isOpen').mockImplementation(() => {
    throw new Error('The hosts did not come.')
  })
  const page = await renderRoute('/groups', { as: 'student' })
  await screen.findByRole('heading', { level: 1, name: 'Мои группы' })
  await waitFor(() => expect(broken).toHaveBeenCalled())
  broken.mockRestore()
  return page
}

const dialog = { name: 'Обратная связь' }
const openFeedback = async ({ user }: Awaited<ReturnType<typeof renderRoute>>) => {
  await user.click(screen.getByRole('button', dialog))
  await screen.findByRole('dialog', dialog)
}

test('N14 what stands beside the pages and did not come is asked for with the next page', async () => {
  const page = await openWithoutHosts()
  await page.router.navigate({ to: '/contacts' })
  await screen.findByRole('heading', { level: 1, name: 'Контакты' })
  await openFeedback(page)
})

test('N14 what stands beside the pages and did not come is asked for once the connection holds again', async () => {
  const page = await openWithoutHosts()
  const clock = holdClock()
  const stop = watchConnection()
  window.dispatchEvent(new Event('online'))
  clock.advance(1000)
  stop()
  await openFeedback(page)
})

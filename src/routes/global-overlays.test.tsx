import { configure, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { feedbackDialog } from '../features/feedback/feedback-store'
import { monitorConnection } from '../lib/online'
import { installFakeClock } from '../test/fake-clock'
import { renderRoute } from '../test/render-route'

configure({ asyncUtilTimeout: 10_000 })
vi.setConfig({ testTimeout: 30_000 })

// Error boundaries log, as expected here.
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  vi.restoreAllMocks()
  feedbackDialog.close()
})

/** A page whose overlays failed to render once. */
const openWithFailedOverlays = async () => {
  const broken = vi.spyOn(feedbackDialog, 'isOpen').mockImplementation(() => {
    throw new Error('The overlays failed.')
  })
  const page = await renderRoute('/groups', { as: 'student' })
  await screen.findByRole('heading', { level: 1, name: 'Моё обучение' })
  await waitFor(() => expect(broken).toHaveBeenCalled())
  broken.mockRestore()
  return page
}

const dialog = { name: 'Обратная связь' }
const openFeedback = async ({ user }: Awaited<ReturnType<typeof renderRoute>>) => {
  await user.click(screen.getByRole('button', dialog))
  await screen.findByRole('dialog', dialog)
}

test('N14 failed overlays are retried with the next page', async () => {
  const page = await openWithFailedOverlays()
  await page.router.navigate({ to: '/contacts' })
  await screen.findByRole('heading', { level: 1, name: 'Контакты' })
  await openFeedback(page)
})

test('N14 failed overlays are retried when the connection is back', async () => {
  const page = await openWithFailedOverlays()
  const clock = installFakeClock()
  const stop = monitorConnection()
  window.dispatchEvent(new Event('online'))
  clock.advance(1000)
  stop()
  await openFeedback(page)
})

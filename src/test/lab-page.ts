import { screen, waitFor, within } from '@testing-library/react'
import { expect } from 'vitest'
import type { Fault } from '../../mocks/platform/faults'
import { announcements } from '../lib/announce'
import { installFakeClock } from './fake-clock'
import { beforePlaceholder, ru, startingWith } from './messages'
import { type RenderedRoute, renderRoute } from './render-route'
import { settle } from './settle'

export const labTaskPath = '/group/1/task/104'

/** Opens the page of a task with a lab. */
export const openLabPage = async (path = labTaskPath, options: Parameters<typeof renderRoute>[1] = {}) => {
  announcements.clear()
  const clock = installFakeClock()
  const page = await renderRoute(path, { as: 'student', ...options })
  /** Passes time for page and platform, in steps with time for answers. */
  const pass = async (seconds: number) => {
    page.platform.db.clock.advance(seconds * 1000)
    for (let passed = 0; passed < Math.min(seconds, 12); passed += 1) {
      clock.advance(passed === 0 ? Math.max(1, seconds - 11) * 1000 : 1000)
      await settle(page)
    }
  }
  return { ...page, clock, pass }
}

export const panel = () => within(screen.getByRole('region', { name: ru.lab.title }))
export const findButton = (name: string | RegExp) => screen.findByRole('button', { name })
export const count = (page: RenderedRoute, operation: string) =>
  page.calls().filter(call => call === operation).length
export const getAnnouncements = () => announcements.get().map(({ text }) => text)
export const errorFault = (status: number, detail?: string): Fault => ({
  kind: 'status',
  status,
  ...(detail !== undefined && { detail }),
})

export const startLab = async (page: RenderedRoute) => {
  await page.user.click(await findButton(ru.lab.start))
  await panel().findByText(startingWith(beforePlaceholder(ru.lab['starting.elapsed'])))
}

export const makeReady = async (page: Awaited<ReturnType<typeof openLabPage>>) => {
  await startLab(page)
  await page.pass(25)
  await waitFor(() => expect(panel().getByRole('timer')).toBeTruthy())
}

/** Opens the question whether to stop the lab and answers it. */
export const stopLab = async (page: RenderedRoute, answer: string = ru.lab['stop.confirm']) => {
  await page.user.click(panel().getByRole('button', { name: ru.lab.stop }))
  const dialog = within(await screen.findByRole('alertdialog'))
  await page.user.click(dialog.getByRole('button', { name: answer }))
}

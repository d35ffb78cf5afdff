import { act, screen, waitFor, within } from '@testing-library/react'
import { expect } from 'vitest'
import type { Fault } from '../../mocks/platform/faults'
import { announcements } from '../lib/announce'
import { holdClock } from './fake-clock'
import { type RenderedRoute, renderRoute } from './render-route'

export const labTaskPath = '/group/1/task/104'

/** The page of a task with a lab, and what makes time pass for it and its server. */
export const openLabPage = async (path = labTaskPath, options: Parameters<typeof renderRoute>[1] = {}) => {
  announcements.clear()
  const clock = holdClock()
  const page = await renderRoute(path, { as: 'student', ...options })
  /** The server's time and the device's pass together; a second at a time, so that answers come in between. */
  const pass = async (seconds: number) => {
    page.platform.db.clock.advance(seconds * 1000)
    for (let spent = 0; spent < Math.min(seconds, 12); spent += 1) {
      clock.advance(spent === 0 ? Math.max(1, seconds - 11) * 1000 : 1000)
      await act(() => new Promise(resolve => setTimeout(resolve, 5)))
    }
  }
  return { ...page, clock, pass }
}

export const panel = () => within(screen.getByRole('region', { name: 'Лаборатория' }))
export const findButton = (name: string | RegExp) => screen.findByRole('button', { name })
export const count = (page: RenderedRoute, operation: string) =>
  page.calls().filter(call => call === operation).length
export const spoken = () => announcements.get().map(({ text }) => text)
export const refused = (status: number, detail?: string): Fault => ({
  kind: 'status',
  status,
  ...(detail !== undefined && { detail }),
})

export const startLab = async (page: RenderedRoute) => {
  await page.user.click(await findButton('Запустить лабораторию'))
  await panel().findByText(/^Прошло/)
}

export const makeReady = async (page: Awaited<ReturnType<typeof openLabPage>>) => {
  await startLab(page)
  await page.pass(25)
  await waitFor(() => expect(panel().getByRole('timer')).toBeTruthy())
}

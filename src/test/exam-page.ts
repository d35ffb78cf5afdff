import { act, screen, within } from '@testing-library/react'
import { announcements } from '../lib/announce'
import { renderRoute } from './render-route'

export const examTabPath = '/group/5?tab=exam'

/** The exam tab of a candidate, whose card stands; nothing is said or noted yet. */
export const openExamTab = async (options: Parameters<typeof renderRoute>[1] = {}, path = examTabPath) => {
  const page = await renderRoute(path, { as: 'candidate', ...options })
  await screen.findByRole('heading', { level: 2 }, { timeout: 10_000 })
  announcements.clear()
  page.platform.journal.clear()
  const count = (operation: string) => page.calls().filter(call => call === operation).length
  return { ...page, count }
}

/** The card of the attempt that counts. */
export const attemptCard = (headline: string | RegExp) => screen.findByRole('region', { name: headline })

export const spokenOften = (text: string | RegExp) =>
  announcements.get().filter(said => (typeof text === 'string' ? said.text === text : text.test(said.text)))
    .length

/** Lets answers come in. */
export const settle = (milliseconds = 60) =>
  act(() => new Promise<void>(resolve => setTimeout(resolve, milliseconds)))

/** Opens the question before the start and ticks it; resolves with the button that starts. */
export const askToStart = async ({ user }: Awaited<ReturnType<typeof openExamTab>>) => {
  await user.click(await screen.findByRole('button', { name: 'Начать экзамен' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Начать экзамен?' }))
  await user.click(dialog.getByRole('checkbox', { name: 'Понимаю' }))
  return dialog.getByRole('button', { name: /^Начать, 24.часа$/ })
}

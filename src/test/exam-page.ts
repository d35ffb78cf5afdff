import { screen, within } from '@testing-library/react'
import { announcements } from '../lib/announce'
import { beforePlaceholder, messages, ru, startingWith } from './messages'
import { renderRoute } from './render-route'

export const examTabPath = '/group/5?tab=exam'

/** Opens the exam tab of a candidate and clears announcements and the journal. */
export const openExamTab = async (options: Parameters<typeof renderRoute>[1] = {}, path = examTabPath) => {
  const page = await renderRoute(path, { as: 'candidate', ...options })
  const name = messages[options.language ?? 'ru'].exam.title
  const tab = await screen.findByRole('tabpanel', { name })
  await within(tab).findAllByRole('heading', { level: 2 })
  announcements.clear()
  page.platform.journal.clear()
  const count = (operation: string) => page.calls().filter(call => call === operation).length
  return { ...page, count }
}

/** The card of the current attempt. */
export const attemptCard = (headline: string | RegExp) => screen.findByRole('region', { name: headline })

export const countAnnouncements = (text: string | RegExp) =>
  announcements.get().filter(one => (typeof text === 'string' ? one.text === text : text.test(one.text)))
    .length

/** Opens the start dialog, checks the checkbox, and returns the start button. */
export const openStartDialog = async ({ user }: Awaited<ReturnType<typeof openExamTab>>) => {
  await user.click(await screen.findByRole('button', { name: ru.exam['start.open'] }))
  const dialog = within(await screen.findByRole('alertdialog', { name: ru.exam['start.title'] }))
  await user.click(dialog.getByRole('checkbox', { name: ru.exam['start.understand'] }))
  return dialog.getByRole('button', { name: startingWith(beforePlaceholder(ru.exam['start.confirm'])) })
}

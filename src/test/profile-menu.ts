import { screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished } from 'vitest'
import { preloadProfileMenu } from '../features/profile/profile-menu'
import { announcements } from '../lib/announce'
import { toLanguage } from '../lib/languages'
import { messages } from './messages'
import { renderRoute } from './render-route'

type Options = NonNullable<Parameters<typeof renderRoute>[1]>

/** Collects announcements from now on. */
const collectAnnouncements = (): string[] => {
  announcements.clear()
  const seen = new Set<number>()
  const announced: string[] = []
  const stop = announcements.subscribe(() => {
    for (const { id, text } of announcements.get()) {
      if (!seen.has(id)) announced.push(text)
      seen.add(id)
    }
  })
  onTestFinished(stop)
  return announced
}

/**
 * Opens the profile menu.
 * @returns `asked`: the calls since then, without those of the page; `heard`: the announcements since then
 */
export const openProfileMenu = async (options: Options) => {
  const page = await renderRoute('/competencies', { as: 'student', ...options })
  const { common, account } = messages[toLanguage(options.language ?? 'ru')]
  await screen.findByRole('button', { name: common['account.menu'] })
  await preloadProfileMenu()
  await waitFor(() => expect(page.router.state.status).toBe('idle'))
  // The header is replaced with the page, and the first button with it.
  const avatar = await screen.findByRole('button', { name: common['account.menu'] })
  const before = page.calls().length
  await page.user.click(avatar)
  const menu = await screen.findByRole('dialog', { name: common['account.menu'] })
  await within(menu).findByRole('button', { name: account.logout })
  const heard = collectAnnouncements()
  const asked = () =>
    page
      .calls()
      .slice(before)
      .filter(name => name !== 'getCompetencies')
  return { ...page, heard, avatar, menu, inMenu: within(menu), asked }
}

export type OpenedMenu = Awaited<ReturnType<typeof openProfileMenu>>

import { screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished } from 'vitest'
import { announcements } from '../lib/announce'
import { toLanguage } from '../lib/languages'
import { preloadAccountMenu } from '../routes/-account-menu'
import { renderRoute } from './render-route'

type Options = NonNullable<Parameters<typeof renderRoute>[1]>

const words = { ru: { menu: 'Меню профиля', out: 'Выйти' }, en: { menu: 'Profile menu', out: 'Log out' } }

/** The first page of a file also loads its code. */
const patience = { timeout: 20_000 }

/** Everything that is announced from now on. */
const listen = (): string[] => {
  announcements.clear()
  const texts = new Map<number, string>()
  const heard: string[] = []
  const stop = announcements.subscribe(() => {
    for (const { id, text } of announcements.get()) {
      if (!texts.has(id)) heard.push(text)
      texts.set(id, text)
    }
  })
  onTestFinished(stop)
  return heard
}

/**
 * Opens a page with one reading of its own, and the profile menu on it.
 * `asked` are the calls made since, beside that reading, `heard` what was announced.
 */
export const openMenu = async (options: Options) => {
  const page = await renderRoute('/competencies', { as: 'student', ...options })
  const word = words[toLanguage(options.language ?? 'ru')]
  await screen.findByRole('button', { name: word.menu }, patience)
  await preloadAccountMenu()
  await waitFor(() => expect(page.router.state.status).toBe('idle'), patience)
  // The frame may have been put up anew while the page's code came: the first avatar is gone then.
  const avatar = await screen.findByRole('button', { name: word.menu }, patience)
  const before = page.calls().length
  await page.user.click(avatar)
  const menu = await screen.findByRole('dialog', { name: word.menu }, patience)
  await within(menu).findByRole('button', { name: word.out }, patience)
  const heard = listen()
  const asked = () =>
    page
      .calls()
      .slice(before)
      .filter(name => name !== 'getCompetencies')
  return { ...page, heard, avatar, menu, inMenu: within(menu), asked }
}

export type OpenedMenu = Awaited<ReturnType<typeof openMenu>>

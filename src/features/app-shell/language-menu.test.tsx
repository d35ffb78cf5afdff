import { configure, fireEvent, screen, waitFor } from '@testing-library/react'
import i18next from 'i18next'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { switchLanguage } from '../../i18n/language'
import { readLanguageCookie } from '../../lib/cookie'
import { staleChunks } from '../../lib/stale-chunks'
import { toast } from '../../lib/toast'
import { failNamespace } from '../../test/fail-namespace'
import { getHref } from '../../test/login'
import { openProfileMenu } from '../../test/profile-menu'
import { renderRoute } from '../../test/render-route'

configure({ asyncUtilTimeout: 10_000 })
vi.setConfig({ testTimeout: 30_000 })

afterEach(() => {
  vi.restoreAllMocks()
  toast.clear()
  // biome-ignore lint/suspicious/noDocumentCookie: the test forgets the choice.
  document.cookie = 'language=; Max-Age=0; Path=/'
})

const choose = async ({ user }: Pick<Awaited<ReturnType<typeof renderRoute>>, 'user'>, language: string) => {
  await user.click(screen.getByRole('button', { name: /^(RU|EN)\./ }))
  await user.click(await screen.findByRole('menuitemradio', { name: language }))
}

test('S08 changes text, title, html[lang] and dates, and stores the choice', async () => {
  const page = await renderRoute('/group/3', { as: 'student' })
  const ru = await screen.findByText(/^Начнётся \d/)
  await choose(page, 'English')
  await screen.findByText(/^Starts|^Begins/)
  expect(ru.textContent).not.toMatch(/[а-яё]/i)
  expect(document.title).toMatch(/ · Flagship$/)
  expect(document.documentElement.lang).toBe('en')
  expect(readLanguageCookie(document.cookie)).toBe('en')
  const trigger = screen.getByRole('button', { name: 'EN. Language: English' })
  await waitFor(() => expect(document.activeElement).toBe(trigger))
})

test('a language change keeps the URL, the scroll position, input and DOM nodes', async () => {
  const page = await renderRoute('/group/1/task/101?from=x#hint', { as: 'student' })
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Флаг' })
  fireEvent.input(field, { target: { value: 'flag{half' } })
  const scroll = vi.spyOn(window, 'scrollTo').mockImplementation(() => {})
  const into = vi.fn()
  Element.prototype.scrollIntoView = into
  const before = { address: getHref(page), calls: page.calls().length }
  await choose(page, 'English')
  expect(await screen.findByRole('textbox', { name: 'Flag' })).toBe(field)
  expect(field.value).toBe('flag{half')
  expect(getHref(page)).toBe(before.address)
  expect(page.calls()).toHaveLength(before.calls)
  expect(scroll).not.toHaveBeenCalled()
  expect(into).not.toHaveBeenCalled()
})

test('an open dialog stays open and keeps its input and focus', async () => {
  const { user, menu: dialog, inMenu } = await openProfileMenu({})
  await user.click(inMenu.getByRole('button', { name: 'Сменить пароль' }))
  const field = await waitFor(() => {
    const found = dialog.querySelector<HTMLInputElement>('input[type=password]')
    if (!found) throw new Error('no field yet')
    return found
  })
  await user.type(field, 'half a pass')
  // As from another tab: nothing is remounted.
  await switchLanguage('en')
  await screen.findByRole('dialog', { name: 'Profile menu' })
  expect(dialog.isConnected).toBe(true)
  expect(field.isConnected).toBe(true)
  expect(field.value).toBe('half a pass')
  await waitFor(() => expect(document.activeElement).toBe(field))
})

test('keeps the language and shows an error if messages fail to load', async () => {
  const page = await renderRoute('/groups', { as: 'student' })
  await screen.findByRole('heading', { level: 1, name: 'Моё обучение' })
  const restore = failNamespace('en', 'groups')
  await choose(page, 'English')
  await screen.findByText(/^Не удалось переключить язык/)
  screen.getByRole('heading', { level: 1, name: 'Моё обучение' })
  expect(readLanguageCookie(document.cookie)).toBe('ru')
  restore()
  await choose(page, 'English')
  await screen.findByRole('heading', { level: 1, name: 'My education' })
})

test('C05 asks to reload if a deployment removed the messages, and stores the language for then', async () => {
  const page = await renderRoute('/group/1/task/101', { as: 'student' })
  fireEvent.input(await screen.findByRole('textbox', { name: 'Флаг' }), { target: { value: 'flag{half' } })
  onTestFinished(staleChunks.dismiss)
  vi.spyOn(i18next, 'reloadResources').mockRejectedValue(new TypeError('Importing a module script failed.'))
  await choose(page, 'English')
  await screen.findByRole('region', { name: 'Доступна новая версия' })
  expect(readLanguageCookie(document.cookie)).toBe('en')
})

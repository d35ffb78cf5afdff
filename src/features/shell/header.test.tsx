import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import i18next from 'i18next'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { groupQuery } from '../../api/queries/groups'
import { switchLanguage } from '../../i18n/language'
import { readLanguageCookie } from '../../lib/cookie'
import { staleChunks } from '../../lib/stale-chunks'
import { toast } from '../../lib/toast'
import { failNamespace } from '../../test/fail-namespace'
import { fillIn } from '../../test/fill-in'
import { holdAnswer } from '../../test/hold-answer'
import { getHref, waitForHref } from '../../test/login'
import { openProfileMenu } from '../../test/profile-menu'
import { renderRoute } from '../../test/render-route'

const header = () => screen.getByRole('banner')
/** Focusable elements of the header, in tab order. */
const stops = () =>
  [...header().querySelectorAll('a, button, [aria-current]')].map(
    stop => stop.getAttribute('aria-label') ?? stop.textContent,
  )
const findTitle = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name })

test('keeps its order; on the groups page the link to it is text', async () => {
  const page = await renderRoute('/group/1/leaderboard', { as: 'student' })
  await findTitle('Рейтинг')
  const end = ['Обратная связь', expect.stringMatching(/^RU\./), 'Тема: Системная', 'Меню профиля']
  const start = ['Флагман', 'Моё обучение', 'Мой профиль', 'Назад']
  expect(stops()).toEqual([...start, 'Рейтинг', ...end])
  await page.user.click(within(header()).getByRole('link', { name: 'Моё обучение' }))
  await findTitle('Моё обучение')
  expect(stops()).toEqual([...start, ...end])
  const here = within(header()).getByText('Моё обучение')
  expect([here.tagName, here.getAttribute('aria-current')]).toEqual(['SPAN', 'page'])
  expect(header().querySelectorAll('[aria-current]')).toHaveLength(1)
})

describe('shows the leaderboard link on group paths unless the leaderboard is hidden', () => {
  test.each([
    ['/group/1', true],
    ['/group/1/task/101', true],
    ['/group/6', false],
    ['/groups', false],
    ['/group/5', false],
    ['/contacts', false],
  ])('%s: %s', async (path, isThere) => {
    await renderRoute(path, { as: 'student' })
    await screen.findByRole('heading', { level: 1 })
    await screen.findByRole('button', { name: 'Меню профиля' })
    expect(within(header()).queryByRole('link', { name: 'Рейтинг' }) !== null).toBe(isThere)
  })
})

test('the competencies of another user are not "my profile"', async () => {
  await renderRoute('/competencies/3', { as: 'student' })
  await screen.findByRole('button', { name: 'Меню профиля' })
  const link = within(header()).getByRole('link', { name: 'Мой профиль' })
  expect(link.getAttribute('aria-current')).toBeNull()
  expect(link.getAttribute('href')).toBe('/competencies')
})

describe('the back button', () => {
  const back = () => within(header()).getByRole('button', { name: 'Назад' })

  test('goes back in the history', async () => {
    const page = await renderRoute('/contacts', { as: 'student' })
    await screen.findByRole('button', { name: 'Меню профиля' })
    await page.user.click(within(header()).getByRole('link', { name: 'Моё обучение' }))
    await findTitle('Моё обучение')
    await page.user.click(back())
    await waitForHref(page, '/contacts')
  })

  test('goes to the parent page without history', async () => {
    const page = await renderRoute('/group/1/leaderboard', { as: 'student' })
    await findTitle('Рейтинг')
    await page.user.click(back())
    await waitForHref(page, '/group/1')
  })

  test('is absent at home', async () => {
    await renderRoute('/', { as: 'student' })
    await screen.findByRole('heading', { level: 1 })
    expect(within(header()).queryByRole('button', { name: 'Назад' })).toBeNull()
  })
})

test('the first tab stop skips to the content', async () => {
  Element.prototype.scrollIntoView = () => {}
  const page = await renderRoute('/groups', { as: 'student' })
  await findTitle('Моё обучение')
  await page.user.tab()
  expect(document.activeElement?.textContent).toBe('К содержанию')
  await page.user.keyboard('{Enter}')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')))
})

test('applies and stores the theme', async () => {
  const page = await renderRoute('/login')
  await page.user.click(await screen.findByRole('button', { name: 'Тема: Системная' }))
  await screen.findByRole('menuitemradio', { name: 'Системная', checked: true })
  await page.user.click(await screen.findByRole('menuitemradio', { name: 'Тёмная', checked: false }))
  await waitFor(() => expect(document.documentElement.dataset.theme).toBe('dark'))
  expect(localStorage.getItem('theme')).toBe('dark')
  await page.user.click(await screen.findByRole('button', { name: 'Тема: Тёмная' }))
  await page.user.click(await screen.findByRole('menuitemradio', { name: 'Системная' }))
  await waitFor(() => expect(document.documentElement.dataset.theme).toBeUndefined())
  expect(localStorage.getItem('theme')).toBeNull()
})

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
  const [ru] = await screen.findAllByText(/^\d+ [а-я]+ 20\d\d.г\.$/)
  await choose(page, 'English')
  await screen.findAllByText(/^[A-Z][a-z]+ \d+, 20\d\d$/)
  expect(ru?.textContent).not.toMatch(/[а-яё]/i)
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
  fillIn(field, 'half a pass')
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
  await screen.findByRole('region', { name: 'Нужно перезагрузить страницу' })
  expect(readLanguageCookie(document.cookie)).toBe('en')
})

const findTrail = () => screen.findByRole('navigation', { name: 'Навигационная цепочка' })
const items = (trail: HTMLElement) =>
  within(trail)
    .getAllByRole('listitem')
    .map(item => item.textContent)

test('starts at home and ends at the current page', async () => {
  await renderRoute('/group/1/task/101', { as: 'student' })
  const trail = await findTrail()
  const found = items(trail)
  expect(found.slice(0, 2)).toEqual(['Главная', 'Моё обучение'])
  expect(found).toHaveLength(4)
  const current = trail.querySelectorAll('[aria-current]')
  expect([...current].map(({ textContent }) => textContent)).toEqual([found[3]])
  expect(within(trail).getByRole('link', { name: 'Главная' }).getAttribute('href')).toBe('/')
})

test('is cleared as soon as the path changes, before the next page has loaded', async () => {
  const { fault, answer } = holdAnswer()
  const page = await renderRoute('/groups', { as: 'student' })
  expect(items(await findTrail())).toEqual(['Главная', 'Моё обучение'])
  page.platform.db.faults.add('getGroup', fault)
  void page.router.navigate({ to: '/group/$groupId', params: { groupId: 1 } })
  await waitFor(() => expect(screen.queryByRole('navigation', { name: 'Навигационная цепочка' })).toBeNull())
  answer()
  expect(items(await findTrail())).toHaveLength(3)
  await page.router.navigate({ to: '/contacts' })
  await screen.findByRole('heading', { level: 1, name: 'Контакты' })
  expect(screen.queryByRole('navigation', { name: 'Навигационная цепочка' })).toBeNull()
})

describe('X03 renders a name as isolated text', () => {
  test.each([
    ['markup', '<img src=x onerror=alert(1)><b>жирный</b>'],
    ['bidi control characters', '\u202Eгруппа\u2066 наоборот'],
    ['a title of two thousand letters', 'ы'.repeat(2000)],
  ])('%s', async (_, name) => {
    const page = await renderRoute('/group/1', { as: 'student' })
    const trail = await findTrail()
    const { queryClient } = page
    act(() => {
      queryClient.setQueryData(groupQuery(1).queryKey, group => group && { ...group, name })
    })
    await waitFor(() => expect(trail.querySelector('[aria-current]')?.textContent).toBe(name))
    const current = trail.querySelector('[aria-current]')
    expect(current?.firstElementChild?.tagName).toBe('BDI')
    // Truncated to one line.
    expect(current?.classList.contains('crumb')).toBe(true)
    expect(trail.querySelector('img, b')).toBeNull()
  })
})

import { configure, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { getHref, waitForHref } from '../../test/login'
import { renderRoute } from '../../test/render-route'

configure({ asyncUtilTimeout: 10_000 })
vi.setConfig({ testTimeout: 30_000 })

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

describe('a menu closes on a click outside, and on Escape, which restores focus', () => {
  test.each([
    ['the language', /^RU\./, 'menu'],
    ['the theme', /^Тема/, 'menu'],
    ['the profile', 'Меню профиля', 'dialog'],
  ])('%s', async (_, name, role) => {
    const page = await renderRoute('/groups', { as: 'student' })
    await findTitle('Моё обучение')
    const trigger = within(header()).getByRole('button', { name })
    const isGone = () => waitFor(() => expect(screen.queryByRole(role)).toBeNull())
    await page.user.click(trigger)
    await screen.findByRole(role)
    await page.user.click(screen.getByRole('contentinfo'))
    await isGone()
    await page.user.click(trigger)
    await screen.findByRole(role)
    await page.user.keyboard('{Escape}')
    await isGone()
    await waitFor(() => expect(document.activeElement).toBe(trigger))
    expect(getHref(page)).toBe('/groups')
  })
})

test('applies and stores the theme', async () => {
  const page = await renderRoute('/login')
  await page.user.click(await screen.findByRole('button', { name: 'Тема: Системная' }))
  await page.user.click(await screen.findByRole('menuitemradio', { name: 'Тёмная' }))
  await waitFor(() => expect(document.documentElement.dataset.theme).toBe('dark'))
  expect(localStorage.getItem('theme')).toBe('dark')
  await page.user.click(await screen.findByRole('button', { name: 'Тема: Тёмная' }))
  await page.user.click(await screen.findByRole('menuitemradio', { name: 'Системная' }))
  await waitFor(() => expect(document.documentElement.dataset.theme).toBeUndefined())
  expect(localStorage.getItem('theme')).toBeNull()
})

import { configure, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { address, landsOn } from '../../test/journey'
import { renderRoute } from '../../test/render-route'

configure({ asyncUtilTimeout: 10_000 })
vi.setConfig({ testTimeout: 30_000 })

const header = () => screen.getByRole('banner')
/** What can be reached in the header, in the order of Tab. */
const stops = () =>
  [...header().querySelectorAll('a, button, [aria-current]')].map(
    stop => stop.getAttribute('aria-label') ?? stop.textContent,
  )
const findTitle = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name })

test('the order of the header never changes; on the groups page the link to it is text', async () => {
  const page = await renderRoute('/group/1/leaderboard', { as: 'student' })
  await findTitle('Рейтинг')
  const end = ['Обратная связь', expect.stringMatching(/^RU\./), 'Тема: Как в системе', 'Меню профиля']
  const start = ['Флагман', 'Моё обучение', 'Мой профиль', 'Назад']
  expect(stops()).toEqual([...start, 'Рейтинг', ...end])
  await page.user.click(within(header()).getByRole('link', { name: 'Моё обучение' }))
  await findTitle('Мои группы')
  expect(stops()).toEqual([...start, ...end])
  const here = within(header()).getByText('Моё обучение')
  expect([here.tagName, here.getAttribute('aria-current')]).toEqual(['SPAN', 'page'])
  expect(header().querySelectorAll('[aria-current]')).toHaveLength(1)
})

describe('the leaderboard button stands on a group path when the leaderboard is known to be there', () => {
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

test('another person’s competencies are not "my profile"', async () => {
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
    await findTitle('Мои группы')
    await page.user.click(back())
    await landsOn(page, '/contacts')
  })

  test('leads to the page above where there is no history', async () => {
    const page = await renderRoute('/group/1/leaderboard', { as: 'student' })
    await findTitle('Рейтинг')
    await page.user.click(back())
    await landsOn(page, '/group/1')
  })

  test('is absent at home, where nothing lies above', async () => {
    await renderRoute('/', { as: 'student' })
    await screen.findByRole('heading', { level: 1 })
    expect(within(header()).queryByRole('button', { name: 'Назад' })).toBeNull()
  })
})

test('the first stop of the keyboard leads past the header to the content', async () => {
  Element.prototype.scrollIntoView = () => {}
  const page = await renderRoute('/groups', { as: 'student' })
  await findTitle('Мои группы')
  await page.user.tab()
  expect(document.activeElement?.textContent).toBe('К содержанию')
  await page.user.keyboard('{Enter}')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')))
})

describe('a menu closes on a click outside, and on Escape, which gives focus back', () => {
  test.each([
    ['the language', /^RU\./, 'menu'],
    ['the theme', /^Тема/, 'menu'],
    ['the profile', 'Меню профиля', 'dialog'],
  ])('%s', async (_, name, role) => {
    const page = await renderRoute('/groups', { as: 'student' })
    await findTitle('Мои группы')
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
    expect(address(page)).toBe('/groups')
  })
})

test('the theme is shown at once and kept', async () => {
  const page = await renderRoute('/login')
  await page.user.click(await screen.findByRole('button', { name: 'Тема: Как в системе' }))
  await page.user.click(await screen.findByRole('menuitemradio', { name: 'Тёмная' }))
  await waitFor(() => expect(document.documentElement.dataset.theme).toBe('dark'))
  expect(localStorage.getItem('theme')).toBe('dark')
  await page.user.click(await screen.findByRole('button', { name: 'Тема: Тёмная' }))
  await page.user.click(await screen.findByRole('menuitemradio', { name: 'Как в системе' }))
  await waitFor(() => expect(document.documentElement.dataset.theme).toBeUndefined())
  expect(localStorage.getItem('theme')).toBeNull()
})

import { act, configure, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { groupQuery } from '../../queries/groups'
import { renderRoute } from '../../test/render-route'

configure({ asyncUtilTimeout: 10_000 })
vi.setConfig({ testTimeout: 30_000 })

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
  let answer = () => {}
  const until = new Promise<void>(resolve => {
    answer = resolve
  })
  const page = await renderRoute('/groups', { as: 'student' })
  expect(items(await findTrail())).toEqual(['Главная', 'Моё обучение'])
  page.platform.db.faults.add('getGroup', { kind: 'wait', until })
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
    ['stacked combining marks', `З${'\u0317\u0352\u0489'.repeat(200)}`],
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

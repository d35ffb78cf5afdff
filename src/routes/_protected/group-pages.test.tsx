import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { type PersonaName, personas } from '../../../mocks/platform/personas'
import { fillIn } from '../../test/fill-in'
import { getHref } from '../../test/login'
import { renderRoute } from '../../test/render-route'

const heading = (name: string | RegExp, level = 1) => screen.findByRole('heading', { level, name })

describe('a group that is closed shows the reason, not an error', () => {
  test.each<[string, PersonaName, string, RegExp]>([
    ['starts later', 'student', '/group/3', /начнётся позже/],
    ['has ended', 'student', '/group/4', /уже закончилось/],
  ])('%s', async (_, as, path, title) => {
    await renderRoute(path, { as })
    await heading(title, 2)
    expect(screen.getByRole('link', { name: 'К списку групп' })).toBeTruthy()
  })

  test.each(['/group/1', '/group/1/task/101', '/group/1/leaderboard'])(
    'G16 %s asks to verify the email as home does, once',
    async path => {
      const page = await renderRoute(path, { as: 'newcomer' })
      await heading('Подтвердите почту', 2)
      await heading(/Практическая безопасность/)
      await waitFor(() =>
        expect(screen.getAllByRole('button', { name: 'Готово, проверить' })).toHaveLength(1),
      )
      expect(screen.getAllByText(/newcomer@mail\.example/)).toHaveLength(1)
      expect(screen.queryByRole('region', { name: 'Почта не подтверждена' })).toBeNull()
      page.platform.db.tables.users.patch(personas.newcomer.id, { email_verified: true })
      await page.user.click(screen.getByRole('button', { name: 'Готово, проверить' }))
      await waitFor(() => expect(screen.queryByRole('heading', { name: 'Подтвердите почту' })).toBeNull())
      expect(getHref(page)).toBe(path)
    },
  )

  test('an ended group with the own result', async () => {
    await renderRoute('/group/4', { as: 'student' })
    const place = await screen.findByText('Место')
    expect(place.nextElementSibling?.textContent).toMatch(/^\d+ из \d+$/)
    for (const label of ['Решено', 'Баллы', 'Дата окончания']) screen.getByText(label)
    expect(screen.getAllByRole('link', { name: 'Мой профиль' })).toHaveLength(2)
  })

  test('with the date from the list of groups', async () => {
    await renderRoute('/group/3', { as: 'student' })
    await heading('Безопасная разработка: весенний поток')
    await screen.findAllByText(/^\d+ [а-я]+ 20\d\d.г\.$/)
    screen.getByText(/^через \d+.дн/)
    screen.getByRole('button', { name: 'Добавить в календарь' })
    const trail = screen.getByRole('navigation', { name: 'Навигационная цепочка' })
    expect(trail.querySelector('[aria-current]')?.textContent).toBe('Безопасная разработка: весенний поток')
  })
})

describe('the invitation to a group', () => {
  test('can be copied by administrators', async () => {
    const page = await renderRoute('/group/1', { as: 'admin' })
    await screen.findByText('AUTUMN-2026')
    await page.user.click(screen.getByRole('button', { name: 'Скопировать код приглашения' }))
    expect(await navigator.clipboard.readText()).toBe('AUTUMN-2026')
  })
})

describe('the tasks of a group', () => {
  const pressed = (name: RegExp) => screen.getByRole('button', { name }).getAttribute('aria-pressed')

  test('reads filters from the URL and drops unknown parameters', async () => {
    const page = await renderRoute('/group/1?status=solved&difficulty=nightmare&junk=1', { as: 'student' })
    await heading(/Практическая безопасность/)
    expect(pressed(/^Решено/)).toBe('true')
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Сложность' }).value).toBe('')
    await waitFor(() => expect(page.router.state.location.search).toEqual({ status: 'solved' }))
  })

  test('typing sets the URL after a pause; an empty result can be reset', async () => {
    const page = await renderRoute('/group/1', { as: 'student' })
    await heading(/Практическая безопасность/)
    await page.user.type(screen.getByRole('searchbox', { name: 'Найти задание' }), 'zzz')
    await screen.findByText('Нет подходящих заданий')
    expect(page.router.state.location.search).toEqual({ q: 'zzz' })
    expect(page.calls().filter(call => call === 'getGroup')).toHaveLength(1)
  })

  test('the next required task is the one primary action', async () => {
    await renderRoute('/group/1', { as: 'student' })
    const link = await screen.findByRole('link', { name: /^(?:Дальше|Следующее задание): / })
    expect(link.getAttribute('href')).toMatch(/^\/group\/1\/task\/\d+$/)
  })
})

describe('the leaderboard', () => {
  const board = () => screen.getByRole('table', { name: 'Рейтинг участников группы' })

  test('search and order are in the URL', async () => {
    const page = await renderRoute('/group/1/leaderboard?sort=-name&q=a', { as: 'student' })
    await heading('Рейтинг')
    const head = within(board()).getByRole('columnheader', { name: 'Участник' })
    expect(head.getAttribute('aria-sort')).toBe('descending')
    await page.user.click(within(head).getByRole('button'))
    await waitFor(() => expect(page.router.state.location.search).toEqual({ q: 'a', sort: 'name' }))
  })
})

describe('home and groups', () => {
  test('home suggests a task and remembers the last one', async () => {
    const page = await renderRoute('/', { as: 'student' })
    await screen.findByText('Следующее обязательное')
    await page.router.navigate({ to: '/group/$groupId/task/$taskId', params: { groupId: 2, taskId: 201 } })
    await heading(/./)
    await waitFor(() => expect(localStorage.getItem('flagship.lastTask')).toBe('2/201'))
  })

  test('without groups shows the invite form, which keeps and explains a malformed code', async () => {
    const page = await renderRoute('/', { as: 'student', scenario: 'noGroups' })
    await heading('Вы пока не состоите ни в одной группе', 2)
    const code = screen.getByRole<HTMLInputElement>('textbox', { name: 'Код приглашения' })
    fillIn(code, 'не код')
    await page.user.click(screen.getByRole('button', { name: 'Открыть приглашение' }))
    // Shown at the field and announced.
    await waitFor(() => expect(screen.getAllByText(/не похоже на код приглашения/)).toHaveLength(2))
    expect(code.value).toBe('не код')
    fillIn(code, 'https://flagship.example/invite/AUTUMN-2026?x=1')
    await page.user.click(screen.getByRole('button', { name: 'Открыть приглашение' }))
    await waitFor(() => expect(getHref(page)).toBe('/invite/AUTUMN-2026'))
  })

  test('ended groups can be filtered', async () => {
    await renderRoute('/groups?state=ended', { as: 'student' })
    await heading('Завершены', 2)
    expect(screen.queryByRole('heading', { level: 2, name: 'Идут' })).toBeNull()
  })
})

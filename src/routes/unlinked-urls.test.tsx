import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { groupQuery } from '../queries/groups'
import { waitForHref } from '../test/login'
import { renderRoute } from '../test/render-route'

describe('G12 a URL that no link leads to', () => {
  test.each([
    ['a group that is not joined', '/group/5', 'getGroup', 'У вас нет доступа к этой группе'],
    ['its scoreboard', '/group/5/leaderboard', 'getLeaderboard', 'У вас нет доступа к этой группе'],
    ['its task', '/group/5/task/501', 'getTask', 'У вас нет доступа к этой группе'],
    ['a hidden scoreboard', '/group/6/leaderboard', 'getLeaderboard', 'Рейтинг этой группы скрыт'],
  ])('%s is requested, and the page shows the error of the server', async (_, path, operation, title) => {
    const page = await renderRoute(path, { as: 'student' })
    await screen.findByRole('heading', { name: title })
    expect(page.calls()).toContain(operation)
    const answers = page.platform.journal.entries().filter(entry => entry.operationId === operation)
    expect(answers.map(({ response }) => response?.status)).toContain(403)
  })

  test('a role changed in the browser opens nothing', async () => {
    const page = await renderRoute('/group/1', { as: 'student' })
    await screen.findByRole('heading', { level: 1, name: /Практическая безопасность/ })
    // As if changed by a debugger: the group says that the user is an administrator.
    const group = page.platform.journal.entries().findLast(entry => entry.operationId === 'getGroup')
    const body = { ...(group?.response?.body as object), is_admin: true }
    page.platform.db.faults.add('getGroup', { kind: 'body', status: 200, body })
    const { queryClient } = page
    await act(() => queryClient.invalidateQueries({ queryKey: groupQuery(1).queryKey }))
    await waitFor(() =>
      expect(queryClient.getQueryData(groupQuery(1).queryKey)).toMatchObject({ is_admin: true }),
    )
    const before = page.calls()
    await act(() => page.router.navigate({ href: '/group/1?tab=lms' }))
    await screen.findByRole('heading', { level: 1, name: /Практическая безопасность/ })
    expect(page.calls()).toEqual(before)
    const headers = { authorization: `Bearer ${page.platform.tokens?.access_token}` }
    const forced = await fetch('http://localhost/api/groups/1/upload_to_moodle', { headers })
    expect(forced.status).toBe(403)
  })
})

describe('N09 a late response after the user has navigated away', () => {
  const pages: [string, string, string, string, RegExp, RegExp][] = [
    ['a group', '/group/1', '/group/2', 'getGroup', /Практическая безопасность/, /Hands-on Security/],
    ['an invite', '/invite/AUTUMN-2026', '/invite/SECURE-EN', 'checkInvite', /Практическая/, /Hands-on/],
  ]
  test.each(pages)('%s: the second one stays', async (_, first, second, operation, slow, quick) => {
    let release = () => {}
    const until = new Promise<void>(resolve => {
      release = resolve
    })
    const page = await renderRoute('/contacts', {
      as: 'student',
      prepare: ({ db }) => db.faults.add(operation, { kind: 'wait', until }),
    })
    await screen.findByRole('heading', { level: 1 })
    void act(() => void page.router.navigate({ href: first }))
    await waitFor(() => expect(page.router.state.location.pathname).toBe(first))
    await act(() => page.router.navigate({ href: second }))
    await waitForHref(page, second)
    await waitFor(() => expect(screen.getByRole('main').textContent).toMatch(quick))
    await act(async () => release())
    await waitFor(() => expect(page.router.state.status).toBe('idle'))
    expect(page.router.state.location.pathname).toBe(second)
    expect(screen.getByRole('main').textContent).toMatch(quick)
    expect(screen.getByRole('heading', { level: 1 }).textContent).not.toMatch(slow)
  })
})

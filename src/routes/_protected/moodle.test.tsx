import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import type { Fault } from '../../../mocks/platform/faults'
import type { PersonaName } from '../../../mocks/platform/personas'
import { installFakeClock } from '../../test/fake-clock'
import { holdAnswer } from '../../test/hold-answer'
import { getHref, logIn, waitForHref } from '../../test/login'
import { withQuickRetries } from '../../test/quick-retries'
import { renderRoute } from '../../test/render-route'
import { settle } from '../../test/settle'

withQuickRetries()

const lmsLink = '/moodle/sec-autumn-26/4101'
const task = '/group/1/task/101'
const always = Number.POSITIVE_INFINITY

const open = (path = lmsLink, fault?: Fault, as: PersonaName = 'student') =>
  renderRoute(path, {
    as,
    prepare: ({ db }) => fault && db.faults.add('findLmsTask', fault, always),
  })

const title = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name })
const asked = (page: { calls: () => string[] }) =>
  page.calls().filter(operation => operation === 'findLmsTask').length

describe('a task opened from the LMS', () => {
  test('replaces the LMS link in the history: Back does not return to it', async () => {
    const page = await renderRoute('/groups', { as: 'student' })
    await title('Моё обучение')
    await act(() => page.router.navigate({ href: lmsLink }))
    await waitForHref(page, task)
    act(() => page.router.history.back())
    await waitForHref(page, '/groups')
    expect(asked(page)).toBe(1)
  })

  test('redirects a guest to login once, and leaves neither in the history', async () => {
    const page = await renderRoute(lmsLink)
    await waitForHref(page, '/login')
    await logIn(page, 'student')
    await waitForHref(page, task)
    expect([page.router.history.length, asked(page)]).toEqual([1, 1])
  })

  test('N09 ignores the response after the user has navigated away', async () => {
    const { fault, answer } = holdAnswer()
    const page = await open(lmsLink, fault)
    await screen.findByText('Ищем задание из LMS…')
    await act(() => page.router.navigate({ href: '/contacts' }))
    await waitForHref(page, '/contacts')
    answer()
    await settle(page)
    expect(getHref(page)).toBe('/contacts')
  })

  test('announces the delay after ten seconds', async () => {
    const clock = installFakeClock()
    await open(lmsLink, { kind: 'never' })
    await screen.findByText('Ищем задание из LMS…')
    clock.advance(9900)
    expect(screen.queryByText(/дольше обычного/)).toBeNull()
    clock.advance(100)
    expect((await screen.findAllByText(/дольше обычного/)).length).toBeGreaterThan(0)
    expect(document.title).toContain('Задание из LMS')
  })
})

describe('an LMS link without a task', () => {
  test('shows both names of an unknown task and what to do', async () => {
    const page = await open('/moodle/no-such-group/4101')
    await title('Такого задания на платформе нет')
    for (const name of ['no-such-group', '4101']) expect(screen.getByText(name).tagName).toBe('BDI')
    expect(screen.getByRole('link', { name: 'К списку групп' }).getAttribute('href')).toBe('/groups')
    await page.user.click(screen.getAllByRole('button', { name: 'Обратная связь' }).at(-1) as HTMLElement)
    await screen.findByRole('dialog')
    await page.user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test.each([
    ['a control', '/moodle/a%0Ab/1', ['a�b', '1']],
    ['too long for the contract', `/moodle/ps/${'x'.repeat(65)}`, ['ps', 'x'.repeat(65)]],
  ])('X14 malformed: %s, shown as text, without a request', async (_, path, names) => {
    const page = await open(path)
    await title('Ссылка из LMS неверна')
    for (const name of names) screen.getByText(name)
    expect(asked(page)).toBe(0)
    expect(getHref(page)).toMatch(/^\/moodle\//)
  })

  test.each([
    ['other letters and a space', '/moodle/%D0%98%D0%91%202026/1', ['ИБ 2026', '1']],
    ['a prototype', '/moodle/sec-autumn-26/__proto__', ['sec-autumn-26', '__proto__']],
    ['markup', '/moodle/%3Cb%3E/1', ['<b>', '1']],
    ['bidi control characters', '/moodle/a%E2%80%AEb/1', ['a�b', '1']],
  ])('X14 %s is requested and shown as text', async (_, path, names) => {
    const page = await open(path)
    await title('Такого задания на платформе нет')
    for (const name of names) screen.getByText(name)
    expect(asked(page)).toBe(1)
    expect(getHref(page)).toMatch(/^\/moodle\//)
  })

  const closed: [detail: string, status: number, title: RegExp][] = [
    ['Training in this group will begin later', 403, /начнётся позже/],
    ['you dont have access to this group', 403, /нет доступа к этой группе/],
    ['email not verified', 403, /Подтвердите почту/],
  ]
  test.each(closed)('%s (%i) shows the reason', async (detail, status, heading) => {
    const page = await open(lmsLink, { kind: 'body', status, body: { detail } })
    await screen.findByRole('heading', { level: 2, name: heading })
    // The reader's own list says which group that is.
    await title(/Практическая безопасность/)
    expect(getHref(page)).toBe(lmsLink)
  })
})

describe('N02 an invalid response redirects nowhere', () => {
  test.each([
    ['a path', { group_id: 1, task_id: '../../competencies' }],
    ['no object', 'task'],
  ])('%s', async (_, body) => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const page = await open(lmsLink, { kind: 'body', status: 200, body })
    await title(/^Неожиданный ответ сервера/)
    expect(getHref(page)).toBe(lmsLink)
    expect(page.calls()).not.toContain('getTask')
    log.mockRestore()
  })
})

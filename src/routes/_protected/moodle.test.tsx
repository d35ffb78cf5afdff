import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import type { Fault } from '../../../mocks/platform/faults'
import type { PersonaName } from '../../../mocks/platform/personas'
import { holdClock } from '../../test/fake-clock'
import { address, landsOn, logIn } from '../../test/journey'
import { withQuickRetries } from '../../test/quick-retries'
import { renderRoute } from '../../test/render-route'

withQuickRetries()

const bridge = '/moodle/sec-autumn-26/4101'
const task = '/group/1/task/101'
const always = Number.POSITIVE_INFINITY

const open = (path = bridge, fault?: Fault, as: PersonaName = 'student') =>
  renderRoute(path, {
    as,
    prepare: ({ db }) => fault && db.faults.add('findLmsTask', fault, always),
  })

const title = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name })
const text = () => document.body.textContent ?? ''
const asked = (page: { calls: () => string[] }) =>
  page.calls().filter(operation => operation === 'findLmsTask').length

describe('a task opened from the LMS', () => {
  test('takes the place of the bridge in the history: back does not lead to it again', async () => {
    const page = await renderRoute('/groups', { as: 'student' })
    await title('Мои группы')
    await act(() => page.router.navigate({ href: bridge }))
    await landsOn(page, task)
    act(() => page.router.history.back())
    await landsOn(page, '/groups')
    expect(asked(page)).toBe(1)
  })

  test('by a guest goes by the login, once, and leaves neither in the history', async () => {
    const page = await renderRoute(bridge)
    await landsOn(page, '/login')
    await logIn(page, 'student')
    await landsOn(page, task)
    expect([page.router.history.length, asked(page)]).toEqual([1, 1])
  })

  test('N09 that is answered after the person has gone on leads nowhere', async () => {
    let release = () => {}
    const until = new Promise<void>(resolve => {
      release = resolve
    })
    const page = await open(bridge, { kind: 'wait', until })
    await screen.findByText('Ищем задание из системы обучения…')
    await act(() => page.router.navigate({ href: '/contacts' }))
    await landsOn(page, '/contacts')
    await act(async () => {
      release()
      await new Promise(resolve => setTimeout(resolve, 100))
    })
    expect(address(page)).toBe('/contacts')
  })

  test('says after ten seconds that it takes longer than usual', async () => {
    const clock = holdClock()
    await open(bridge, { kind: 'never' })
    await screen.findByText('Ищем задание из системы обучения…')
    clock.advance(9900)
    expect(screen.queryByText(/дольше обычного/)).toBeNull()
    clock.advance(100)
    expect((await screen.findAllByText(/дольше обычного/)).length).toBeGreaterThan(0)
    expect(document.title).toContain('Задание из системы обучения')
  })
})

describe('a bridge that leads nowhere', () => {
  test('keeps both names of a task that nobody knows, and says what to do', async () => {
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
    ['longer than the contract allows', `/moodle/ps/${'x'.repeat(65)}`, ['ps', 'x'.repeat(65)]],
  ])('X14 malformed: %s, kept as text, and no call is made', async (_, path, names) => {
    const page = await open(path)
    await title('Ссылка из системы обучения неверна')
    for (const name of names) screen.getByText(name)
    expect(asked(page)).toBe(0)
    expect(address(page)).toMatch(/^\/moodle\//)
  })

  test.each([
    ['other letters and a space', '/moodle/%D0%98%D0%91%202026/1', ['ИБ 2026', '1']],
    ['a prototype', '/moodle/sec-autumn-26/__proto__', ['sec-autumn-26', '__proto__']],
    ['markup', '/moodle/%3Cb%3E/1', ['<b>', '1']],
    ['what reorders letters', '/moodle/a%E2%80%AEb/1', ['a�b', '1']],
  ])('X14 %s may be names, which nobody knows: kept as text', async (_, path, names) => {
    const page = await open(path)
    await title('Такого задания на платформе нет')
    for (const name of names) screen.getByText(name)
    expect(asked(page)).toBe(1)
    expect(address(page)).toMatch(/^\/moodle\//)
  })

  const closed: [detail: string, status: number, title: RegExp][] = [
    ['Training in this group will begin later', 403, /начнётся позже/],
    ['Training in this group has already ended', 403, /уже закончилось/],
    ['you dont have access to this group', 403, /нет доступа к этой группе/],
    ['You dont have access to this task', 403, /нет доступа к этому заданию/],
    ['email not verified', 403, /подтвердите почту/],
  ]
  test.each(closed)('%s (%i) is a state of the group', async (detail, status, heading) => {
    const page = await open(bridge, { kind: 'body', status, body: { detail } })
    await screen.findByRole('heading', { level: 2, name: heading })
    // The reader's own list says which group that is.
    await title(/Практическая безопасность/)
    expect(address(page)).toBe(bridge)
  })

  test('of a group that the reader is not in', async () => {
    await open('/moodle/exam-pentest/1', {
      kind: 'body',
      status: 403,
      body: { detail: 'you dont have access to this group' },
    })
    await screen.findByRole('heading', { level: 2, name: /нет доступа к этой группе/ })
  })
})

describe('N12 a failure keeps its status, 500 if there is none, and both names', () => {
  test.each<[name: string, fault: Fault, heading: RegExp, status: RegExp]>([
    ['500', { kind: 'status', status: 500 }, /^Ошибка сервера/, /500/],
    ['502 of a proxy', { kind: 'html', status: 502 }, /^Ошибка шлюза/, /502/],
    ['404 of a proxy', { kind: 'html', status: 404 }, /^Страница или данные не найдены/, /404/],
    ['422', { kind: 'status', status: 422 }, /^Ошибка сетевого запроса/, /422/],
    ['a broken connection', { kind: 'abort' }, /^Нет ответа/, /Код ошибки500/],
    ['N05 an empty answer', { kind: 'empty', status: 200 }, /^Сервер ответил не так/, /Код ошибки500/],
  ])('%s', async (_, fault, heading, status) => {
    const page = await open(bridge, fault)
    await title(heading)
    await screen.findByText('4101')
    screen.getByText('sec-autumn-26')
    expect(text()).toMatch(status)
    expect(address(page)).toBe(bridge)
  })

  test('Retry looks again and leads to the task', async () => {
    const page = await open(bridge, { kind: 'status', status: 500 })
    await title(/^Ошибка сервера/)
    page.platform.db.faults.clear()
    await page.user.click(screen.getByRole('button', { name: 'Повторить' }))
    await landsOn(page, task)
    expect(page.router.history.length).toBe(1)
  })
})

describe('N02 an answer that names no task leads nowhere', () => {
  test.each([
    ['a path', { group_id: 1, task_id: '../../competencies' }],
    ['no object', 'task'],
  ])('%s', async (_, body) => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const page = await open(bridge, { kind: 'body', status: 200, body })
    await title(/^Сервер ответил не так/)
    expect(address(page)).toBe(bridge)
    expect(page.calls()).not.toContain('getTask')
    log.mockRestore()
  })
})

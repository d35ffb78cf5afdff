import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Fault } from '../../../mocks/platform/faults'
import { announcements } from '../../lib/announce'
import { installFakeClock } from '../../test/fake-clock'
import { withQuickRetries } from '../../test/quick-retries'
import { renderRoute } from '../../test/render-route'

withQuickRetries()
afterEach(() => vi.restoreAllMocks())

const always = Number.POSITIVE_INFINITY
const status = (
  code: number,
  more: Omit<Partial<Extract<Fault, { kind: 'status' }>>, 'kind'> = {},
): Fault => ({
  kind: 'status',
  status: code,
  ...more,
})
const retryAfter = (value: string) => status(429, { headers: { 'Retry-After': value } })

const openGroup = (fault: Fault, language: 'ru' | 'en' = 'ru') =>
  renderRoute('/group/1', {
    as: 'student',
    language,
    prepare: ({ db }) => db.faults.add('getGroup', fault, always),
  })

const main = () => within(screen.getByRole('main'))
const retryButton = () => screen.findByRole('button', { name: 'Повторить' })
const said = () => announcements.get().map(({ text }) => text)

// The titles of all statuses are in error-report.test.ts.
describe('a failed load shows its status, a retry if it may help, and a link to the parent page', () => {
  test.each<[string, Fault, title: string, code: number | undefined, retry: 'now' | 'later' | null]>([
    ['404', status(404, { detail: 'user not exists' }), 'Страница или данные не найдены', 404, null],
    // Without the application's JSON it is a proxy's.
    ['404 without a detail', status(404), 'Страница или данные не найдены', 404, 'now'],
    ['N07 429 with seconds', retryAfter('90'), 'Слишком много запросов', 429, 'later'],
    ['N07 429 with a billion seconds', retryAfter('1000000000'), 'Слишком много запросов', 429, 'later'],
    ['N07 429 with garbage', retryAfter('soon'), 'Слишком много запросов', 429, 'now'],
    ['N07 429 alone', status(429), 'Слишком много запросов', 429, 'now'],
    ['500 without a body', { kind: 'empty', status: 500 }, 'Ошибка сервера', 500, 'now'],
    ['N04 502 with HTML', { kind: 'html', status: 502 }, 'Ошибка шлюза', 502, 'now'],
    // A group without a usable response counts as a 500 (N12).
    ['N03 200 with HTML', { kind: 'html', status: 200 }, 'Неожиданный ответ сервера', 500, 'now'],
    ['N06 half a JSON', { kind: 'malformed', status: 200 }, 'Неожиданный ответ сервера', 500, 'now'],
    ['N12 N06 a broken connection', { kind: 'abort' }, 'Сервер не отвечает', 500, 'now'],
    ['offline', { kind: 'abort' }, 'Нет соединения с интернетом', undefined, 'now'],
  ])('%s', async (name, fault, title, code, retry) => {
    if (name === 'offline') vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    await openGroup(fault)
    await screen.findByRole('heading', { level: 1, name: title })
    expect(document.title).toContain(title)
    expect(main().queryByText(/Код ошибки/)?.textContent).toBe(code && `Код ошибки: ${code}`)
    const buttons = main().getAllByRole('button')
    const names = [...(retry ? ['Повторить'] : []), 'Назад', 'Скопировать подробности']
    expect(buttons.map(button => button.textContent)).toEqual(names)
    const isWaiting = buttons[0]?.getAttribute('aria-disabled') === 'true'
    expect(isWaiting).toBe(retry === 'later')
    expect(main().getByRole('link', { name: 'К списку групп' }).getAttribute('href')).toBe('/groups')
  })
})

describe('N05 an empty response', () => {
  test.each<[string, Fault]>([
    ['200 without a body', { kind: 'empty', status: 200 }],
    ['204', { kind: 'empty', status: 204 }],
    ['null', { kind: 'body', status: 200, body: null }],
  ])('%s shows an error page', async (_, fault) => {
    const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
    await openGroup(fault)
    await screen.findByRole('heading', { level: 1, name: /Ошибка|Неожиданный ответ/ })
    expect(document.body.textContent).not.toMatch(/TypeError|null|undefined/)
    errors.mockRestore()
  })
})

describe('shows an error detail only if it is a known one', () => {
  const hostile: [string, unknown][] = [
    ['an unknown text', 'Something else'],
    ['a key', 'title.500'],
    ['a nested key', '$t(crash)'],
    ['a placeholder', '{{path}}'],
    ['HTML', '<img src=x onerror=alert(1)><h1>Boo</h1>'],
    ['100 kB', 'A'.repeat(100_000)],
    ['a list', [{ loc: ['path', 'id'], msg: 'value is not valid', type: 'int_parsing' }]],
    ['null', null],
  ]
  test.each(hostile)('X05 X06 X07 %s', async (_, detail) => {
    await openGroup({ kind: 'body', status: 422, body: { detail, stack: 'at secret.py:1', token: 'hush' } })
    await screen.findByRole('heading', { level: 1, name: 'Ошибка сетевого запроса' })
    const { textContent } = screen.getByRole('main')
    const isText = typeof detail === 'string' && detail !== ''
    // Without a text or a list it is no answer of the application.
    const help =
      detail === null ? 'Запрос отклонил прокси или межсетевой экран' : 'Сервер не принял данные запроса.'
    expect(textContent).toContain(`${isText ? 'Неизвестная ошибка. ' : ''}${help}`)
    expect(textContent).not.toMatch(
      /Something|title\.|\$t|\{\{|Boo|AAAA|not valid|Traceback|secret|hush|object|null/,
    )
    expect(textContent?.length).toBeLessThan(400)
    expect(main().queryByRole('img')).toBeNull()
  })

  test.each([
    ['ru', 'Такого пользователя нет.'],
    ['en', 'This user doesn’t exist.'],
  ] as const)('X05 a known detail is translated, in %s', async (language, text) => {
    await openGroup(status(404, { detail: 'user not exists' }), language)
    await screen.findByText(text)
  })

  test('V03 never shows or copies headers, body or stack', async () => {
    const page = await openGroup({
      kind: 'body',
      status: 400,
      body: { detail: 'private words', stack: 'at secret.py:1' },
      headers: { 'X-Request-Id': 'z'.repeat(500), 'X-Debug': 'secret-header' },
    })
    await screen.findByRole('heading', { level: 1, name: 'Некорректный запрос' })
    const copy = vi.spyOn(navigator.clipboard, 'writeText')
    await page.user.click(main().getByRole('button', { name: 'Скопировать подробности' }))
    await main().findByRole('button', { name: 'Скопировано' })
    const report = String(copy.mock.calls[0]?.[0])
    expect(report).toMatch(
      /^status: 400\npath: \/group\/1\ntime: \d{4}-\d\d-\d\dT[\d:.]+Z\nrequest: \S{1,128}$/,
    )
    expect(document.body.textContent).not.toMatch(/private|secret|zzz/)
  })

  test('V03 a page that throws shows a fixed message without the error', async () => {
    const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
    const task = {
      id: 101,
      title: 'Задание',
      status: 'disabled',
      visible: true,
      disabled_reason: { secret: 'words' },
    }
    const body = { name: 'Курс', categories: [{ id: 1, name: 'Сеть', tasks: [task] }] }
    await openGroup({ kind: 'body', status: 200, body })
    await screen.findByText('К сожалению, произошла ошибка, попробуйте перезагрузить страницу')
    expect(document.title).toContain('Ошибка')
    expect(document.body.textContent).not.toMatch(/TypeError|secret|undefined|at /)
    errors.mockRestore()
  })
})

test('shows the details for manual copying if the clipboard is unavailable', async () => {
  const page = await openGroup(status(400))
  await screen.findByRole('heading', { level: 1, name: 'Некорректный запрос' })
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('No.'))
  await page.user.click(main().getByRole('button', { name: 'Скопировать подробности' }))
  const shown = await main().findByRole('status')
  expect(shown.textContent).toContain('status: 400')
})

test('N12 a page inside a group shows a failure without a status as 500, and links to the group', async () => {
  await renderRoute('/group/1/leaderboard', {
    as: 'student',
    prepare: ({ db }) => db.faults.add('getLeaderboard', { kind: 'abort' }, always),
  })
  const link = await screen.findByRole('link', { name: 'К группе' })
  expect(link.getAttribute('href')).toBe('/group/1')
  main().getByText('Код ошибки: 500')
})

test('a retry reruns the loaders; focus goes to the retry button or the title, with an announcement', async () => {
  const page = await openGroup(status(500))
  const first = await retryButton()
  announcements.clear()
  await page.user.click(first)
  await waitFor(() => expect(said()).toEqual(['Ошибка сервера · Флагман']))
  const second = await retryButton()
  await waitFor(() => expect(document.activeElement).toBe(second))
  const name = 'Практическая безопасность: осень 2026'
  page.platform.db.faults.clear()
  announcements.clear()
  await page.user.keyboard('{Enter}')
  const title = await screen.findByRole('heading', { level: 1, name })
  await waitFor(() => expect(document.activeElement).toBe(title))
  await waitFor(() => expect(said()).toEqual([`${name} · Флагман`]))
})

test('N07 after a 429 the retry button counts down without requests and announces the end', async () => {
  const page = await openGroup(retryAfter('30'))
  await retryButton()
  const clock = installFakeClock()
  // Reopened, so that its countdown uses the clock of this test.
  await page.router.navigate({ to: '/contacts' })
  await page.router.navigate({ to: '/group/$groupId', params: { groupId: 1 } })
  const retry = await retryButton()
  expect(retry.getAttribute('aria-disabled')).toBe('true')
  screen.getByText(/Повторить можно через 30\sс/)
  const asked = page.calls().length
  await page.user.click(retry)
  clock.advance(20_000)
  screen.getByText(/Повторить можно через 10\sс/)
  announcements.clear()
  clock.advance(10_000)
  expect(said()).toEqual(['Можно повторить попытку'])
  expect(page.calls()).toHaveLength(asked)
  expect((await retryButton()).getAttribute('aria-disabled')).toBeNull()
})

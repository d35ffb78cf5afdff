import { configure, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Fault } from '../../../mocks/platform/faults'
import { withQuickRetries } from '../../test/quick-retries'
import { renderRoute } from '../../test/render-route'

withQuickRetries()
vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 8000 })
afterEach(() => vi.restoreAllMocks())

const words = {
  ru: {
    group: 'К группе',
    groups: 'К списку групп',
    retry: 'Повторить',
    back: 'Назад',
    copy: 'Скопировать подробности',
    code: 'Код ошибки',
    crash: 'К сожалению, произошла ошибка, попробуйте перезагрузить страницу',
  },
  en: {
    group: 'Go to group',
    groups: 'Go to groups',
    retry: 'Try again',
    back: 'Go back',
    copy: 'Copy details',
    code: 'Error code',
    crash: 'Unfortunately, an error occurred, try to reload the page',
  },
} as const

const languages = ['ru', 'en'] as const

const always = Number.POSITIVE_INFINITY
const status = (
  code: number,
  more: Omit<Partial<Extract<Fault, { kind: 'status' }>>, 'kind'> = {},
): Fault => ({
  kind: 'status',
  status: code,
  ...more,
})

const openGroup = (fault: Fault, language: 'ru' | 'en' = 'ru') =>
  renderRoute('/group/1', {
    as: 'student',
    language,
    prepare: ({ db }) => db.faults.add('getGroup', fault, always),
  })

const main = () => within(screen.getByRole('main'))

interface Row {
  name: string
  fault: Fault
  ru: string
  en: string
  /** Status to show; none offline. */
  code?: number
  /** Whether a retry is offered. */
  retry?: 'now' | 'later'
  isOffline?: true
}

const server = { ru: 'Ошибка сервера', en: 'Server error' }
const request = { ru: 'Ошибка клиента', en: 'Client error' }
const badAnswer = { ru: 'Неожиданный ответ сервера', en: 'Unexpected server response' }
const noAnswer = { ru: 'Сервер не отвечает', en: 'The server isn’t responding' }
const tooMany = { ru: 'Слишком много запросов', en: 'Too many requests' }

const rows: Row[] = [
  { name: '400', fault: status(400), ru: 'Некорректный запрос', en: 'Bad request', code: 400 },
  { name: '401', fault: status(401), ru: 'Требуется авторизация', en: 'Authorization required', code: 401 },
  { name: '403', fault: status(403), ru: 'Недостаточно прав', en: 'No rights', code: 403 },
  {
    name: '404',
    fault: status(404),
    ru: 'Страница или данные не найдены',
    en: 'Page or data not found',
    code: 404,
  },
  { name: '422', fault: status(422), ru: 'Ошибка сетевого запроса', en: 'Network request error', code: 422 },
  { name: '409', fault: status(409), ...request, code: 409 },
  { name: '418', fault: status(418), ...request, code: 418 },
  {
    name: 'N07 429 with seconds',
    fault: status(429, { headers: { 'Retry-After': '90' } }),
    ...tooMany,
    code: 429,
    retry: 'later',
  },
  {
    name: 'N07 429 with a billion seconds',
    fault: status(429, { headers: { 'Retry-After': '1000000000' } }),
    ...tooMany,
    code: 429,
    retry: 'later',
  },
  {
    name: 'N07 429 with garbage',
    fault: status(429, { headers: { 'Retry-After': 'soon' } }),
    ...tooMany,
    code: 429,
    retry: 'now',
  },
  { name: 'N07 429 alone', fault: status(429), ...tooMany, code: 429, retry: 'now' },
  { name: '500', fault: status(500), ...server, code: 500, retry: 'now' },
  { name: '500 without a body', fault: { kind: 'empty', status: 500 }, ...server, code: 500, retry: 'now' },
  { name: '501', fault: status(501), ...server, code: 501, retry: 'now' },
  { name: '502', fault: status(502), ru: 'Ошибка шлюза', en: 'Gateway error', code: 502, retry: 'now' },
  {
    name: 'N04 502 with HTML',
    fault: { kind: 'html', status: 502 },
    ru: 'Ошибка шлюза',
    en: 'Gateway error',
    code: 502,
    retry: 'now',
  },
  {
    name: '503',
    fault: status(503),
    ru: 'Сервис недоступен',
    en: 'Service unavailable',
    code: 503,
    retry: 'now',
  },
  { name: '504', fault: status(504), ...server, code: 504, retry: 'now' },
  { name: '599', fault: status(599), ...server, code: 599, retry: 'now' },
  // A group without a usable response counts as a 500 (N12).
  { name: 'N03 200 with HTML', fault: { kind: 'html', status: 200 }, ...badAnswer, code: 500, retry: 'now' },
  {
    name: 'N06 200 with half a JSON',
    fault: { kind: 'malformed', status: 200 },
    ...badAnswer,
    code: 500,
    retry: 'now',
  },
  { name: 'N12 N06 a broken connection', fault: { kind: 'abort' }, ...noAnswer, code: 500, retry: 'now' },
  {
    name: 'offline',
    fault: { kind: 'abort' },
    ru: 'Нет соединения с интернетом',
    en: 'No internet connection',
    retry: 'now',
    isOffline: true,
  },
]

describe.each(languages)('a failed load shows the title of its status, in %s', language => {
  const labels = words[language]
  test.each(rows)('$name', async row => {
    if (row.isOffline) vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    await openGroup(row.fault, language)
    const title = row[language]
    await screen.findByRole('heading', { level: 1, name: title })
    expect(document.title).toContain(title)
    expect(main().queryByText(new RegExp(labels.code))?.textContent).toBe(
      row.code && `${labels.code}: ${row.code}`,
    )
    const buttons = main()
      .getAllByRole('button')
      .map(button => button.textContent)
    expect(buttons).toEqual([...(row.retry ? [labels.retry] : []), labels.back, labels.copy])
    const waits = main().queryByRole('button', { name: labels.retry })?.getAttribute('aria-disabled')
    expect(waits ?? null).toBe(row.retry === 'later' ? 'true' : null)
    expect(main().getByRole('link', { name: labels.groups }).getAttribute('href')).toBe('/groups')
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
    ['a key of another namespace', 'errors:title.500'],
    ['a nested key', '$t(crash)'],
    ['a placeholder', '{{path}}'],
    ['HTML', '<img src=x onerror=alert(1)><h1>Boo</h1>'],
    ['100 kB', 'A'.repeat(100_000)],
    ['a list', [{ loc: ['path', 'id'], msg: 'value is not valid', type: 'int_parsing' }]],
    ['an object', { msg: 'Traceback (most recent call last)' }],
    ['a number', 7],
    ['null', null],
    ['nothing', ''],
  ]
  test.each(hostile)('X05 X06 X07 %s', async (_, detail) => {
    await openGroup({ kind: 'body', status: 422, body: { detail, stack: 'at secret.py:1', token: 'hush' } })
    await screen.findByRole('heading', { level: 1, name: 'Ошибка сетевого запроса' })
    const { textContent } = screen.getByRole('main')
    const isText = typeof detail === 'string' && detail !== ''
    expect(textContent).toContain(`${isText ? 'Неизвестная ошибка. ' : ''}Сервер не принял данные запроса.`)
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
    await openGroup({ kind: 'body', status: 200, body: { name: 'Курс', description: { secret: 'words' } } })
    await screen.findByText(words.ru.crash)
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

test('a page inside a group links to the group', async () => {
  await renderRoute('/group/1/leaderboard', {
    as: 'student',
    prepare: ({ db }) => db.faults.add('getLeaderboard', status(500), always),
  })
  const link = await screen.findByRole('link', { name: words.ru.group })
  expect(link.getAttribute('href')).toBe('/group/1')
})

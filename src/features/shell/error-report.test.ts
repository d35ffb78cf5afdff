import i18next from 'i18next'
import { beforeAll, describe, expect, test } from 'vitest'
import { ApiError } from '../../api/errors'
import { errorTitle, shortErrorMessage } from '../../i18n/error-messages'
import { startI18n } from '../../i18n/init'
import { buildErrorReport, maskPath } from './load-failure'
import { toDisplayPath } from './not-found-page'

describe.each(['ru', 'en'] as const)('the title of a failed load, in %s', language => {
  beforeAll(() => startI18n(language))

  test.each<[ApiError['kind'], number | undefined, ru: string, en: string]>([
    ['http', 400, 'Некорректный запрос', 'Bad request'],
    ['http', 401, 'Требуется авторизация', 'Authorization required'],
    ['http', 403, 'Недостаточно прав', 'No rights'],
    ['http', 404, 'Страница или данные не найдены', 'Page or data not found'],
    ['http', 409, 'Ошибка клиента', 'Client error'],
    ['http', 418, 'Ошибка клиента', 'Client error'],
    ['http', 422, 'Ошибка сетевого запроса', 'Network request error'],
    ['http', 429, 'Слишком много запросов', 'Too many requests'],
    ['http', 500, 'Ошибка сервера', 'Server error'],
    ['http', 501, 'Ошибка сервера', 'Server error'],
    ['http', 502, 'Ошибка шлюза', 'Gateway error'],
    ['http', 503, 'Сервис недоступен', 'Service unavailable'],
    ['http', 599, 'Ошибка сервера', 'Server error'],
    ['badResponse', 200, 'Неожиданный ответ сервера', 'Unexpected server response'],
    ['network', undefined, 'Сервер не отвечает', 'The server isn’t responding'],
    ['offline', undefined, 'Нет соединения с интернетом', 'No internet connection'],
  ])('%s %s', (kind, status, ru, en) => {
    const error = new ApiError({ kind, operation: '', isFromApplication: true, ...(status && { status }) })
    expect(errorTitle(error)).toBe({ ru, en }[language])
  })
})

test.each([
  [403, 'access_denied'],
  [404, 'not_found'],
  [422, 'network_request'],
  [429, 'rate_limited'],
  [503, 'server_error'],
  [418, 'common'],
] as const)('an error %i of a section has the text %s', (status, key) => {
  const error = new ApiError({ kind: 'http', operation: '', isFromApplication: true, status })
  expect(shortErrorMessage(error)).toBe(i18next.t(key, { ns: 'errors' }))
})

describe('a report contains no secret', () => {
  test.each([
    ['/group/1/task/101', '/group/1/task/101'],
    ['/group/1?tab=exam&q=sql', '/group/1?tab=exam&q=sql'],
    ['/group/1?q=%D0%B0%20b', '/group/1?q=%D0%B0%20b'],
    ['/invite/WELCOME-2026', '/invite/***'],
    ['/Invite/x', '/Invite/***'],
    ['//invite/x', '//invite/***'],
    ['/profile/aBc?x=1', '/profile/***?x=1'],
    ['/callback?code=abc&state=xyz', '/callback?code=***&state=xyz'],
    ['/new-password?token=abc#token=abc', '/new-password?token=***'],
    ['/new-password?reset_token=abc&TOKEN=x', '/new-password?reset_token=***&TOKEN=***'],
    ['/login?link=a&password=b&api_key=c&ticket=d', '/login?link=***&password=***&api_key=***&ticket=***'],
    [`/groups?q=${'a'.repeat(65)}`, '/groups?q=***'],
    ['/groups?a=1&a=%E0%A4%A', '/groups?a=1&a=%EF%BF%BD%A'.replace('%A', '%25A')],
    [`/${'a'.repeat(10_000)}`, `/${'a'.repeat(299)}`],
  ])('%.60s', (href, shown) => {
    expect(maskPath(href)).toBe(shown)
  })
})

test('a report has status, path, time and request id, one per line', () => {
  const time = Date.parse('2026-11-21T10:00:00Z')
  expect(buildErrorReport({ kind: 'http', status: 500, requestId: 'req\n-1' }, '/groups', time)).toBe(
    'status: 500\npath: /groups\ntime: 2026-11-21T10:00:00.000Z\nrequest: req-1',
  )
  expect(buildErrorReport({ kind: 'badResponse', status: 200, requestId: undefined }, '/', time)).toContain(
    'status: badResponse 200\n',
  )
  expect(buildErrorReport({ kind: 'offline', status: undefined, requestId: undefined }, '/', time)).toContain(
    'status: offline\n',
  )
})

test.each([
  ['/nowhere', '/nowhere'],
  ['/%D0%B3%D1%80%D1%83%D0%BF%D0%BF%D1%8B', '/группы'],
  ['/group/%E0%A4%A', '/group/�%A'],
  ['/%3Cimg%20src=x%3E', '/<img src=x>'],
  ['/%E2%80%AEgpj.exe', '/�gpj.exe'],
  ['/a%00%0D%0Ab%E2%80%8Bc', '/a���b�c'],
  [`/${'a'.repeat(80)}`, `/${'a'.repeat(79)}…`],
  [`/${'%F0%9F%9A%A9'.repeat(100)}`, `/${'🚩'.repeat(79)}…`],
])('displays %.40s', (path, shown) => {
  expect(toDisplayPath(path)).toBe(shown)
  expect(Array.from(toDisplayPath(path)).length).toBeLessThanOrEqual(81)
})

test('cuts a path of a megabyte before decoding it', () => {
  expect(toDisplayPath(`/${'%41'.repeat(1_000_000)}`)).toBe(`/${'A'.repeat(79)}…`)
})

import { configure, screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestServer } from '../../../mocks/node'
import { requestReset } from '../../../mocks/platform/accounts'
import { createDb } from '../../../mocks/platform/create-db'
import type { Db } from '../../../mocks/platform/db'
import type { Fault } from '../../../mocks/platform/faults'
import { personas } from '../../../mocks/platform/personas'
import { switchLanguage } from '../../i18n/language'
import { announcements } from '../../lib/announce'
import { alternateLanguages } from '../../test/alternate-languages'
import { getHref, logIn, waitForHref } from '../../test/login'
import { type RenderedRoute, renderRoute } from '../../test/render-route'

beforeAll(() => configure({ reactStrictMode: true }))
afterAll(() => configure({ reactStrictMode: false }))

/** Opens the link of an email, by default with an invalid token. */
const open = async (options: { token?: string; fault?: Fault; language?: 'ru' | 'en' } = {}) => {
  const { fault, language = 'ru', token = 'some-token' } = options
  const prepare = ({ db }: TestServer) => {
    if (fault) db.faults.add('setNewPassword', fault)
  }
  return renderRoute(`/new-password?token=${token}`, { language, prepare })
}

const good = 'gora-reka-41'
const fields = () => [
  screen.getByLabelText<HTMLInputElement>(/^(Новый пароль|New password) \*$/),
  screen.getByLabelText<HTMLInputElement>(/^(Повторите новый пароль|Repeat new password)/),
]
const fill = async ({ user }: RenderedRoute, password: string, confirmation = password) => {
  await screen.findByRole('form')
  const [first, second] = fields()
  for (const [input, text] of [
    [first, password],
    [second, confirmation],
  ] as const) {
    if (!input) throw new Error('no field')
    await user.click(input)
    if (text) await user.paste(text)
  }
  await user.keyboard('{Enter}')
}
const requests = ({ calls }: RenderedRoute) => calls().filter(call => call === 'setNewPassword').length

describe('V02 the token leaves the URL before any request', () => {
  test('and stays only in memory', async () => {
    const page = await open({ token: 'secret-of-the-letter' })
    expect(page.router.history.location.href).toBe('/new-password')
    await screen.findByRole('form')
    expect(getHref(page)).toBe('/new-password')
    expect(
      JSON.stringify([page.router.history.location, { ...localStorage }, { ...sessionStorage }]),
    ).not.toContain('secret-of-the-letter')
    expect(page.calls()).toEqual([])
  })

  test('so after a reload the page offers a new link', async () => {
    const page = await renderRoute('/new-password')
    await screen.findByText('Ссылка недействительна, проверьте почту.')
    await page.user.click(screen.getByRole('link', { name: 'Запросить новую ссылку' }))
    await waitForHref(page, '/reset-password')
    expect(page.calls()).toEqual([])
  })

  test('Back restores the form before sending', async () => {
    const page = await open()
    await screen.findByRole('form')
    await page.router.navigate({ to: '/login' })
    await waitForHref(page, '/login')
    page.router.history.back()
    await waitForHref(page, '/new-password')
    await waitFor(() => expect(fields()).toHaveLength(2))
  })
})

describe('the new password', () => {
  test.each<[string, string, string, target: 0 | 1]>([
    ['', '', 'Заполните это поле', 0],
    [good, '', 'Заполните это поле', 1],
    [good, 'gora-reka-42', 'Пароли не совпадают', 1],
    ['short', 'other', 'Пароли не совпадают', 1],
    ['short', 'short', 'Пароль должен быть не короче 8 символов', 0],
    [` ${good}`, ` ${good}`, /^Уберите пробелы/.source, 0],
    [`${good} `, `${good} `, /^Уберите пробелы/.source, 0],
    ['x'.repeat(129), 'x'.repeat(129), 'Пароль должен быть не длиннее 128 символов', 0],
  ])('%.20j and %.20j: %s', async (password, confirmation, text, target) => {
    const page = await open()
    await fill(page, password, confirmation)
    await within(screen.getByRole('form')).findByText(new RegExp(text))
    const wrong = fields()[target]
    expect(wrong?.getAttribute('aria-invalid')).toBe('true')
    await waitFor(() => expect(document.activeElement).toBe(wrong))
    expect(fields().map(({ value }) => value)).toEqual([password, confirmation])
    expect(requests(page)).toBe(0)
  })

  test('an error of the focused field is announced and follows the language', async () => {
    const page = await open()
    // Announcements of the previous test may remain.
    announcements.clear()
    await fill(page, good, 'gora-reka-42')
    const text = 'Пароли не совпадают'
    await within(screen.getByRole('form')).findByText(text)
    await waitFor(() => expect(announcements.get().filter(one => one.text === text)).toHaveLength(1))
    await switchLanguage('en')
    await screen.findByText('Passwords do not match')
    await waitFor(() => expect(document.activeElement).toBe(fields()[1]))
  })

  test('V06 has autocomplete attributes and leaves no password in the caches', async () => {
    const page = await open({ fault: { kind: 'status', status: 500 } })
    await fill(page, good)
    await screen.findByText(/неизвестно, сохранён ли пароль/)
    expect(fields().map(input => input.autocomplete)).toEqual(['new-password', 'new-password'])
    const { queryClient } = page
    const cached = () =>
      JSON.stringify([
        queryClient
          .getMutationCache()
          .getAll()
          .map(({ state }) => state.variables),
        queryClient
          .getQueryCache()
          .getAll()
          .map(({ queryKey }) => queryKey),
        { ...localStorage },
        { ...sessionStorage },
      ])
    await waitFor(() => expect(cached()).not.toContain(good))
  })
})

test('sets the password, focuses the outcome, and the password works', async () => {
  const sendEmail = (db: Db) => requestReset(db, personas.student.email)
  // Databases with the same seed send the same emails.
  const otherDb = createDb()
  sendEmail(otherDb)
  const [email] = [...otherDb.tables.outbox.values()]
  const page = await renderRoute(email?.link ?? '', { prepare: ({ db }) => sendEmail(db) })
  await fill(page, good)
  const heading = await screen.findByRole('heading', { level: 2, name: 'Пароль изменён' })
  await waitFor(() => expect(document.activeElement).toBe(heading))
  // A language change does not move focus.
  screen.getByRole('link', { name: 'Войти' }).focus()
  await switchLanguage('en')
  await screen.findByRole('heading', { level: 2, name: 'Password changed' })
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Log in' })))
  await switchLanguage('ru')
  await page.user.click(await screen.findByRole('link', { name: 'Войти' }))
  await waitForHref(page, '/login')
  await logIn(page, 'student', good)
  await waitFor(() => expect(getHref(page)).toBe('/'))
})

const list = (field: string) => ({ detail: [{ loc: ['body', field], msg: 'is not valid', type: 'x' }] })
type Target = 'link' | 'password' | 'confirmation' | 'form'
const failures: [name: string, fault: Fault, target: Target, ru: RegExp, en: RegExp][] = [
  [
    '400 Invalid token',
    { kind: 'status', status: 400, detail: 'Invalid token' },
    'link',
    /^Ссылка недействительна, проверьте почту\.$/,
    /^The link is incorrect, please check your email\.$/,
  ],
  [
    '422 Password must be at least 8 characters',
    { kind: 'status', status: 422, detail: 'Password must be at least 8 characters' },
    'password',
    /^Пароль должен быть не короче 8 символов$/,
    /^Password must be at least 8 characters/,
  ],
  [
    '422 Passwords do not match',
    { kind: 'status', status: 422, detail: 'Passwords do not match' },
    'confirmation',
    /^Пароли не совпадают$/,
    /^Passwords do not match/,
  ],
  [
    "422 with FastAPI's list, the password",
    { kind: 'body', status: 422, body: list('password') },
    'password',
    /^Сервер не принял/,
    /^The server rejected/,
  ],
  [
    "422 with FastAPI's list, the token",
    { kind: 'body', status: 422, body: list('token') },
    'link',
    /^Ссылка недействительна/,
    /^The link is incorrect/,
  ],
  [
    'X06 422 with an unknown field',
    { kind: 'body', status: 422, body: list('__proto__') },
    'form',
    /^Неизвестная ошибка$/,
    /^Unknown error$/,
  ],
  [
    'X06 a detail that is null',
    { kind: 'body', status: 400, body: { detail: null } },
    'form',
    /^Неизвестная ошибка$/,
    /^Unknown error$/,
  ],
  [
    '429',
    { kind: 'status', status: 429, headers: { 'Retry-After': '30' } },
    'form',
    /^Слишком много запросов/,
    /^Too many requests/,
  ],
  ['502 with HTML', { kind: 'html', status: 502 }, 'form', /неизвестно, сохранён ли/, /don’t know yet if/],
]

describe('N01 every failure is shown at its target', () => {
  const table = alternateLanguages(failures).map(
    ([language, [name, ...row]]) => [name, language, ...row] as const,
  )
  test.each(table)('%s (%s)', async (_, language, fault, target, ru, en) => {
    const page = await open({ fault, language })
    await fill(page, good)
    const text = language === 'ru' ? ru : en
    if (target === 'link') {
      const heading = await screen.findByRole('heading', { level: 2, name: text })
      await waitFor(() => expect(document.activeElement).toBe(heading))
      screen.getByRole('link', { name: /^(Запросить новую ссылку|Request a new link)$/ })
    } else {
      const message = await within(screen.getByRole('form')).findByText(text)
      const input = target === 'form' ? null : fields()[target === 'password' ? 0 : 1]
      if (input) {
        expect(input.getAttribute('aria-describedby')).toContain(message.parentElement?.id)
        await waitFor(() => expect(document.activeElement).toBe(input))
      } else expect(message.closest('[role=alert]')).not.toBeNull()
      expect(fields().map(({ value }) => value)).toEqual([good, good])
    }
    expect(requests(page)).toBe(1)
    expect(document.body.textContent).not.toMatch(/object Object|is not valid/)
  })
})

test('G06 redirects signed-in users home', async () => {
  const page = await renderRoute('/new-password?token=x', { as: 'student' })
  await waitFor(() => expect(getHref(page)).toBe('/'))
  expect(requests(page)).toBe(0)
})

import { configure, screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestServer } from '../../../mocks/node'
import { requestReset } from '../../../mocks/platform/accounts'
import { createDb, type Db } from '../../../mocks/platform/db'
import type { Fault } from '../../../mocks/platform/faults'
import { personas } from '../../../mocks/platform/personas'
import { switchLanguage } from '../../i18n/language'
import { announcements } from '../../lib/announce'
import { inTurn } from '../../test/in-turn'
import { address, landsOn, logIn } from '../../test/journey'
import { type RenderedRoute, renderRoute } from '../../test/render-route'

beforeAll(() => configure({ reactStrictMode: true }))
afterAll(() => configure({ reactStrictMode: false }))

/** Opens the link of a real letter, or of one that the platform does not know. */
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
  screen.getByLabelText<HTMLInputElement>(/^(Новый пароль ещё раз|New password once more)/),
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
const sent = ({ calls }: RenderedRoute) => calls().filter(call => call === 'setNewPassword').length

describe('V02 the token leaves the address before anything is asked', () => {
  test('and stays in memory: neither address nor storage nor history holds it', async () => {
    const page = await open({ token: 'secret-of-the-letter' })
    expect(page.router.history.location.href).toBe('/new-password')
    await screen.findByRole('form')
    expect(address(page)).toBe('/new-password')
    expect(
      JSON.stringify([page.router.history.location, { ...localStorage }, { ...sessionStorage }]),
    ).not.toContain('secret-of-the-letter')
    expect(page.calls()).toEqual([])
  })

  test('so after a reload there is none, and the page leads to a new link', async () => {
    const page = await renderRoute('/new-password')
    await screen.findByText('Ссылка недействительна, проверьте почту.')
    await page.user.click(screen.getByRole('link', { name: 'Запросить новую ссылку' }))
    await landsOn(page, '/reset-password')
    expect(page.calls()).toEqual([])
  })

  test('whoever leaves before sending finds the form again on Back', async () => {
    const page = await open()
    await screen.findByRole('form')
    await page.router.navigate({ to: '/login' })
    await landsOn(page, '/login')
    page.router.history.back()
    await landsOn(page, '/new-password')
    await waitFor(() => expect(fields()).toHaveLength(2))
  })
})

describe('the new password (specification §5: match first, then length)', () => {
  test.each<[string, string, string, place: 0 | 1]>([
    ['', '', 'Заполните это поле', 0],
    [good, '', 'Заполните это поле', 1],
    [good, 'gora-reka-42', 'Пароли не совпадают', 1],
    ['short', 'other', 'Пароли не совпадают', 1],
    ['short', 'short', 'Пароль должен быть не короче 8 символов', 0],
    [` ${good}`, ` ${good}`, /^Уберите пробелы/.source, 0],
    [`${good} `, `${good} `, /^Уберите пробелы/.source, 0],
    ['x'.repeat(129), 'x'.repeat(129), 'Пароль должен быть не длиннее 128 символов', 0],
  ])('%.20j and %.20j: %s', async (password, confirmation, text, place) => {
    const page = await open()
    await fill(page, password, confirmation)
    await within(screen.getByRole('form')).findByText(new RegExp(text))
    const wrong = fields()[place]
    expect(wrong?.getAttribute('aria-invalid')).toBe('true')
    await waitFor(() => expect(document.activeElement).toBe(wrong))
    expect(fields().map(({ value }) => value)).toEqual([password, confirmation])
    expect(sent(page)).toBe(0)
  })

  test('a mistake in the field that has the focus is said, and follows the language', async () => {
    const page = await open()
    // What the test before this one said may still stand.
    announcements.clear()
    await fill(page, good, 'gora-reka-42')
    const text = 'Пароли не совпадают'
    await within(screen.getByRole('form')).findByText(text)
    await waitFor(() => expect(announcements.get().filter(one => one.text === text)).toHaveLength(1))
    await switchLanguage('en')
    await screen.findByText('Passwords do not match')
    await waitFor(() => expect(document.activeElement).toBe(fields()[1]))
  })

  test('V06 the fields are for a new password, and no trace of it stays in the caches', async () => {
    const page = await open({ fault: { kind: 'status', status: 500 } })
    await fill(page, good)
    await screen.findByText(/неизвестно, сохранён ли пароль/)
    expect(fields().map(input => input.autocomplete)).toEqual(['new-password', 'new-password'])
    const { queryClient } = page
    const kept = () =>
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
    await waitFor(() => expect(kept()).not.toContain(good))
  })
})

test('the link of the letter sets the password; the focus is on the outcome, and login takes it', async () => {
  const sendLetter = (db: Db) => requestReset(db, personas.student.email)
  // Databases of one seed send the same letters.
  const twin = createDb()
  sendLetter(twin)
  const [letter] = [...twin.tables.outbox.values()]
  const page = await renderRoute(letter?.link ?? '', { prepare: ({ db }) => sendLetter(db) })
  await fill(page, good)
  const heading = await screen.findByRole('heading', { level: 2, name: 'Пароль изменён' })
  await waitFor(() => expect(document.activeElement).toBe(heading))
  // Another language is no news: the focus stays where the person has put it.
  screen.getByRole('link', { name: 'Войти' }).focus()
  await switchLanguage('en')
  await screen.findByRole('heading', { level: 2, name: 'The password has been changed' })
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Log in' })))
  await switchLanguage('ru')
  await page.user.click(await screen.findByRole('link', { name: 'Войти' }))
  await landsOn(page, '/login')
  await logIn(page, 'student', good)
  await waitFor(() => expect(address(page)).toBe('/'))
})

const list = (field: string) => ({ detail: [{ loc: ['body', field], msg: 'is not valid', type: 'x' }] })
type Place = 'link' | 'password' | 'confirmation' | 'form'
const failures: [name: string, fault: Fault, place: Place, ru: RegExp, en: RegExp][] = [
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
    /^The server did not/,
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
  ['502 with HTML', { kind: 'html', status: 502 }, 'form', /неизвестно, сохранён ли/, /don't know yet if/],
]

describe('N01 every failure is told in its place', () => {
  const table = inTurn(failures).map(([language, [name, ...row]]) => [name, language, ...row] as const)
  test.each(table)('%s (%s)', async (_, language, fault, place, ru, en) => {
    const page = await open({ fault, language })
    await fill(page, good)
    const text = language === 'ru' ? ru : en
    if (place === 'link') {
      const heading = await screen.findByRole('heading', { level: 2, name: text })
      await waitFor(() => expect(document.activeElement).toBe(heading))
      screen.getByRole('link', { name: /^(Запросить новую ссылку|Request a new link)$/ })
    } else {
      const told = await within(screen.getByRole('form')).findByText(text)
      const input = place === 'form' ? null : fields()[place === 'password' ? 0 : 1]
      if (input) {
        expect(input.getAttribute('aria-describedby')).toContain(told.parentElement?.id)
        await waitFor(() => expect(document.activeElement).toBe(input))
      } else expect(told.closest('[role=alert]')).not.toBeNull()
      expect(fields().map(({ value }) => value)).toEqual([good, good])
    }
    expect(sent(page)).toBe(1)
    expect(document.body.textContent).not.toMatch(/object Object|is not valid/)
  })
})

test('G06 whoever is signed in goes home', async () => {
  const page = await renderRoute('/new-password?token=x', { as: 'student' })
  await waitFor(() => expect(address(page)).toBe('/'))
  expect(sent(page)).toBe(0)
})

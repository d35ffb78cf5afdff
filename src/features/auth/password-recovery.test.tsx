import { configure, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { requestReset } from '../../../mocks/platform/accounts'
import { createDb } from '../../../mocks/platform/create-db'
import type { Db } from '../../../mocks/platform/db'
import type { Fault } from '../../../mocks/platform/faults'
import { personas } from '../../../mocks/platform/personas'
import { switchLanguage } from '../../i18n/language'
import en from '../../i18n/locales/en/recovery.json'
import ru from '../../i18n/locales/ru/recovery.json'
import { announcements } from '../../lib/announce'
import { clearCooldowns } from '../../lib/cooldowns'
import { installFakeClock } from '../../test/fake-clock'
import { fillIn } from '../../test/fill-in'
import { getKeptText } from '../../test/kept-text'
import { getHref, logIn, waitForHref } from '../../test/login'
import { type RenderedRoute, renderRoute } from '../../test/render-route'

describe('new password', () => {
  beforeAll(() => configure({ reactStrictMode: true }))
  afterAll(() => configure({ reactStrictMode: false }))

  /** Opens the link of an email, by default with an invalid token. */
  const open = ({ fault, token = 'some-token' }: { token?: string; fault?: Fault } = {}) =>
    renderRoute(`/new-password?token=${token}`, {
      prepare: ({ db }) => fault && db.faults.add('setNewPassword', fault),
    })

  const good = 'gora-reka-41'
  const fields = () => [
    screen.getByLabelText<HTMLInputElement>(/^(Новый пароль|New password)$/, { selector: 'input' }),
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
      const page = await open({ token: 'secret-of-the-email' })
      expect(page.router.history.location.href).toBe('/new-password')
      await screen.findByRole('form')
      expect(getHref(page)).toBe('/new-password')
      expect(
        JSON.stringify([page.router.history.location, { ...localStorage }, { ...sessionStorage }]),
      ).not.toContain('secret-of-the-email')
      expect(page.calls()).toEqual([])
    })

    test('so after a reload the page offers a new link', async () => {
      const page = await renderRoute('/new-password')
      await screen.findByText('Ссылка устарела или уже использована')
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
      [good, 'gora-reka-42', 'Пароли не совпадают', 1],
      [` ${good}`, ` ${good}`, /^Уберите пробелы/.source, 0],
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
      await screen.findByText(/не подтвердил, что пароль сохранён/)
      expect(fields().map(input => input.autocomplete)).toEqual(['new-password', 'new-password'])
      await waitFor(() => expect(getKeptText(page)).not.toContain(good))
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

  test('a password that is too short has the rule as its error, and not twice', async () => {
    const page = await open({})
    const hint = /^Не короче 8/
    await screen.findByText(hint)
    await fill(page, 'gora')
    await screen.findByText(/^Пароль должен быть не короче 8/)
    expect(screen.queryByText(hint)).toBeNull()
  })

  const list = (field: string) => ({ detail: [{ loc: ['body', field], msg: 'is not valid', type: 'x' }] })
  type Target = 'link' | 'password' | 'confirmation' | 'form'
  const failures: [name: string, fault: Fault, target: Target, text: RegExp][] = [
    [
      '422 Passwords do not match',
      { kind: 'status', status: 422, detail: 'Passwords do not match' },
      'confirmation',
      /^Пароли не совпадают$/,
    ],
    [
      '422 Password must be at least 8 characters',
      { kind: 'status', status: 422, detail: 'Password must be at least 8 characters' },
      'password',
      /^Пароль должен быть не короче 8/,
    ],
    ['422 of the password', { kind: 'body', status: 422, body: list('password') }, 'password', /^Сервер не/],
    ['422 of the token', { kind: 'body', status: 422, body: list('token') }, 'link', /^Ссылка недействи/],
    [
      'X06 422 of an unknown field',
      { kind: 'body', status: 422, body: list('__proto__') },
      'form',
      /^Неизвестная ошибка$/,
    ],
  ]

  describe('every failure is shown at its target', () => {
    test.each(failures)('%s', async (_, fault, target, text) => {
      const page = await open({ fault })
      await fill(page, good)
      if (target === 'link') {
        const heading = await screen.findByRole('heading', { level: 2, name: text })
        await waitFor(() => expect(document.activeElement).toBe(heading))
        screen.getByRole('link', { name: 'Запросить новую ссылку' })
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
})

describe('reset request', () => {
  afterEach(clearCooldowns)

  const known = personas.student.email
  const unknown = 'nobody@nowhere.example'

  const field = () => screen.getByLabelText<HTMLInputElement>(/Почта|Email/)
  const ask = async ({ user }: RenderedRoute, email: string) => {
    const input = await screen.findByLabelText(/Почта|Email/)
    fillIn(input, email)
    await user.keyboard('{Enter}')
  }
  const requests = ({ calls }: RenderedRoute) =>
    calls().filter(call => call === 'requestPasswordReset').length
  const card = () => document.querySelector<HTMLElement>('[data-card]')

  describe('V07 an email address with and without an account', () => {
    const combinations = (
      [
        ['ru', ru],
        ['en', en],
      ] as const
    ).flatMap(([language, messages]) => [known, unknown].map(email => [language, email, messages] as const))
    test.each(combinations)('show the same message (%s, %s)', async (language, email, messages) => {
      installFakeClock()
      const page = await renderRoute('/reset-password', { language })
      await ask(page, email)
      await screen.findByRole('heading', { level: 2 })
      const wait = messages['sent.wait'].replace('{{seconds}}', '60')
      // The countdown is the name of the button, and why it is disabled.
      const ways = wait + wait + messages['sent.other'] + messages.toLogin
      expect(card()?.textContent).toBe(
        `${messages['sent.title']}${messages['sent.text']} ${email}${messages['sent.hint']}${ways}`,
      )
      expect(page.platform.db.tables.outbox.values()).toHaveLength(email === known ? 1 : 0)
    })

    test.each([known, unknown])('%s: can be sent again after a minute', async email => {
      const clock = installFakeClock()
      const page = await renderRoute('/reset-password')
      await ask(page, email)
      const heading = await screen.findByRole('heading', { level: 2, name: 'Проверьте почту' })
      await waitFor(() => expect(document.activeElement).toBe(heading))
      const again = () => screen.getByRole('button', { name: /^Отправить ещё раз/ })
      expect(again().textContent).toMatch(/^Отправить ещё раз через 60\sс$/)
      await page.user.click(again())
      expect(requests(page)).toBe(1)
      clock.advance(60_000)
      page.platform.db.clock.advance(60_000)
      await page.user.click(again())
      await within(card() ?? document.body).findByText('Мы отправили письмо ещё раз.')
      expect(requests(page)).toBe(2)
      await waitFor(() => expect(document.activeElement).toBe(again()))
    })
  })

  describe('the email address is validated before sending', () => {
    test.each([
      ['', 'Заполните это поле'],
      ['anna', 'Неверный формат адреса почты'],
    ])('%j', async (email, text) => {
      const page = await renderRoute('/reset-password')
      await ask(page, email)
      await within(screen.getByRole('form')).findByText(text)
      await waitFor(() => expect(document.activeElement).toBe(field()))
      expect(field().value).toBe(email)
      expect(requests(page)).toBe(0)
    })

    test('spaces around it are not sent', async () => {
      const page = await renderRoute('/reset-password')
      await ask(page, `  ${known} `)
      await screen.findByRole('heading', { level: 2 })
      expect(page.platform.db.tables.outbox.values()).toHaveLength(1)
    })

    test('another address starts with the previous one', async () => {
      const page = await renderRoute('/reset-password')
      await ask(page, unknown)
      await page.user.click(await screen.findByRole('button', { name: 'Указать другой адрес' }))
      expect(field().value).toBe(unknown)
      await waitFor(() => expect(document.activeElement).toBe(field()))
    })
  })

  const list = { detail: [{ loc: ['query', 'email'], msg: 'value is not valid', type: 'x' }] }
  test.each<[name: string, fault: Fault, text: RegExp]>([
    ['422 of the field', { kind: 'body', status: 422, body: list }, /^Неверный формат адреса почты$/],
    ['404 with another detail', { kind: 'status', status: 404, detail: 'Not Found' }, /^Неизвестная ошибка$/],
  ])('%s is shown in the form, which keeps the address', async (_, fault, text) => {
    const page = await renderRoute('/reset-password', {
      prepare: ({ db }) => db.faults.add('requestPasswordReset', fault),
    })
    await ask(page, known)
    await within(await screen.findByRole('form')).findByText(text)
    expect(field().value).toBe(known)
    expect(requests(page)).toBe(1)
    expect(document.body.textContent).not.toMatch(/object Object|value is not valid/)
  })

  test('the login page links here', async () => {
    const page = await renderRoute('/login')
    await page.user.click(await screen.findByRole('link', { name: 'Забыли пароль?' }))
    await waitForHref(page, '/reset-password')
    await waitFor(() => expect(document.title).toMatch(/^Сброс пароля/))
  })
})

import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { clearCooldowns } from '../../lib/cooldowns'
import { installFakeClock } from '../../test/fake-clock'
import { getKeptText } from '../../test/kept-text'
import { waitForHref } from '../../test/login'
import { anna, fillForm, findEmailField, getField, submitForm } from '../../test/registration-page'
import { type RenderedRoute, renderRoute } from '../../test/render-route'

beforeEach(clearCooldowns)
afterEach(clearCooldowns)

const unverified = 'email is not verified, we sent you a link to email for verification'

const register = async (path = '/registration') => {
  const clock = installFakeClock()
  const page = await renderRoute(path)
  await fillForm(page)
  await submitForm(page)
  const title = await screen.findByRole('heading', { level: 1, name: 'Проверьте почту' })
  /** Advances the page's and the platform's clock. */
  const pass = (seconds: number) => {
    page.platform.db.clock.advance(seconds * 1000)
    clock.advance(seconds * 1000)
  }
  return { ...page, title, pass }
}

const emails = ({ platform }: RenderedRoute) =>
  platform.db.tables.outbox.filter(({ to }) => to === anna.email).length
const button = () => screen.getByRole('button', { name: /^Отправить ещё раз/ })

describe('check your email', () => {
  test('shows address and username, has focus, and links to login with the invite', async () => {
    const page = await register('/registration?invite=FLAGSHIP-CUP')
    await waitFor(() => expect(document.activeElement).toBe(page.title))
    expect([...document.querySelectorAll('main bdi')].map(part => part.textContent)).toEqual([
      anna.email,
      anna.username,
    ])
    expect(screen.getByText(/папку «Спам»/).textContent).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Войти' }).getAttribute('href')).toBe(
      '/login?invite=FLAGSHIP-CUP',
    )
    expect(emails(page)).toBe(1)
  })

  test('the login form starts with the new username', async () => {
    const page = await register()
    await page.user.click(screen.getByRole('link', { name: 'Войти' }))
    const username = await screen.findByLabelText<HTMLInputElement>(/^Имя пользователя/)
    await waitFor(() => expect(page.router.state.location.pathname).toBe('/login'))
    expect(username.value).toBe(anna.username)
  })

  test('sends the invite of the URL, but not a malformed one', async () => {
    const sent = async (path: string) => {
      const { platform, unmount } = await register(path)
      const call = platform.journal.entries().find(({ operationId }) => operationId === 'register')
      unmount()
      return call?.request.body
    }
    expect(await sent('/registration?invite=FLAGSHIP-CUP')).toMatchObject({ invite: 'FLAGSHIP-CUP' })
    expect(await sent('/registration?invite=%2e%2e%2f%3Cimg%3E')).not.toHaveProperty('invite')
  })

  test('"wrong address" returns to the form with the address', async () => {
    const page = await register()
    await page.user.click(screen.getByRole('button', { name: 'Указать другой адрес' }))
    const email = await findEmailField()
    await waitFor(() => expect(document.activeElement).toBe(email))
    expect([email.value, getField('username').value, getField('password').value]).toEqual([
      anna.email,
      '',
      '',
    ])
    await fillForm(page, { email: 'anna@mail.example', username: 'anna_2' })
    await submitForm(page)
    await screen.findByText('anna@mail.example')
  })
})

describe('send again', () => {
  test('not before 60 seconds have passed since registration', async () => {
    const page = await register()
    expect(button().textContent).toMatch(/ещё раз через 60\sс$/)
    await page.user.click(button())
    page.pass(59)
    expect(button().textContent).toMatch(/ещё раз через 1\sс$/)
    await page.user.click(button())
    expect(page.calls()).toEqual(['register'])
    page.pass(1)
    expect(button().getAttribute('aria-disabled')).toBeNull()
  })

  test('a server that rejects unverified users sends it with that error', async () => {
    const page = await register()
    page.pass(60)
    page.platform.db.faults.add('login', { kind: 'status', status: 403, detail: unverified })
    await page.user.dblClick(button())
    // Once in the page, once in the live region.
    await waitFor(() => expect(screen.getAllByText('Мы отправили письмо ещё раз')).toHaveLength(2))
    expect(page.calls()).toEqual(['register', 'login'])
    expect(button().textContent).toMatch(/ещё раз через 60\sс$/)
    await waitFor(() => expect(document.activeElement).toBe(button()))
  })

  test('a server that accepts them is asked for it, and the user is redirected', async () => {
    const page = await register()
    page.pass(60)
    await page.user.click(button())
    await waitForHref(page, '/')
    await waitFor(() => expect(emails(page)).toBe(2))
    expect(page.calls().filter(name => name === 'requestEmailVerification')).toHaveLength(1)
    await screen.findByText('Мы отправили письмо ещё раз')
  })

  test('a user who has verified meanwhile is logged in, and no email is sent', async () => {
    const page = await register()
    page.pass(60)
    const row = page.platform.db.tables.users.find(({ username }) => username === anna.username)
    if (row) page.platform.db.tables.users.patch(row.id, { email_verified: true })
    await page.user.click(button())
    await waitForHref(page, '/')
    expect(page.calls()).not.toContain('requestEmailVerification')
    expect(emails(page)).toBe(1)
  })

  test('applies the Retry-After of the server', async () => {
    const page = await register()
    page.pass(60)
    page.platform.db.faults.add('login', {
      kind: 'status',
      status: 429,
      detail: 'too many attempts',
      headers: { 'Retry-After': '90' },
    })
    await page.user.click(button())
    await screen.findByText('Слишком много попыток. Подождите и повторите.')
    expect(button().textContent).toMatch(/ещё раз через 90\sс$/)
  })

  test('an error is shown, and the button tries again', async () => {
    const page = await register()
    page.pass(60)
    page.platform.db.faults.add('login', { kind: 'abort' })
    await page.user.click(button())
    await screen.findByText(/^Сервер не отвечает/)
    await page.user.click(button())
    await waitForHref(page, '/')
  })

  test('V06 the password is in no storage, query key or cache', async () => {
    const clock = installFakeClock()
    const page = await renderRoute('/registration', {
      prepare: ({ db }) => db.faults.add('register', { kind: 'abort' }),
    })
    await fillForm(page)
    await submitForm(page)
    await screen.findByText(/^Сервер не отвечает/)
    await waitFor(() => expect(getKeptText(page)).not.toContain(anna.password))
    await submitForm(page)
    await screen.findByRole('heading', { level: 1, name: 'Проверьте почту' })
    await waitFor(() => expect(getKeptText(page)).not.toContain(anna.password))
    page.platform.db.clock.advance(60_000)
    clock.advance(60_000)
    await page.user.click(button())
    await waitForHref(page, '/')
    expect(getKeptText(page)).not.toContain(anna.password)
  })
})

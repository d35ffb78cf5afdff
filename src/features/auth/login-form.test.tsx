import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { UNVERIFIED_GRACE_DAYS } from '../../../mocks/platform/accounts'
import { confirmEmail } from '../../../mocks/platform/mail'
import { personas } from '../../../mocks/platform/personas'
import { clearCooldowns } from '../../lib/cooldowns'
import { installFakeClock } from '../../test/fake-clock'
import { fillIn } from '../../test/fill-in'
import { getHref, logIn, waitForHref } from '../../test/login'
import { type RenderedRoute, renderRoute } from '../../test/render-route'
import { settle } from '../../test/settle'

afterEach(clearCooldowns)

const fields = () => [
  screen.getByLabelText<HTMLInputElement>(/Имя пользователя/).value,
  screen.getByLabelText<HTMLInputElement>(/^Пароль/).value,
]

test('A26 five Enters and two clicks send one login', async () => {
  const page = await renderRoute('/login')
  const name = await screen.findByLabelText(/Имя пользователя/)
  fireEvent.input(name, { target: { value: 'student' } })
  const password = screen.getByLabelText(/^Пароль/)
  fireEvent.input(password, { target: { value: 'flagship-demo' } })
  const button = screen.getByRole('button', { name: 'Войти' })
  for (let press = 0; press < 5; press++) fireEvent.submit(button.closest('form') ?? button)
  fireEvent.click(button)
  fireEvent.click(button)
  await waitForHref(page, '/')
  expect(page.calls().filter(call => call === 'login')).toHaveLength(1)
})

test('an empty field is reported before sending', async () => {
  const { user, calls } = await renderRoute('/login')
  fillIn(await screen.findByLabelText(/Имя пользователя/), 'student')
  await user.click(screen.getByRole('button', { name: 'Войти' }))
  await screen.findByText('Заполните все поля')
  expect(fields()).toEqual(['student', ''])
  expect(calls()).toEqual([])
})

const isMember = ({ platform }: RenderedRoute, groupId: number) =>
  platform.db.tables.memberships.get(`${groupId}:${personas.newcomer.id}`) !== undefined

const toRegistration = () => screen.getByRole('link', { name: 'Зарегистрироваться' }).getAttribute('href')

describe('an invite in the URL', () => {
  test('names its group, is sent with the login, joins the group and is kept for registration', async () => {
    const page = await renderRoute('/login?invite=SECURE-EN')
    await screen.findByText('Вас пригласили в группу')
    expect(toRegistration()).toBe('/registration?invite=SECURE-EN')
    expect(isMember(page, 2)).toBe(false)
    await logIn(page, 'newcomer')
    await waitForHref(page, '/')
    expect(isMember(page, 2)).toBe(true)
  })

  test('that looks like a number is asked for character by character', async () => {
    const page = await renderRoute('/login?invite=24E7')
    await screen.findByRole('link', { name: 'Зарегистрироваться' })
    expect(toRegistration()).toBe('/registration?invite=24E7')
    await waitFor(() => expect(page.calls()).toContain('checkInvite'))
    expect(page.platform.journal.entries().at(-1)?.request.url).toMatch(/\/auth\/invite\/24E7$/)
  })

  test('that is invalid shows an error and a link to log in without it', async () => {
    const text = /^Код приглашения недействителен/
    const page = await renderRoute('/login?invite=NO-SUCH-CODE')
    await logIn(page, 'student')
    const message = await within(screen.getByRole('form')).findByRole('alert')
    expect(message.textContent).toMatch(text)
    // Said once: the notice above the form is gone.
    expect(screen.getAllByText(text)).toHaveLength(1)
    expect(page.calls().filter(call => call === 'login')).toHaveLength(1)
    await page.user.click(screen.getByRole('link', { name: 'Войти без приглашения' }))
    await waitForHref(page, '/login')
    const enter = screen.getByRole('button', { name: 'Войти' })
    await waitFor(() => expect(document.activeElement).toBe(enter))
    expect(screen.queryByText(text)).toBeNull()
    // The form is still the one that was filled in.
    expect(fields()).toEqual(['student', 'flagship-demo'])
    await page.user.click(enter)
    await waitForHref(page, '/')
  })
})

describe('the LMS login', () => {
  const lms = {
    name: { ru: 'Портал вуза', en: 'University portal' },
    login_url: 'https://lms.example/login?client=1',
  }
  const config = (more: object) => ({
    contacts: [],
    legal: { updated: '2026-11-01', documents: [] },
    ...more,
  })

  test('is a plain link with the name of the LMS', async () => {
    await renderRoute('/login', { config: config({ lms }) })
    const link = await screen.findByRole('link', { name: 'Войти через LMS «Портал вуза»' })
    expect(link.getAttribute('href')).toBe(lms.login_url)
    expect(screen.queryByText(/откройте приглашение ещё раз/)).toBeNull()
  })

  test('with an invite says that it must be opened again', async () => {
    await renderRoute('/login?invite=SECURE-EN', { config: config({ lms }) })
    await screen.findByRole('link', { name: /Портал вуза/ })
    screen.getByText(/откройте приглашение ещё раз/)
  })

  test('is tried three times for each visit until the configuration is known', async () => {
    let requests = 0
    const page = await renderRoute('/login', {
      clock: 'held',
      config: () => {
        requests += 1
        return requests <= 3 ? new Response(null, { status: 503 }) : Response.json(config({ lms }))
      },
    })
    // Far longer than the pauses between the tries.
    for (let seconds = 0; seconds < 60; seconds += 1) {
      await settle(page)
      act(() => page.pass(1000))
    }
    expect(requests).toBe(3)
    expect(screen.queryByRole('link', { name: /через LMS «/ })).toBeNull()
    // A success is cached.
    for (let visit = 0; visit < 2; visit += 1) {
      await page.router.navigate({ to: '/registration' })
      await page.router.navigate({ to: '/login' })
      await screen.findByRole('link', { name: /через LMS «/ })
      expect(requests).toBe(4)
    }
  })

  test.each([
    ['has no LMS', config({})],
    ['is bad', { contacts: 1 }],
    ['never responds', () => new Promise(() => {})],
  ])('is absent and blocks nothing when the configuration %s', async (_, given) => {
    const page = await renderRoute('/login', { config: given })
    await logIn(page, 'student')
    expect(screen.queryByRole('link', { name: /через LMS «/ })).toBeNull()
    await waitForHref(page, '/')
  })
})

const GRACE_MS = UNVERIFIED_GRACE_DAYS * 86_400_000

/** After that time the platform rejects unverified users and sends another email. */
const openUnverified = async () => {
  const clock = installFakeClock()
  const page = await renderRoute('/login', { prepare: ({ db }) => db.clock.advance(GRACE_MS) })
  await logIn(page, 'newcomer')
  await screen.findByText('Подтвердите почту')
  const emails = () => [...page.platform.db.tables.outbox.values()]
  const again = () => screen.getByRole('button', { name: /^Отправить ещё раз/ })
  return { ...page, clock, emails, again }
}

const logins = (calls: string[]) => calls.filter(call => call === 'login').length

describe('the notice about an unverified email address', () => {
  test('offers to send the email again after a minute, by repeating the login', async () => {
    const { user, calls, clock, emails, again } = await openUnverified()
    expect(emails()).toHaveLength(1)
    expect(again().textContent).toMatch(/через 60\sс$/)
    await user.click(again())
    clock.advance(59_000)
    expect(again().textContent).toMatch(/через 1\sс$/)
    await user.click(again())
    expect(logins(calls())).toBe(1)

    clock.advance(1000)
    await user.click(again())
    await waitFor(() => expect(emails()).toHaveLength(2))
    expect((await screen.findAllByText('Мы отправили письмо ещё раз.')).length).toBeGreaterThan(0)
    expect(again().textContent).toMatch(/через 60\sс$/)
    // The notice and the focus have stayed: the alert is not read a second time.
    await waitFor(() => expect(document.activeElement).toBe(again()))
    expect(logins(calls())).toBe(2)
  })

  test('logs in a user who has verified it meanwhile', async () => {
    const page = await openUnverified()
    const [email] = page.emails()
    confirmEmail(page.platform.db, email?.link.split('token=')[1] ?? '')
    page.clock.advance(60_000)
    await page.user.click(page.again())
    await waitFor(() => expect(getHref(page)).toBe('/'))
  })

  test('does not block Enter or the submit button during the cooldown', async () => {
    const { user, calls } = await openUnverified()
    await user.type(screen.getByLabelText(/^Пароль/), '{Enter}')
    await waitFor(() => expect(logins(calls())).toBe(2))
  })

  test('is replaced by another error, and focus goes to the password', async () => {
    const { user, clock, again } = await openUnverified()
    fillIn(screen.getByLabelText(/^Пароль/), 'x')
    clock.advance(60_000)
    await user.click(again())
    await screen.findByText('Неверное имя пользователя или пароль')
    expect(screen.queryByText('Подтвердите почту')).toBeNull()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/^Пароль/)))
  })

  test('stays when there is no response, with an error beside it', async () => {
    const { user, clock, again, platform } = await openUnverified()
    platform.db.faults.add('login', { kind: 'abort' })
    clock.advance(60_000)
    await user.click(again())
    await screen.findByText(/^Сервер не отвечает/)
    screen.getByText('Подтвердите почту')
    again()
  })
})

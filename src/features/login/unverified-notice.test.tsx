import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { confirmEmail } from '../../../mocks/platform/mail'
import { clearCooldowns } from '../../lib/cooldowns'
import { installFakeClock } from '../../test/fake-clock'
import { getHref, logIn } from '../../test/login'
import { renderRoute } from '../../test/render-route'

afterEach(clearCooldowns)

const TWO_WEEKS_MS = 14 * 86_400_000

/** After two weeks the platform rejects unverified users and sends another email. */
const openUnverified = async () => {
  const clock = installFakeClock()
  const page = await renderRoute('/login', { prepare: ({ db }) => db.clock.advance(TWO_WEEKS_MS) })
  await logIn(page, 'newcomer')
  await screen.findByText('Подтвердите почту')
  const emails = () => [...page.platform.db.tables.outbox.values()]
  const again = () => screen.getByRole('button', { name: 'Отправить ещё раз' })
  return { ...page, clock, emails, again }
}

const logins = (calls: string[]) => calls.filter(call => call === 'login').length

describe('the notice about an unverified email address', () => {
  test('offers to send the email again after a minute, by repeating the login', async () => {
    const { user, calls, clock, emails, again } = await openUnverified()
    expect(emails()).toHaveLength(1)
    screen.getByText('Отправить ещё раз можно через 60 с')
    await user.click(again())
    clock.advance(59_000)
    screen.getByText('Отправить ещё раз можно через 1 с')
    await user.click(again())
    expect(logins(calls())).toBe(1)

    clock.advance(1000)
    await user.click(again())
    await waitFor(() => expect(emails()).toHaveLength(2))
    expect((await screen.findAllByText('Мы отправили письмо ещё раз.')).length).toBeGreaterThan(0)
    screen.getByText('Отправить ещё раз можно через 60 с')
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
    await user.type(screen.getByLabelText(/^Пароль/), 'x')
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

test('is translated to English', async () => {
  const page = await renderRoute('/login', {
    language: 'en',
    prepare: ({ db }) => db.clock.advance(TWO_WEEKS_MS),
  })
  await page.user.type(await screen.findByLabelText(/Username/), 'newcomer')
  await page.user.type(screen.getByLabelText(/^Password/), 'flagship-demo{Enter}')
  within(await within(screen.getByRole('form')).findByRole('alert')).getByText('Confirm your email')
  screen.getByRole('button', { name: 'Send again' })
})

import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { confirmEmail } from '../../../mocks/platform/mail'
import { clearCooldowns } from '../../lib/cooldowns'
import { holdClock } from '../../test/fake-clock'
import { address, logIn } from '../../test/journey'
import { renderRoute } from '../../test/render-route'

afterEach(clearCooldowns)

const fortnight = 14 * 86_400_000

/** The platform refuses whoever has left the address unconfirmed for a fortnight, and sends the letter again. */
const openRefused = async () => {
  const clock = holdClock()
  const page = await renderRoute('/login', { prepare: ({ db }) => db.clock.advance(fortnight) })
  await logIn(page, 'newcomer')
  await screen.findByText('Подтвердите почту')
  const letters = () => [...page.platform.db.tables.outbox.values()]
  const again = () => screen.getByRole('button', { name: 'Отправить ещё раз' })
  return { ...page, clock, letters, again }
}

const logins = (calls: string[]) => calls.filter(call => call === 'login').length

describe('the answer that the address is not confirmed', () => {
  test('offers the letter again after a minute, by the same login once more', async () => {
    const { user, calls, clock, letters, again } = await openRefused()
    expect(letters()).toHaveLength(1)
    screen.getByText('Отправить ещё раз можно через 60 с')
    await user.click(again())
    clock.advance(59_000)
    screen.getByText('Отправить ещё раз можно через 1 с')
    await user.click(again())
    expect(logins(calls())).toBe(1)

    clock.advance(1000)
    await user.click(again())
    await waitFor(() => expect(letters()).toHaveLength(2))
    expect((await screen.findAllByText('Мы отправили письмо ещё раз.')).length).toBeGreaterThan(0)
    screen.getByText('Отправить ещё раз можно через 60 с')
    // The notice and the focus have stayed: the alert is not read a second time.
    await waitFor(() => expect(document.activeElement).toBe(again()))
    expect(logins(calls())).toBe(2)
  })

  test('lets in whoever has confirmed it meanwhile', async () => {
    const page = await openRefused()
    const [letter] = page.letters()
    confirmEmail(page.platform.db, letter?.link.split('token=')[1] ?? '')
    page.clock.advance(60_000)
    await page.user.click(page.again())
    await waitFor(() => expect(address(page)).toBe('/'))
  })

  test('does not keep Enter or the main button from trying again during the pause', async () => {
    const { user, calls } = await openRefused()
    await user.type(screen.getByLabelText(/^Пароль/), '{Enter}')
    await waitFor(() => expect(logins(calls())).toBe(2))
  })

  test('gives way to another refusal, and the focus goes to the password', async () => {
    const { user, clock, again } = await openRefused()
    await user.type(screen.getByLabelText(/^Пароль/), 'x')
    clock.advance(60_000)
    await user.click(again())
    await screen.findByText('Неверное имя пользователя или пароль')
    expect(screen.queryByText('Подтвердите почту')).toBeNull()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/^Пароль/)))
  })

  test('stays while there is no answer, which is told beside it', async () => {
    const { user, clock, again, platform } = await openRefused()
    platform.db.faults.add('login', { kind: 'abort' })
    clock.advance(60_000)
    await user.click(again())
    await screen.findByText(/^Сервер не отвечает/)
    screen.getByText('Подтвердите почту')
    again()
  })
})

test('the notice is in English for an English reader', async () => {
  const page = await renderRoute('/login', {
    language: 'en',
    prepare: ({ db }) => db.clock.advance(fortnight),
  })
  await page.user.type(await screen.findByLabelText(/Username/), 'newcomer')
  await page.user.type(screen.getByLabelText(/^Password/), 'flagship-demo{Enter}')
  within(await within(screen.getByRole('form')).findByRole('alert')).getByText('Confirm your email')
  screen.getByRole('button', { name: 'Send again' })
})

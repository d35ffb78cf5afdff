import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import type { Fault } from '../../../mocks/platform/faults'
import { personas } from '../../../mocks/platform/personas'
import en from '../../i18n/locales/en/recovery.json'
import ru from '../../i18n/locales/ru/recovery.json'
import { clearCooldowns } from '../../lib/cooldowns'
import { alternateLanguages } from '../../test/alternate-languages'
import { installFakeClock } from '../../test/fake-clock'
import { waitForHref } from '../../test/login'
import { type RenderedRoute, renderRoute } from '../../test/render-route'

afterEach(clearCooldowns)

const known = personas.student.email
const unknown = 'nobody@nowhere.example'

const field = () => screen.getByLabelText<HTMLInputElement>(/Почта|Email/)
const ask = async ({ user }: RenderedRoute, email: string) => {
  const input = await screen.findByLabelText(/Почта|Email/)
  await user.clear(input)
  if (email) await user.type(input, email)
  await user.keyboard('{Enter}')
}
const requests = ({ calls }: RenderedRoute) => calls().filter(call => call === 'requestPasswordReset').length
const card = () => document.querySelector<HTMLElement>('[data-card]')

describe('V07 an email address with and without an account', () => {
  const combinations = (
    [
      ['ru', ru],
      ['en', en],
    ] as const
  ).flatMap(([language, words]) => [known, unknown].map(email => [language, email, words] as const))
  test.each(combinations)('show the same message (%s, %s)', async (language, email, words) => {
    installFakeClock()
    const page = await renderRoute('/reset-password', { language })
    await ask(page, email)
    await screen.findByRole('heading', { level: 2 })
    const wait = words['sent.wait'].replace('{{seconds}}', '60')
    const ways = words['sent.sendAgain'] + wait + words['sent.other'] + words.toLogin
    expect(card()?.textContent).toBe(
      `${words['sent.title']}${words['sent.text']} ${email}${words['sent.hint']}${ways}`,
    )
    expect(page.platform.db.tables.outbox.values()).toHaveLength(email === known ? 1 : 0)
  })

  test.each([known, unknown])('%s: can be sent again after a minute', async email => {
    const clock = installFakeClock()
    const page = await renderRoute('/reset-password')
    await ask(page, email)
    const heading = await screen.findByRole('heading', { level: 2, name: 'Проверьте почту' })
    await waitFor(() => expect(document.activeElement).toBe(heading))
    const again = () => screen.getByRole('button', { name: 'Отправить ещё раз' })
    screen.getByText('Отправить ещё раз можно через 60 с')
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
    ['anna@', 'Неверный формат адреса почты'],
    ['anna orlova@example.com', 'Неверный формат адреса почты'],
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
const failures: [name: string, fault: Fault, ru: RegExp, en: RegExp][] = [
  [
    "422 with FastAPI's list",
    { kind: 'body', status: 422, body: list },
    /^Неверный формат адреса почты$/,
    /^Invalid email format$/,
  ],
  [
    '404 with another detail',
    { kind: 'status', status: 404, detail: 'Not Found' },
    /^Неизвестная ошибка$/,
    /^Unknown error$/,
  ],
  [
    'X06 a detail that is an object',
    { kind: 'body', status: 400, body: { detail: {} } },
    /^Неизвестная ошибка$/,
    /^Unknown error$/,
  ],
  ['502 with HTML', { kind: 'html', status: 502 }, /^Неизвестная ошибка$/, /^Unknown error$/],
  ['500 without a body', { kind: 'empty', status: 500 }, /^Неизвестная ошибка$/, /^Unknown error$/],
]

describe('N01 every failure is shown in the form and keeps the address', () => {
  test.each(
    alternateLanguages(failures).map(([language, [name, ...row]]) => [name, language, ...row] as const),
  )('%s (%s)', async (_, language, fault, russian, english) => {
    const page = await renderRoute('/reset-password', {
      language,
      prepare: ({ db }) => db.faults.add('requestPasswordReset', fault),
    })
    await ask(page, known)
    await within(await screen.findByRole('form')).findByText(language === 'ru' ? russian : english)
    expect(field().value).toBe(known)
    expect(requests(page)).toBe(1)
    expect(document.body.textContent).not.toMatch(/object Object|value is not valid/)
  })
})

test('N07 after a 429 the button counts down, then the email can be requested', async () => {
  const clock = installFakeClock()
  const page = await renderRoute('/reset-password', {
    prepare: ({ db }) =>
      db.faults.add('requestPasswordReset', {
        kind: 'status',
        status: 429,
        headers: { 'Retry-After': '30' },
      }),
  })
  await ask(page, known)
  await screen.findByText('Отправить письмо можно через 30 с')
  await page.user.keyboard('{Enter}')
  expect(requests(page)).toBe(1)
  clock.advance(30_000)
  await page.user.click(screen.getByRole('button', { name: 'Отправить ссылку' }))
  await screen.findByRole('heading', { level: 2, name: 'Проверьте почту' })
})

test('a platform that cannot send emails shows an error; login links here', async () => {
  const page = await renderRoute('/login', { scenario: 'lmsAndMailDown' })
  await page.user.click(await screen.findByRole('link', { name: 'Забыли пароль?' }))
  await waitForHref(page, '/reset-password')
  await waitFor(() => expect(document.title).toMatch(/^Сброс пароля/))
  await ask(page, known)
  await screen.findByText(/^Не удалось отправить письмо/)
})

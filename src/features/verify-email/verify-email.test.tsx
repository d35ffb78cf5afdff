import { act, configure, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Fault } from '../../../mocks/platform/faults'
import { personas } from '../../../mocks/platform/personas'
import { api } from '../../api/api'
import { announcements } from '../../lib/announce'
import { clearCooldowns } from '../../lib/cooldowns'
import { holdClock } from '../../test/fake-clock'
import { logIn } from '../../test/journey'
import { type RenderedRoute, renderRoute } from '../../test/render-route'

configure({ asyncUtilTimeout: 10_000 })
vi.setConfig({ testTimeout: 30_000 })
beforeEach(() => {
  clearCooldowns()
  announcements.clear()
})

const spoken = () => announcements.get().map(({ text }) => text)
const sent = (page: RenderedRoute) => page.calls().filter(call => call === 'requestEmailVerification').length
const findBanner = async (name = 'Почта не подтверждена') =>
  within(await screen.findByRole('region', { name }))
/** The person follows the link of the letter, in another window. */
const confirm = ({ platform }: RenderedRoute) =>
  platform.db.tables.users.patch(personas.newcomer.id, { email_verified: true })

test('G13 the banner says what is closed and names the address', async () => {
  await renderRoute('/groups', { as: 'newcomer' })
  const banner = await findBanner()
  banner.getByText(/закрыты группы с заданиями, смена имени пользователя и пароля/)
  expect(banner.getByText('newcomer@mail.example').tagName).toBe('BDI')
  // Whether an email was ever sent nobody has said.
  expect(banner.queryByText(/отправлено|снова/)).toBeNull()
})

test('who has confirmed sees no banner', async () => {
  await renderRoute('/groups', { as: 'student' })
  await screen.findByRole('heading', { level: 1, name: 'Мои группы' })
  expect(screen.queryByRole('region', { name: 'Почта не подтверждена' })).toBeNull()
})

test('the letter goes once a minute at most, and the button counts down', async () => {
  const page = await renderRoute('/groups', { as: 'newcomer' })
  const banner = await findBanner()
  const clock = holdClock()
  await page.user.click(banner.getByRole('button', { name: 'Отправить письмо' }))
  await banner.findByText('Письмо отправлено. Перейдите по ссылке из него.')
  expect(spoken()).toEqual(['Письмо отправлено. Перейдите по ссылке из него.'])
  const button = banner.getByRole('button', { name: /^Отправить снова через 60\sс$/ })
  await page.user.click(button)
  clock.advance(59_000)
  expect(button.textContent).toMatch(/через 1\sс$/)
  expect(sent(page)).toBe(1)
  clock.advance(1000)
  banner.getByRole('button', { name: 'Отправить письмо' })
})

test('the pause is one person’s: who logs in next has none', async () => {
  const page = await renderRoute('/groups', { as: 'newcomer' })
  const banner = await findBanner()
  await page.user.click(banner.getByRole('button', { name: 'Отправить письмо' }))
  await banner.findByRole('button', { name: /^Отправить снова через/ })
  await act(() => api.session.logout())
  await logIn(page, 'newcomer')
  ;(await findBanner()).getByRole('button', { name: 'Отправить письмо' })
})

const failures: [name: string, fault: Fault, ru: RegExp, en: RegExp][] = [
  [
    '503',
    { kind: 'status', status: 503, detail: 'failed to send email' },
    /^Не удалось отправить письмо/,
    /^The letter could not be sent/,
  ],
  [
    '429',
    { kind: 'status', status: 429, detail: 'too many attempts', headers: { 'Retry-After': '20' } },
    /^Слишком много попыток/,
    /^Too many attempts/,
  ],
  ['500', { kind: 'empty', status: 500 }, /^Неизвестная ошибка$/, /^Unknown error$/],
  [
    'an unknown detail',
    { kind: 'status', status: 400, detail: '<b>no</b>' },
    /^Неизвестная ошибка$/,
    /^Unknown error$/,
  ],
  ['200 with HTML', { kind: 'html', status: 200 }, /^Сервер ответил не так/, /^The server/],
  ['a broken connection', { kind: 'abort' }, /^Сервер не отвечает/, /^The server does not/],
]

describe.each([
  ['ru', 'Почта не подтверждена', 'Отправить письмо'],
  ['en', 'Email not verified', 'Send the email'],
] as const)('a letter that does not go is told in the banner, in %s', (language, name, send) => {
  test.each(failures)('%s', async (_, fault, ru, en) => {
    const page = await renderRoute('/contacts', {
      as: 'newcomer',
      language,
      prepare: ({ db }) => db.faults.add('requestEmailVerification', fault),
    })
    const banner = await findBanner(name)
    await page.user.click(banner.getByRole('button', { name: send }))
    expect((await banner.findByRole('alert')).textContent).toMatch(language === 'ru' ? ru : en)
    expect(sent(page)).toBe(1)
  })
})

test('a 429 counts down what the server asked for, and its words go with it', async () => {
  const page = await renderRoute('/contacts', {
    as: 'newcomer',
    prepare: ({ db }) =>
      db.faults.add('requestEmailVerification', {
        kind: 'status',
        status: 429,
        headers: { 'Retry-After': '20' },
      }),
  })
  const banner = await findBanner()
  const clock = holdClock()
  await page.user.click(banner.getByRole('button', { name: 'Отправить письмо' }))
  await banner.findByRole('button', { name: /через 20\sс$/ })
  banner.getByRole('alert')
  clock.advance(20_000)
  expect(banner.queryByRole('alert')).toBeNull()
  banner.getByRole('button', { name: 'Отправить письмо' })
})

test('"already verified" opens at once what was closed, and says so once', async () => {
  const page = await renderRoute('/group/1', { as: 'newcomer' })
  await screen.findByRole('heading', { level: 2, name: 'Сначала подтвердите почту' })
  confirm(page)
  page.platform.journal.clear()
  const main = within(screen.getByRole('main'))
  await page.user.click(main.getByRole('button', { name: 'Отправить письмо' }))
  await screen.findByRole('heading', { level: 1, name: /Практическая безопасность/ })
  expect(screen.queryByRole('region', { name: 'Почта не подтверждена' })).toBeNull()
  expect(spoken().filter(text => text === 'Почта подтверждена')).toHaveLength(1)
  expect(page.calls().filter(call => call === 'getGroup')).toHaveLength(1)
  await waitFor(() => expect(document.activeElement?.matches('[data-page-title]')).toBe(true))
})

test('checking says that the address is not confirmed yet, and later that it is', async () => {
  const page = await renderRoute('/groups', { as: 'newcomer' })
  const banner = await findBanner()
  const check = banner.getByRole('button', { name: 'Проверить подтверждение' })
  await page.user.click(check)
  await banner.findByText(/^Почта пока не подтверждена/)
  expect(spoken().filter(text => text.startsWith('Почта пока не'))).toHaveLength(1)
  confirm(page)
  page.platform.journal.clear()
  await page.user.click(check)
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Почта не подтверждена' })).toBeNull())
  await waitFor(() => expect(page.calls()).toEqual(['refreshSession', 'listGroups']))
  expect(spoken().filter(text => text === 'Почта подтверждена')).toHaveLength(1)
})

test('a check that gets no answer says so in the banner and keeps the session', async () => {
  const page = await renderRoute('/groups', { as: 'newcomer' })
  const banner = await findBanner()
  page.platform.db.faults.add('refreshSession', { kind: 'status', status: 503 })
  await page.user.click(banner.getByRole('button', { name: 'Проверить подтверждение' }))
  expect((await banner.findByRole('alert')).textContent).toBe('Неизвестная ошибка')
  expect(localStorage.getItem('token')).not.toBeNull()
})

import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { personas } from '../../../mocks/platform/personas'
import { api } from '../../api/api'
import { announcements } from '../../lib/announce'
import { clearCooldowns } from '../../lib/cooldowns'
import { installFakeClock } from '../../test/fake-clock'
import { logIn } from '../../test/login'
import { type RenderedRoute, renderRoute } from '../../test/render-route'

beforeEach(() => {
  clearCooldowns()
  announcements.clear()
})

const spoken = () => announcements.get().map(({ text }) => text)
const sent = (page: RenderedRoute) => page.calls().filter(call => call === 'requestEmailVerification').length
const findBanner = async () => within(await screen.findByRole('region', { name: 'Почта не подтверждена' }))
/** As if the user opened the link of the email in another window. */
const confirm = ({ platform }: RenderedRoute) =>
  platform.db.tables.users.patch(personas.newcomer.id, { email_verified: true })

test('G13 the banner says what is closed and shows the email address', async () => {
  await renderRoute('/groups', { as: 'newcomer' })
  const banner = await findBanner()
  banner.getByText(/^Чтобы открывать задания/)
  expect(banner.getByText('newcomer@mail.example').tagName).toBe('BDI')
  // It is unknown whether an email was ever sent.
  expect(banner.queryByText(/отправлено|снова/)).toBeNull()
})

test('verified users see no banner', async () => {
  await renderRoute('/groups', { as: 'student' })
  await screen.findByRole('heading', { level: 1, name: 'Моё обучение' })
  expect(screen.queryByRole('region', { name: 'Почта не подтверждена' })).toBeNull()
})

test('sends at most one email a minute, and the button counts down', async () => {
  const page = await renderRoute('/groups', { as: 'newcomer' })
  const banner = await findBanner()
  const clock = installFakeClock()
  await page.user.click(banner.getByRole('button', { name: 'Отправить письмо' }))
  await banner.findByText('Письмо отправлено. Проверьте и «Спам».')
  expect(spoken()).toEqual(['Письмо отправлено. Проверьте и «Спам».'])
  const button = banner.getByRole('button', { name: /^Отправить ещё раз через 60\sс$/ })
  await page.user.click(button)
  clock.advance(59_000)
  expect(button.textContent).toMatch(/через 1\sс$/)
  expect(sent(page)).toBe(1)
  clock.advance(1000)
  banner.getByRole('button', { name: 'Отправить письмо' })
})

test('the cooldown does not apply to the next user', async () => {
  const page = await renderRoute('/groups', { as: 'newcomer' })
  const banner = await findBanner()
  await page.user.click(banner.getByRole('button', { name: 'Отправить письмо' }))
  await banner.findByRole('button', { name: /^Отправить ещё раз через/ })
  await act(() => api.session.logout())
  await logIn(page, 'newcomer')
  await screen.findByRole('region', { name: 'Подтвердите почту' })
  screen.getByRole('button', { name: 'Отправить письмо' })
})

test('a 429 counts down Retry-After, and its message disappears with it', async () => {
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
  const clock = installFakeClock()
  await page.user.click(banner.getByRole('button', { name: 'Отправить письмо' }))
  await banner.findByRole('button', { name: /через 20\sс$/ })
  banner.getByRole('alert')
  clock.advance(20_000)
  expect(banner.queryByRole('alert')).toBeNull()
  banner.getByRole('button', { name: 'Отправить письмо' })
})

test('"already verified" opens the page at once and is announced once', async () => {
  const page = await renderRoute('/group/1', { as: 'newcomer' })
  await screen.findByRole('heading', { level: 2, name: 'Подтвердите почту' })
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

test('checking reports the address as unverified, later as verified', async () => {
  const page = await renderRoute('/groups', { as: 'newcomer' })
  const banner = await findBanner()
  const check = banner.getByRole('button', { name: 'Готово, проверить' })
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

test('a check without a response shows an error and keeps the session', async () => {
  const page = await renderRoute('/groups', { as: 'newcomer' })
  const banner = await findBanner()
  page.platform.db.faults.add('refreshSession', { kind: 'status', status: 503 })
  await page.user.click(banner.getByRole('button', { name: 'Готово, проверить' }))
  expect((await banner.findByRole('alert')).textContent).toBe('Неизвестная ошибка')
  expect(localStorage.getItem('token')).not.toBeNull()
})

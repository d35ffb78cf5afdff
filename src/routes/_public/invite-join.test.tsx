import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { loginLimit, recordMiss } from '../../../mocks/platform/limits'
import { personaPassword } from '../../../mocks/platform/personas'
import { endAllSessions } from '../../../mocks/platform/sessions'
import { api } from '../../api/api'
import { announcements } from '../../lib/announce'
import { fillIn } from '../../test/fill-in'
import { getHref, waitForHref } from '../../test/login'
import { withQuickRetries } from '../../test/quick-retries'
import { type RenderedRoute, renderRoute } from '../../test/render-route'

withQuickRetries()

const here = '/invite/EXAM-ANALYST'
const main = () => within(screen.getByRole('main'))
const password = () => screen.findByLabelText<HTMLInputElement>(/^(Пароль|Password)/)
const asksToLogIn = () => screen.findByText('Чтобы получить доступ к группе, войдите в систему!')

const joinWith = async ({ user }: RenderedRoute, text: string) => {
  fillIn(await password(), text)
  await user.click(main().getByRole('button', { name: /^(Вступить в группу|Join group)$/ }))
}

test('a member gets a link to the group', async () => {
  const page = await renderRoute('/invite/AUTUMN-2026', { as: 'student' })
  await screen.findByRole('heading', { level: 2, name: 'Вы уже состоите в этой группе' })
  expect(screen.queryByLabelText(/^Пароль/)).toBeNull()
  await page.user.click(main().getByRole('link', { name: 'Открыть группу' }))
  await waitForHref(page, '/group/1')
})

test('a signed-in user joins once by password and is redirected to the group, which is announced', async () => {
  const page = await renderRoute(here, { as: 'student' })
  const said: string[] = []
  const stop = announcements.subscribe(() => said.push(...announcements.get().map(({ text }) => text)))
  fillIn(await password(), personaPassword)
  await page.user.keyboard('{Enter}{Enter}{Enter}')
  await waitForHref(page, '/group/8')
  stop()
  expect(page.calls().filter(id => id === 'login')).toHaveLength(1)
  expect(said).toContain('Вы вступили в группу')
  expect(api.session.getState()).toMatchObject({ status: 'authenticated', isFirstRequest: false })
  await page.router.navigate({ to: '/groups' })
  await screen.findByRole('link', { name: /аналитик реагирования/ })
})

test('a wrong password shows an error and keeps the session; the next try joins', async () => {
  const page = await renderRoute(here, { as: 'student' })
  await screen.findByText('student')
  const token = localStorage.getItem('token')
  await joinWith(page, 'flagship-demi')
  await screen.findByText('Неверное имя пользователя или пароль')
  const field = await password()
  expect(field.value).toBe('flagship-demi')
  expect(getHref(page)).toBe(here)
  expect(api.session.getState().status).toBe('authenticated')
  expect(localStorage.getItem('token')).toBe(token)
  await page.user.clear(field)
  await joinWith(page, personaPassword)
  await waitForHref(page, '/group/8')
})

test('an empty password is reported at the field before sending', async () => {
  const page = await renderRoute(here, { as: 'student' })
  await joinWith(page, '   ')
  await main().findByText('Заполните это поле')
  const field = await password()
  await waitFor(() => expect(document.activeElement).toBe(field))
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(page.calls()).not.toContain('login')
})

test('an invite that ended meanwhile is an error in the form', async () => {
  const page = await renderRoute(here, { as: 'student' })
  await password()
  // After the silent refresh at the start, which must succeed.
  page.platform.db.clock.advance(91 * 86_400_000)
  await joinWith(page, personaPassword)
  await main().findByText(/^Код приглашения недействителен или больше не активен/)
  expect((await password()).value).toBe(personaPassword)
  expect(getHref(page)).toBe(here)
  expect(api.session.getState().status).toBe('authenticated')
  expect(page.calls().filter(id => id === 'login')).toHaveLength(1)
})

test('N07 after too many attempts the button counts down and sends nothing', async () => {
  const page = await renderRoute(here, { as: 'student' })
  await password()
  recordMiss(page.platform.db, 'login:student', loginLimit, loginLimit.misses)
  await joinWith(page, personaPassword)
  await main().findByText(/^Слишком много попыток/)
  await main().findByText(/Повторить можно через \d+ с/)
  await page.user.click(main().getByRole('button', { name: 'Вступить в группу' }))
  expect(page.calls().filter(id => id === 'login')).toHaveLength(1)
})

test('a user without a password has to set one, and then gets the form', async () => {
  const page = await renderRoute(here, { as: 'lms' })
  await screen.findByRole('heading', { level: 2, name: 'Чтобы вступить по коду, нужен пароль' })
  expect(screen.queryByLabelText(/^Пароль/)).toBeNull()
  const link = await main().findByRole('link', { name: 'Перейти в LMS «Образец»' })
  expect(link.getAttribute('href')).toMatch(/^https:/)
  const set = () => main().findByRole('button', { name: 'Задать пароль' })
  await page.user.click(await set())
  await page.user.click(await main().findByRole('button', { name: 'Отменить' }))
  const again = await set()
  await waitFor(() => expect(document.activeElement).toBe(again))
  await page.user.click(again)
  fillIn(await main().findByLabelText(/^Новый пароль/), 'gora-reka-41')
  fillIn(main().getByLabelText(/^Повторите новый пароль/), 'gora-reka-41')
  await page.user.click(main().getByRole('button', { name: 'Сохранить' }))
  await main().findByRole('button', { name: 'Вступить в группу' })
  expect(page.calls()).not.toContain('login')
})

test('an unverified user joins, and the group then asks to verify the email address', async () => {
  const page = await renderRoute(here, { as: 'newcomer' })
  await screen.findByText('Задания откроются, когда вы подтвердите почту.')
  await joinWith(page, personaPassword)
  await waitForHref(page, '/group/8')
  await screen.findByRole('heading', { level: 2, name: 'Подтвердите почту' })
})

test('when the session ends, the page stays with the code and a message', async () => {
  const page = await renderRoute(here, { as: 'student' })
  await password()
  endAllSessions(page.platform.db, 1)
  await api.session.refresh().catch(() => {})
  await asksToLogIn()
  await screen.findByText('Сессия истекла. Войдите снова, чтобы вступить в группу.')
  expect(getHref(page)).toBe(here)
  expect(main().getByRole('link', { name: 'Войти' }).getAttribute('href')).toBe('/login?invite=EXAM-ANALYST')
})

test('while the session is unknown offers to retry', async () => {
  const page = await renderRoute(here, {
    as: 'student',
    prepare: ({ db }) => db.faults.add('refreshSession', { kind: 'status', status: 503 }),
  })
  await screen.findByText(/Не удалось проверить, вошли ли вы/)
  expect(screen.queryByText(/войдите в систему!/)).toBeNull()
  await page.user.click(main().getByRole('button', { name: 'Повторить' }))
  await password()
})

test('without the list of groups shows the form: joining again has no effect', async () => {
  const page = await renderRoute('/invite/AUTUMN-2026', {
    as: 'student',
    prepare: ({ db }) => db.faults.add('listGroups', { kind: 'status', status: 500 }, 3),
  })
  await joinWith(page, personaPassword)
  await waitForHref(page, '/group/1')
})

test('a failed request of the invite is an error page with a retry', async () => {
  const page = await renderRoute(here, {
    prepare: ({ db }) => db.faults.add('checkInvite', { kind: 'abort' }, Number.POSITIVE_INFINITY),
  })
  const retry = await screen.findByRole('button', { name: 'Повторить' })
  page.platform.db.faults.clear()
  await page.user.click(retry)
  await asksToLogIn()
  expect(page.calls()).not.toContain('login')
})

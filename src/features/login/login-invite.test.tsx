import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { personas } from '../../../mocks/platform/personas'
import { clearCooldowns } from '../../lib/cooldowns'
import { getHref, logIn, waitForHref } from '../../test/login'
import { type RenderedRoute, renderRoute } from '../../test/render-route'

afterEach(clearCooldowns)

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

  test.each(['/login?invite=..', '/login?invite=a%2Fb', '/login?invite=__proto__'])(
    '%s is malformed: shows an error and requests nothing',
    async path => {
      const page = await renderRoute(path)
      await screen.findByText(/^Код приглашения недействителен/)
      await waitForHref(page, '/login?badInvite=true')
      expect(page.calls()).toEqual([])
    },
  )

  test.each(['/login?invite=', '/login?x=1'])(
    '%s has no invite: it is dropped and nothing is requested',
    async path => {
      const page = await renderRoute(path)
      await screen.findByLabelText(/Имя пользователя/)
      await waitForHref(page, '/login')
      expect(toRegistration()).toBe('/registration')
      expect(page.calls()).toEqual([])
    },
  )

  test.each([
    ['ru', /^Код приглашения недействителен/, 'Войти без приглашения', 'Войти'],
    ['en', /^This invite code is invalid/, 'Log in without the invitation', 'Log in'],
  ] as const)(
    'that is invalid shows an error and a link to log in without it (%s)',
    async (language, text, way, enter) => {
      const page = await renderRoute('/login?invite=NO-SUCH-CODE', { language })
      await page.user.type(await screen.findByLabelText(/Имя пользователя|Username/), 'student')
      await page.user.type(screen.getByLabelText(/^(Пароль|Password)/), 'flagship-demo')
      await page.user.click(screen.getByRole('button', { name: enter }))
      const message = await within(screen.getByRole('form')).findByRole('alert')
      expect(message.textContent).toMatch(text)
      expect(page.calls().filter(call => call === 'login')).toHaveLength(1)
      await page.user.click(screen.getByRole('link', { name: way }))
      await waitForHref(page, '/login')
      await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: enter })))
      expect(screen.queryByText(text)).toBeNull()
      // The form is still the one that was filled in.
      expect(screen.getByLabelText<HTMLInputElement>(/Имя пользователя|Username/).value).toBe('student')
      await page.user.click(screen.getByRole('button', { name: enter }))
      await waitForHref(page, '/')
    },
  )
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

  test.each([
    ['ru', 'Войти через «Портал вуза»'],
    ['en', 'Log in with “University portal”'],
  ] as const)('is a plain link with the name of the LMS (%s)', async (language, name) => {
    await renderRoute('/login', { language, config: config({ lms }) })
    const link = await screen.findByRole('link', { name })
    expect(link.getAttribute('href')).toBe(lms.login_url)
    expect(screen.queryByText(/откройте приглашение ещё раз|open the invitation again/)).toBeNull()
  })

  test('with an invite says that it must be opened again', async () => {
    await renderRoute('/login?invite=SECURE-EN', { config: config({ lms }) })
    await screen.findByRole('link', { name: /Портал вуза/ })
    screen.getByText(/откройте приглашение ещё раз/)
  })

  test.each([
    ['has no LMS', config({})],
    ['is bad', { contacts: 1 }],
    ['is missing', () => new Response('', { status: 404 })],
    ['is an HTML page', () => new Response('<html>', { status: 200 })],
    ['never responds', () => new Promise(() => {})],
    ['fails', () => Response.error()],
  ])('is absent and blocks nothing when the configuration %s', async (_, given) => {
    const page = await renderRoute('/login', { config: given })
    await logIn(page, 'student')
    expect(screen.queryByRole('link', { name: /через «/ })).toBeNull()
    await waitForHref(page, '/')
  })
})

test('a signed-in user is redirected home and joins nothing', async () => {
  const page = await renderRoute('/login?invite=SECURE-EN', { as: 'newcomer' })
  await waitForHref(page, '/')
  expect(page.calls()).not.toContain('login')
  expect(isMember(page, 2)).toBe(false)
  await waitFor(() => expect(getHref(page)).toBe('/'))
})

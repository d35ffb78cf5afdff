import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { fillIn } from '../../test/fill-in'
import { getHref, logIn, waitForHref } from '../../test/login'
import { findEmailField } from '../../test/registration-page'
import { renderRoute } from '../../test/render-route'

const storedRedirect = () => localStorage.getItem('auth_redirect')
const main = () => within(screen.getByRole('main'))

const sentences = {
  ru: {
    logIn: 'Чтобы получить доступ к группе, войдите в систему!',
    bad: 'Код приглашения недействителен или больше не активен.',
    ways: ['Войти', 'Зарегистрироваться'],
    notice: 'Вас пригласили в группу',
  },
  en: {
    logIn: 'To access the group, you must log in to the system!',
    bad: 'This invite code is invalid or no longer active.',
    ways: ['Log in', 'Register'],
    notice: 'You’re invited to the group',
  },
} as const

describe.each(['ru', 'en'] as const)('a guest, in %s', language => {
  const messages = sentences[language]

  test('sees the group before being asked to log in', async () => {
    const page = await renderRoute('/invite/EXAM-PENTEST', { language })
    await screen.findByRole('heading', { level: 2, name: /Специалист по тестированию/ })
    main().getByText(/Восемь заданий/)
    main().getByText(language === 'ru' ? 'Экзамен' : 'Exam')
    main().getByText(language === 'ru' ? /^Идёт до \d/ : /^Runs until \w/)
    await screen.findByRole('heading', { level: 2, name: messages.logIn })
    const links = messages.ways.map(name => main().getByRole('link', { name }).getAttribute('href'))
    expect(links).toEqual(['/login?invite=EXAM-PENTEST', '/registration?invite=EXAM-PENTEST'])
    expect(storedRedirect()).toBeNull()
    expect(page.calls()).toEqual(['checkInvite'])
  })

  test.each<[unknown]>([[null], [{ valid: true }]])('accepts %j as a valid code', async body => {
    await renderRoute('/invite/AUTUMN-2026', {
      language,
      prepare: ({ db }) => db.faults.add('checkInvite', { kind: 'body', status: 200, body }),
    })
    await screen.findByRole('heading', { level: 2, name: messages.logIn })
    await screen.findByRole('heading', { level: 2, name: messages.notice })
  })

  test('with an unknown code gets a message, not a 404 page', async () => {
    const page = await renderRoute('/invite/NO-SUCH-CODE', { language })
    await screen.findByRole('heading', { level: 2, name: messages.bad })
    expect(screen.queryByText(messages.logIn)).toBeNull()
    fillIn(main().getByRole('textbox'), 'https://flagship.example/invite/AUTUMN-2026')
    await page.user.click(main().getByRole('button'))
    await screen.findByRole('heading', { level: 2, name: messages.logIn })
    expect(getHref(page)).toBe('/invite/AUTUMN-2026')
    expect(page.calls()).toEqual(['checkInvite', 'checkInvite'])
  })

  test.each([
    ['AUTUMN-2026', messages.notice],
    ['NO-SUCH-CODE', messages.bad],
  ])('sees on the login page whether the code %s is valid', async (code, text) => {
    const page = await renderRoute(`/login?invite=${code}`, { language })
    await screen.findByText(text)
    expect(page.calls()).toEqual(['checkInvite'])
  })
})

test.each([
  ['Войти', '/login?invite=EXAM-PENTEST'],
  ['Зарегистрироваться', '/registration?invite=EXAM-PENTEST'],
])('the link «%s» carries the code and stores the group', async (name, href) => {
  const page = await renderRoute('/invite/EXAM-PENTEST')
  await screen.findByText(sentences.ru.logIn)
  await page.user.click(main().getByRole('link', { name }))
  await waitForHref(page, href)
  expect(storedRedirect()).toBe('/group/5')
})

describe('the login button of the header', () => {
  const enter = () => within(screen.getByRole('banner')).findByRole('link', { name: 'Войти' })

  test('carries the code and stores the group too', async () => {
    const page = await renderRoute('/invite/EXAM-PENTEST')
    await screen.findByText(sentences.ru.logIn)
    await page.user.click(await enter())
    await waitForHref(page, '/login?invite=EXAM-PENTEST')
    expect(storedRedirect()).toBe('/group/5')
  })

  test('does not carry an invalid code, which would fail the login', async () => {
    await renderRoute('/invite/NO-SUCH-CODE')
    await screen.findByRole('heading', { level: 2, name: sentences.ru.bad })
    expect((await enter()).getAttribute('href')).toBe('/login')
    expect(storedRedirect()).toBeNull()
  })
})

test('a login from the invite joins the group and redirects to it', async () => {
  const page = await renderRoute('/invite/EXAM-PENTEST')
  await screen.findByText(sentences.ru.logIn)
  await page.user.click(main().getByRole('link', { name: 'Войти' }))
  await logIn(page, 'student')
  await waitForHref(page, '/group/5')
  await screen.findByRole('heading', { level: 1, name: /Специалист по тестированию/ })
  expect(storedRedirect()).toBeNull()
})

describe('the login page shows the group of an invite', () => {
  test('and nothing while unknown or failed', async () => {
    const page = await renderRoute('/login?invite=AUTUMN-2026', {
      prepare: ({ db }) => db.faults.add('checkInvite', { kind: 'status', status: 400 }),
    })
    await screen.findByLabelText(/Имя пользователя/)
    await waitFor(() => expect(page.calls()).toEqual(['checkInvite']))
    expect(screen.queryByText(sentences.ru.notice)).toBeNull()
    expect(screen.queryByText(sentences.ru.bad)).toBeNull()
  })

  test('and requests nothing for a malformed code', async () => {
    const page = await renderRoute('/login?invite=..%2Fgroups')
    await screen.findByLabelText(/Имя пользователя/)
    expect(page.calls()).toEqual([])
  })
})

describe('G09 a malformed invite is invalid, without a request', () => {
  test.each([
    '..%2Fx',
    '%00',
    '__proto__',
    'x'.repeat(10_000),
    '%D0%9E%D0%A1%D0%95%D0%9D%D0%AC-2026',
    'AUTUMN%EF%BC%8D2026',
  ])('/invite/%.60s', async code => {
    const page = await renderRoute(`/invite/${code}`)
    await screen.findByRole('heading', { level: 2, name: sentences.ru.bad })
    main().getByRole('textbox', { name: /код/i })
    expect(page.calls()).toEqual([])
  })

  test('/invite/.. is another URL', async () => {
    const page = await renderRoute('/invite/%2e%2e')
    await screen.findByRole('heading', { level: 1 })
    expect(page.calls()).toEqual([])
  })

  test.each(['AUTUMN-2026,', 'AUTUMN-2026%20', '%C2%ABAUTUMN-2026%C2%BB.'])(
    'trims quotes and punctuation around a code: /invite/%s',
    async code => {
      await renderRoute(`/invite/${code}`)
      await screen.findByRole('heading', { level: 2, name: sentences.ru.logIn })
    },
  )

  test.each(['login', 'registration'])('the %s page says so and sends nothing', async path => {
    const page = await renderRoute(`/${path}?invite=%D0%9E%D0%A1%D0%95%D0%9D%D0%AC`)
    await screen.findByText(sentences.ru.bad)
    expect(page.calls()).toEqual([])
    if (path !== 'login') return
    await logIn(page, 'student')
    await waitForHref(page, '/')
  })
})

describe('unsafe names and codes are text', () => {
  const name = '<img src=x onerror=alert(1)> {{x}} $t(common) <1>b</1> \u202e\u2066evil Z\u0351\u0351\u0351'

  test.each(['/invite/AUTUMN-2026', '/login?invite=AUTUMN-2026'])(
    'X03 X08 the name and the description of a group, at %s',
    async path => {
      const group = { id: 1, name, description: `${name}\n<script>1</script>`, is_exam: false }
      await renderRoute(path, {
        prepare: ({ db }) => db.faults.add('checkInvite', { kind: 'body', status: 200, body: { group } }),
      })
      const shown = await screen.findByText(
        (_, element) => element?.tagName === 'BDI' && element.textContent === name,
      )
      expect(shown.children).toHaveLength(0)
      expect(document.querySelector('img, script, main h1 bdi')).toBeNull()
    },
  )

  test('X14 a code is shown as isolated text', async () => {
    await renderRoute('/invite/-NO_such.code-')
    const shown = await screen.findByText('-NO_such.code-')
    expect(shown.tagName).toBe('BDI')
  })
})

const toLogin = () => screen.getByRole('link', { name: 'Войти' }).getAttribute('href')

test('an invite shows its group and is kept for login', async () => {
  await renderRoute('/registration?invite=FLAGSHIP-CUP')
  await findEmailField()
  await screen.findByText('Открытый чемпионат «Кубок Флагмана»')
  expect(toLogin()).toBe('/login?invite=FLAGSHIP-CUP')
})

test('without an invite nothing is requested', async () => {
  const page = await renderRoute('/registration')
  await findEmailField()
  expect(toLogin()).toBe('/login')
  expect(page.calls()).toEqual([])
})

describe('X14 a malformed invite is reported; its text is dropped from the page, the URL and the links', () => {
  test.each(['<img src=x onerror=alert(1)>', '\u202eedoc', 'a'.repeat(129), '$t(common)'])(
    '%j',
    async code => {
      const page = await renderRoute(`/registration?invite=${encodeURIComponent(code)}`)
      await findEmailField()
      const bad = 'badInvite=true'
      expect([getHref(page), toLogin(), page.calls()]).toEqual([`/registration?${bad}`, `/login?${bad}`, []])
      screen.getByText('Код приглашения недействителен или больше не активен.')
      expect(document.body.textContent).not.toContain(code)
    },
  )
})

import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { Fault } from '../../../mocks/platform/faults'
import { switchLanguage } from '../../i18n/language'
import { fillIn } from '../../test/fill-in'
import { holdAnswer } from '../../test/hold-answer'
import {
  anna,
  fillForm,
  findEmailField,
  getDescription,
  getField,
  labels,
  submitForm,
} from '../../test/registration-page'
import { type RenderedRoute, renderRoute } from '../../test/render-route'

const open = (path = '/registration', fault?: Fault) =>
  renderRoute(path, {
    ...(fault && { prepare: ({ db }) => db.faults.add('register', fault) }),
  })

const summary = (name = 'Исправьте ошибки') => screen.findByRole('group', { name })
const sent = (page: RenderedRoute) => page.calls().filter(name => name === 'register')
const bodies = (page: RenderedRoute) =>
  page.platform.journal
    .entries()
    .filter(({ operationId }) => operationId === 'register')
    .map(({ request }) => request.body)

describe('before typing', () => {
  test('every rule is shown at its field', async () => {
    await open()
    await findEmailField()
    expect(getDescription(getField('username'))).toMatch(/^Буквы, цифры, подчёркивания и дефисы/)
    expect(getDescription(getField('password'))).toMatch(/^Не короче 8\u00a0символов, без пробелов/)
    expect(document.querySelector('[aria-invalid]')).toBeNull()
  })

  test('V06 has autocomplete attributes for password managers', async () => {
    const { container } = await open()
    await findEmailField()
    const kinds = [...container.querySelectorAll('form input')].map(field => [
      field.getAttribute('name'),
      field.getAttribute('type'),
      field.getAttribute('autocomplete'),
    ])
    expect(kinds).toEqual([
      ['email', 'email', 'email'],
      ['username', 'text', 'username'],
      ['password', 'password', 'new-password'],
      ['confirmation', 'password', 'new-password'],
      ['policy', 'checkbox', null],
    ])
  })

  test('the policy opens in a new tab', async () => {
    await open()
    await findEmailField()
    const link = screen.getByRole('link', { name: /^Прочитать политику/ })
    expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([
      '/legal#personal-data',
      '_blank',
    ])
  })
})

test('S08 a language change translates the summary and keeps focus', async () => {
  const page = await open()
  await findEmailField()
  await submitForm(page)
  await summary('Заполните все поля')
  getField('username').focus()
  await switchLanguage('en')
  await summary('Fill in all fields')
  await waitFor(() => expect(document.activeElement).toBe(document.querySelector('[name=username]')))
})

describe('while typing', () => {
  test('validates on blur, and then on every input until valid', async () => {
    const { user } = await open()
    await findEmailField()
    const name = getField('username')
    await user.type(name, 'anna ol')
    expect(getDescription(name)).toMatch(/^Буквы/)
    await user.tab()
    expect(getDescription(name)).toMatch(/^Неверный формат имени пользователя/)
    await user.type(name, '{Backspace}')
    expect(getDescription(name)).toMatch(/^Неверный/)
    await user.type(name, '{Backspace}')
    expect(getDescription(name)).toMatch(/^Буквы/)
    expect(name.getAttribute('aria-invalid')).toBeNull()
  })

  test('does not report an empty field on blur', async () => {
    const { user } = await open()
    await user.click(await findEmailField())
    for (let count = 0; count < 6; count += 1) await user.tab()
    expect(document.querySelector('[aria-invalid]')).toBeNull()
  })

  test('compares the confirmation again when the password changes', async () => {
    const page = await open()
    await fillForm(page)
    await page.user.type(getField('password'), '!')
    await page.user.tab()
    expect(getDescription(getField('confirmation'))).toMatch(/^Пароли не совпадают/)
    await page.user.type(getField('password'), '{Backspace}')
    expect(getDescription(getField('confirmation'))).toBe('')
  })

  test('no message appears between press and release of a button', async () => {
    const { user } = await open()
    fillIn(await findEmailField(), 'anna')
    const button = screen.getByRole('button', { name: labels.submit })
    await user.pointer({ keys: '[MouseLeft>]', target: button })
    expect(getDescription(getField('email'))).toMatch(/^Сюда придёт ссылка/)
    await user.pointer({ keys: '[/MouseLeft]', target: button })
    expect(getDescription(getField('email'))).toMatch(/^Неверный формат адреса почты/)
  })

  test('a Cyrillic password shows a hint, not an error', async () => {
    const { user } = await open()
    await findEmailField()
    fillIn(getField('password'), 'пароль-12345')
    await user.tab()
    expect(getDescription(getField('password'))).toMatch(/Похоже, включена русская раскладка$/)
    expect(getField('password').getAttribute('aria-invalid')).toBeNull()
  })
})

describe('on submit', () => {
  test('an empty form: the summary takes focus and links to each field', async () => {
    const page = await open()
    await findEmailField()
    await submitForm(page)
    const list = await summary('Заполните все поля')
    await waitFor(() => expect(document.activeElement).toBe(list))
    const links = within(list).getAllByRole('link')
    const targets: unknown[] = []
    for (const link of links) {
      await page.user.click(link)
      targets.push((document.activeElement as HTMLInputElement).name)
    }
    expect(targets).toEqual(['email', 'username', 'password', 'confirmation', 'policy'])
    expect(sent(page)).toEqual([])
  })

  test.each([
    ['the username', { username: 'a b' }, 'username', /^Неверный формат имени пользователя( Буквы|$)/],
    ['the match first', { password: 'a', confirmation: 'b' }, 'confirmation', /^Пароли не совпадают/],
  ] as const)('%s', async (_, change, field, message) => {
    const page = await open()
    await fillForm(page, change)
    await submitForm(page)
    const list = await summary()
    await waitFor(() => expect(document.activeElement).toBe(list))
    expect(
      within(list)
        .getAllByRole('link')
        .map(link => link.textContent),
    ).toEqual([expect.stringMatching(message)])
    expect(getDescription(getField(field))).toMatch(message)
    expect(sent(page)).toEqual([])
  })

  test('consent is required, and the summary takes focus on every submit', async () => {
    const page = await open()
    await fillForm(page, { policy: false })
    await submitForm(page)
    const link = within(await summary()).getByRole('link', { name: /^Подтвердите согласие/ })
    await page.user.click(link)
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(labels.policy)))
    await submitForm(page)
    const shown = await summary()
    await waitFor(() => expect(document.activeElement).toBe(shown))
    await page.user.click(screen.getByLabelText(labels.policy))
    expect(screen.getByLabelText(labels.policy).getAttribute('aria-invalid')).toBeNull()
  })

  test('A26 five Enters and two clicks send one registration, with username and email trimmed', async () => {
    const { fault, answer } = holdAnswer()
    const page = await open('/registration', fault)
    await fillForm(page, { username: '  anna_orlova ', email: ' anna.orlova@example.com ' })
    await page.user.type(getField('confirmation'), '{Enter}{Enter}{Enter}{Enter}{Enter}')
    await page.user.dblClick(screen.getByRole('button', { name: labels.submit }))
    answer()
    await screen.findByRole('heading', { level: 1, name: 'Проверьте почту' })
    const { email, username, password } = anna
    expect(bodies(page)).toEqual([{ email, username, password }])
  })

  test('works with the keyboard only', async () => {
    const page = await open()
    const { user } = page
    ;(await findEmailField()).focus()
    const tabs = (count: number) => user.keyboard('{Tab}'.repeat(count))
    await user.paste(anna.email)
    await tabs(1)
    await user.paste(anna.username)
    await tabs(1)
    await user.paste(anna.password)
    await tabs(2)
    await user.paste(anna.confirmation)
    await tabs(2)
    await user.keyboard(' ')
    await tabs(2)
    expect(document.activeElement?.textContent).toBe(labels.submit)
    await user.keyboard('{Enter}')
    const title = await screen.findByRole('heading', { level: 1, name: 'Проверьте почту' })
    await waitFor(() => expect(document.activeElement).toBe(title))
    expect(document.title).toMatch(/^Проверьте почту/)
  })
})

const status = (code: number, detail?: string, headers?: Record<string, string>): Fault => ({
  kind: 'status',
  status: code,
  ...(detail !== undefined && { detail }),
  ...(headers && { headers }),
})
const list = (field: string, msg: string): Fault => ({
  kind: 'body',
  status: 422,
  body: { detail: [{ loc: ['body', field], msg, type: 'x' }] },
})

const submitWithFault = async (fault: Fault, path = '/registration') => {
  const page = await open(path, fault)
  await fillForm(page)
  await submitForm(page)
  return page
}

const expectKept = () => {
  for (const name of ['email', 'username', 'password', 'confirmation'] as const)
    expect(getField(name).value).toBe(anna[name])
  expect(screen.getByLabelText<HTMLInputElement>(labels.policy).checked).toBe(true)
  expect(document.body.textContent).not.toMatch(/object Object|SyntaxError/)
}

test.each<[name: string, fault: Fault, field: 'username' | 'email', text: RegExp]>([
  ['a detail', status(409, 'Username already registered'), 'username', /^Это имя пользователя уже занято/],
  [
    'a list with server text, which is not shown',
    list('email', '<img src=x onerror=alert(1)> {{x}} $t(common)'),
    'email',
    /^Сервер не принял это значение\. Измените его и отправьте форму снова\.(?!.*<img)/,
  ],
])('an error of one field is shown at the field: %s', async (_, fault, field, text) => {
  const page = await submitWithFault(fault)
  const errors = await summary()
  await waitFor(() => expect(document.activeElement).toBe(errors))
  expect(getDescription(getField(field))).toMatch(text)
  expectKept()
  expect(page.calls()).toEqual(['register'])
  expect(document.querySelector('main img')).toBeNull()
  await page.user.click(within(errors).getByRole('link'))
  await waitFor(() => expect(document.activeElement).toBe(getField(field)))
  await page.user.keyboard('1')
  expect(getDescription(getField(field))).not.toMatch(text)
})

/** Code: the HTTP status; null if none is shown. */
test.each<[name: string, fault: Fault, code: number | null, text: RegExp]>([
  ['422 of the invite', list('invite', 'bad pattern'), 422, /^Код приглашения недействителен/],
  ['502 with HTML', { kind: 'html', status: 502 }, 502, /^Неизвестная ошибка/],
  ['an unreadable response', { kind: 'html', status: 200 }, null, /^Неожиданный ответ сервера/],
])('any other error is shown beside the button with its status: %s', async (_, fault, code, text) => {
  const page = await submitWithFault(fault, '/registration?invite=FLAGSHIP-CUP')
  const message = await screen.findByText(text)
  const banner = message.closest('[role=alert]')
  const shown = /Код ошибки: (\d+)/.exec(banner?.textContent ?? '')?.[1]
  expect(shown).toBe(code === null ? undefined : String(code))
  expectKept()
  expect(page.calls().filter(name => name === 'register')).toEqual(['register'])
})

test('an existing account gets links to log in, with the invite', async () => {
  await submitWithFault(status(409, 'User already registered'), '/registration?invite=FLAGSHIP-CUP')
  const group = await screen.findByRole('form', { name: 'Регистрация' })
  const links = within(group).getAllByRole('link', { name: /^(Войти|Сбросить пароль)$/ })
  expect(links.map(link => link.getAttribute('href'))).toEqual([
    '/login?invite=FLAGSHIP-CUP',
    '/reset-password',
  ])
})

test('a name that is taken after a lost response may be the own one', async () => {
  const page = await submitWithFault({ kind: 'abort', after: true })
  await screen.findByText(/^Сервер не отвечает/)
  await submitForm(page)
  await screen.findByText(/Возможно, аккаунт уже создан/)
  expect(getDescription(getField('username'))).toMatch(/Войти/)
})

test('an invalid invite can be dropped without losing the input', async () => {
  const page = await submitWithFault(
    status(404, 'Group with this invite code not found'),
    '/registration?invite=FLAGSHIP-CUP',
  )
  await page.user.click(await screen.findByRole('link', { name: 'Продолжить без приглашения' }))
  expect(document.activeElement?.textContent).toBe(labels.submit)
  expectKept()
  await submitForm(page)
  await screen.findByRole('heading', { level: 1, name: 'Проверьте почту' })
  expect(bodies(page)).toEqual([
    expect.objectContaining({ invite: 'FLAGSHIP-CUP' }),
    expect.not.objectContaining({ invite: expect.anything() }),
  ])
})

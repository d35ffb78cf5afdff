import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import type { Fault } from '../../../mocks/platform/faults'
import { alternateLanguages } from '../../test/alternate-languages'
import {
  anna,
  fillForm,
  getDescription,
  getField,
  type Language,
  labels,
  submitForm,
} from '../../test/registration-page'
import { renderRoute } from '../../test/render-route'

// Page tests need more than five seconds on a busy machine.
vi.setConfig({ testTimeout: 20_000 })

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

const submitWithFault = async (fault: Fault, language: Language, path = '/registration') => {
  const page = await renderRoute(path, {
    language,
    prepare: ({ db }) => db.faults.add('register', fault),
  })
  await fillForm(page, {}, language)
  await submitForm(page, language)
  return page
}

const expectKept = (language: Language) => {
  for (const name of ['email', 'username', 'password', 'confirmation'] as const)
    expect(getField(name, language).value).toBe(anna[name])
  expect(screen.getByLabelText<HTMLInputElement>(labels[language].policy).checked).toBe(true)
  expect(document.body.textContent).not.toMatch(/object Object|SyntaxError/)
}

type FieldName = Parameters<typeof getField>[0]

const fieldFailures: [name: string, fault: Fault, field: FieldName, texts: Record<Language, RegExp>][] = [
  [
    'Username already registered',
    status(409, 'Username already registered'),
    'username',
    { ru: /^Это имя пользователя уже занято/, en: /^This username is already taken/ },
  ],
  [
    'User already registered',
    status(409, 'User already registered'),
    'email',
    { ru: /^Эта почта уже/, en: /^This email is already/ },
  ],
  [
    'Password must be at least 8 characters',
    status(422, 'Password must be at least 8 characters'),
    'password',
    { ru: /^Пароль должен быть не короче 8/, en: /^Password must be at least 8/ },
  ],
  [
    'Username can contain letters, numbers, underscores and hyphens',
    status(422, 'Username can contain letters, numbers, underscores and hyphens'),
    'username',
    { ru: /^В имени пользователя могут быть/, en: /^Username can contain letters/ },
  ],
  [
    'a list with server text, which is not shown',
    list('email', '<img src=x onerror=alert(1)> {{x}} $t(common)'),
    'email',
    {
      ru: /^Сервер не принял это значение\. Измените его и отправьте форму снова\.(?!.*<img)/,
      en: /^The server rejected this value\. Change it and submit the form again\.(?!.*<img)/,
    },
  ],
]

describe('an error of one field is shown at the field', () => {
  const table = alternateLanguages(fieldFailures).map(
    ([language, [name, ...row]]) => [name, language, ...row] as const,
  )
  test.each(table)('%s (%s)', async (_, language, fault, field, texts) => {
    const page = await submitWithFault(fault, language)
    const title = language === 'ru' ? 'Исправьте ошибки' : 'Please fix the following'
    const summary = await screen.findByRole('group', { name: title })
    await waitFor(() => expect(document.activeElement).toBe(summary))
    expect(getDescription(getField(field, language))).toMatch(texts[language])
    expectKept(language)
    expect(page.calls()).toEqual(['register'])
    expect(document.querySelector('main img')).toBeNull()
    await page.user.click(within(summary).getByRole('link'))
    await waitFor(() => expect(document.activeElement).toBe(getField(field, language)))
    await page.user.keyboard('1')
    expect(getDescription(getField(field, language))).not.toMatch(texts[language])
  })
})

const unknown = { ru: /^Неизвестная ошибка/, en: /^Unknown error/ }
const badInvite = {
  ru: /^Код приглашения недействителен или больше не активен/,
  en: /^This invite code is invalid or no longer active/,
}

/** Code: the HTTP status; null if none is shown. */
const formFailures: [name: string, fault: Fault, code: number | null, texts: Record<Language, RegExp>][] = [
  ['404 of the invite', status(404, 'Group with this invite code not found'), 404, badInvite],
  ['422 of the invite', list('invite', 'bad pattern'), 422, badInvite],
  [
    '503 of the mail',
    status(503, 'failed to send email'),
    503,
    { ru: /^Не удалось отправить письмо/, en: /^Couldn’t send the email/ },
  ],
  ['422 with an unknown text', status(422, '<b>no</b>'), 422, unknown],
  ['422 of an unknown field', list('captcha', 'missing'), 422, unknown],
  ['500', status(500, 'common'), 500, unknown],
  ['502 with HTML', { kind: 'html', status: 502 }, 502, unknown],
  ['a detail that is an object', { kind: 'body', status: 400, body: { detail: { a: 1 } } }, 400, unknown],
  [
    'N12 an unreadable response',
    { kind: 'html', status: 200 },
    null,
    { ru: /^Неожиданный ответ сервера/, en: /^Unexpected server response/ },
  ],
]

describe('any other error is shown beside the button with its status', () => {
  const table = alternateLanguages(formFailures).map(
    ([language, [name, ...row]]) => [name, language, ...row] as const,
  )
  test.each(table)('%s (%s)', async (_, language, fault, code, texts) => {
    const page = await submitWithFault(fault, language, '/registration?invite=FLAGSHIP-CUP')
    const message = await screen.findByText(texts[language])
    const banner = message.closest('[role=alert]')
    const shown = /(?:Код ошибки|Error code): (\d+)/.exec(banner?.textContent ?? '')?.[1]
    expect(shown).toBe(code === null ? undefined : String(code))
    expectKept(language)
    expect(page.calls().filter(name => name === 'register')).toEqual(['register'])
  })
})

test('the form can be sent again after an error', async () => {
  const page = await submitWithFault(status(503, 'failed to send email'), 'ru')
  await screen.findByText(/^Не удалось отправить письмо/)
  await submitForm(page)
  await screen.findByRole('heading', { level: 1, name: 'Проверьте почту' })
})

test('an existing account gets links to log in, with the invite', async () => {
  await submitWithFault(status(409, 'User already registered'), 'ru', '/registration?invite=FLAGSHIP-CUP')
  const group = await screen.findByRole('form', { name: 'Регистрация' })
  const links = within(group).getAllByRole('link', { name: /^(Войти|Сбросить пароль)$/ })
  expect(links.map(link => link.getAttribute('href'))).toEqual([
    '/login?invite=FLAGSHIP-CUP',
    '/reset-password',
  ])
})

test('a name that is taken after a lost response may be the own one', async () => {
  const page = await submitWithFault({ kind: 'abort', after: true }, 'ru')
  await screen.findByText(/^Сервер не отвечает/)
  await submitForm(page)
  await screen.findByText(/Возможно, аккаунт уже создан/)
  expect(getDescription(getField('username'))).toMatch(/Войти/)
})

test('after a 429 the button counts down and sends nothing', async () => {
  const page = await submitWithFault(status(429, undefined, { 'Retry-After': '30' }), 'ru')
  await screen.findByText(/Повторить можно через \d+ с/)
  await submitForm(page)
  expect(page.calls()).toEqual(['register'])
})

test('an invalid invite can be dropped without losing the input', async () => {
  const page = await submitWithFault(
    status(404, 'Group with this invite code not found'),
    'ru',
    '/registration?invite=FLAGSHIP-CUP',
  )
  await page.user.click(await screen.findByRole('link', { name: 'Продолжить без приглашения' }))
  expect(document.activeElement?.textContent).toBe(labels.ru.submit)
  expectKept('ru')
  await submitForm(page)
  await screen.findByRole('heading', { level: 1, name: 'Проверьте почту' })
  const bodies = page.platform.journal
    .entries()
    .filter(({ operationId }) => operationId === 'register')
    .map(({ request }) => request.body)
  expect(bodies).toEqual([
    expect.objectContaining({ invite: 'FLAGSHIP-CUP' }),
    expect.not.objectContaining({ invite: expect.anything() }),
  ])
})

import { fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { Fault } from '../../../mocks/platform/faults'
import { logIn, waitForHref } from '../../test/login'
import { renderRoute } from '../../test/render-route'

const faults: [name: string, fault: Fault, message: RegExp][] = [
  [
    'a wrong password',
    { kind: 'status', status: 401, detail: 'Incorrect username or password' },
    /^Неверное имя пользователя или пароль$/,
  ],
  [
    '403 with an unknown detail',
    { kind: 'status', status: 403, detail: 'no <b>way</b>' },
    /^Неизвестная ошибка$/,
  ],
  [
    '404 of an invite',
    { kind: 'status', status: 404, detail: 'Group with this invite code not found' },
    /^Код приглашения недействителен/,
  ],
  ['422 with a text', { kind: 'status', status: 422, detail: 'common' }, /^Неизвестная ошибка$/],
  [
    "422 with FastAPI's list",
    {
      kind: 'body',
      status: 422,
      body: { detail: [{ loc: ['body', 'username'], msg: 'too long', type: 'x' }] },
    },
    /^Неизвестная ошибка$/,
  ],
  ['429', { kind: 'status', status: 429, headers: { 'Retry-After': '30' } }, /^Слишком много запросов/],
  ['500', { kind: 'status', status: 500, detail: 'common' }, /^Неизвестная ошибка$/],
  ['500 without a body', { kind: 'empty', status: 500 }, /^Неизвестная ошибка$/],
  ['502 with HTML', { kind: 'html', status: 502 }, /^Неизвестная ошибка$/],
  ['200 with HTML', { kind: 'html', status: 200 }, /^Неожиданный ответ сервера/],
  ['200 with half a JSON', { kind: 'malformed' }, /^Неожиданный ответ сервера/],
  [
    'a detail that is an object',
    { kind: 'body', status: 400, body: { detail: { a: 1 } } },
    /^Неизвестная ошибка$/,
  ],
  ['a broken connection', { kind: 'abort' }, /^Сервер не отвечает/],
]

const fields = () => [
  screen.getByLabelText<HTMLInputElement>(/Имя пользователя/).value,
  screen.getByLabelText<HTMLInputElement>(/^Пароль/).value,
]

describe('A24 shows every failure in the form and keeps the input', () => {
  test.each(faults)('%s', async (_, fault, message) => {
    const page = await renderRoute('/login', { prepare: ({ db }) => db.faults.add('login', fault) })
    await logIn(page, 'student')
    await screen.findByText(message)
    expect(fields()).toEqual(['student', 'flagship-demo'])
    expect(page.calls()).toEqual(['login'])
    expect(document.body.textContent).not.toMatch(/object Object|<b>|SyntaxError/)
  })
})

test('A26 five Enters and two clicks send one login', async () => {
  const page = await renderRoute('/login')
  const name = await screen.findByLabelText(/Имя пользователя/)
  fireEvent.input(name, { target: { value: 'student' } })
  const password = screen.getByLabelText(/^Пароль/)
  fireEvent.input(password, { target: { value: 'flagship-demo' } })
  const button = screen.getByRole('button', { name: 'Войти' })
  for (let press = 0; press < 5; press++) fireEvent.submit(button.closest('form') ?? button)
  fireEvent.click(button)
  fireEvent.click(button)
  await waitForHref(page, '/')
  expect(page.calls().filter(call => call === 'login')).toHaveLength(1)
})

test('an empty field is reported before sending', async () => {
  const { user, calls } = await renderRoute('/login')
  await user.type(await screen.findByLabelText(/Имя пользователя/), 'student')
  await user.click(screen.getByRole('button', { name: 'Войти' }))
  await screen.findByText('Заполните все поля')
  expect(fields()).toEqual(['student', ''])
  expect(calls()).toEqual([])
})

test('after a 429 the button counts down and sends nothing', async () => {
  const page = await renderRoute('/login', {
    prepare: ({ db }) =>
      db.faults.add('login', { kind: 'status', status: 429, headers: { 'Retry-After': '30' } }),
  })
  await logIn(page, 'student')
  await screen.findByText(/Повторить можно через \d+ с/)
  await page.user.click(screen.getByRole('button', { name: 'Войти' }))
  expect(page.calls()).toEqual(['login'])
})

test('an unverified email address shows a notice, not a form error', async () => {
  const page = await renderRoute('/login', {
    prepare: ({ db }) =>
      db.faults.add('login', {
        kind: 'status',
        status: 403,
        detail: 'email is not verified, we sent you a link to email for verification',
      }),
  })
  await logIn(page, 'newcomer')
  await screen.findByText('Подтвердите почту')
  expect(fields()).toEqual(['newcomer', 'flagship-demo'])
})

test('spaces around username and password are not sent', async () => {
  const page = await renderRoute('/login')
  await logIn(page, 'student', '  flagship-demo ')
  await waitForHref(page, '/')
})

describe('login errors in English', () => {
  test.each<[status: number, detail: string, text: string]>([
    [401, 'Incorrect username or password', 'Incorrect username or password'],
    [404, 'Group with this invite code not found', 'This invite code is invalid or no longer active.'],
    [429, 'too many attempts', 'Too many tries. Wait and try again.'],
    [422, 'anything else', 'Unknown error'],
  ])('%i %s', async (status, detail, text) => {
    const page = await renderRoute('/login', {
      language: 'en',
      prepare: ({ db }) => db.faults.add('login', { kind: 'status', status, detail }),
    })
    await page.user.type(await screen.findByLabelText(/Username/), 'student')
    await page.user.type(screen.getByLabelText(/^Password/), 'flagship-demo{Enter}')
    await within(screen.getByRole('form')).findByText(text)
  })
})

import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import type { Fault } from '../../../mocks/platform/faults'
import { switchLanguage } from '../../i18n/language'
import { anna, describedBy, fieldOf, fillIn, formIsOpen, labels, send } from '../../test/register'
import { type RenderedRoute, renderRoute } from '../../test/render-route'

// Whole pages: a busy machine needs more than the usual five seconds for one.
vi.setConfig({ testTimeout: 20_000 })

const open = (path = '/registration', fault?: Fault) =>
  renderRoute(path, {
    ...(fault && { prepare: ({ db }) => db.faults.add('register', fault) }),
  })

const summary = (name = 'Исправьте, чтобы продолжить') => screen.findByRole('group', { name })
const sent = (page: RenderedRoute) => page.calls().filter(name => name === 'register')
const bodies = (page: RenderedRoute) =>
  page.platform.journal
    .entries()
    .filter(({ operationId }) => operationId === 'register')
    .map(({ request }) => request.body)

describe('before typing', () => {
  test('every rule is said at its field', async () => {
    await open()
    await formIsOpen()
    expect(describedBy(fieldOf('username'))).toMatch(/^Буквы, цифры, подчёркивания и дефисы/)
    expect(describedBy(fieldOf('password'))).toMatch(/^Не короче 8\u00a0символов, без пробелов/)
    expect(document.querySelector('[aria-invalid]')).toBeNull()
  })

  test('V06 the fields tell a password manager what they are', async () => {
    const { container } = await open()
    await formIsOpen()
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
    await formIsOpen()
    const link = screen.getByRole('link', { name: /^Прочитать политику/ })
    expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([
      '/legal#personal-data',
      '_blank',
    ])
  })
})

test('S08 another language changes the words of the summary and leaves the focus', async () => {
  const page = await open()
  await formIsOpen()
  await send(page)
  await summary('Заполните все поля')
  fieldOf('username').focus()
  await switchLanguage('en')
  await summary('Fill in all fields')
  await waitFor(() => expect(document.activeElement).toBe(fieldOf('username', 'en')))
})

describe('while typing', () => {
  test('a mistake is told when its field is left, and with each letter until it is right', async () => {
    const { user } = await open()
    await formIsOpen()
    const name = fieldOf('username')
    await user.type(name, 'anna ol')
    expect(describedBy(name)).toMatch(/^Буквы/)
    await user.tab()
    expect(describedBy(name)).toMatch(/^Неверный формат имени пользователя/)
    await user.type(name, '{Backspace}')
    expect(describedBy(name)).toMatch(/^Неверный/)
    await user.type(name, '{Backspace}')
    expect(describedBy(name)).toMatch(/^Буквы/)
    expect(name.getAttribute('aria-invalid')).toBeNull()
  })

  test('an empty field that is walked past is no mistake yet', async () => {
    const { user } = await open()
    await user.click(await formIsOpen())
    for (let count = 0; count < 6; count += 1) await user.tab()
    expect(document.querySelector('[aria-invalid]')).toBeNull()
  })

  test('a password changed afterwards is compared with its confirmation again', async () => {
    const page = await open()
    await fillIn(page)
    await page.user.type(fieldOf('password'), '!')
    await page.user.tab()
    expect(describedBy(fieldOf('confirmation'))).toMatch(/^Пароли не совпадают/)
    await page.user.type(fieldOf('password'), '{Backspace}')
    expect(describedBy(fieldOf('confirmation'))).toMatch(/^Тот же пароль/)
  })

  test('no message appears between the press of a button and its release', async () => {
    const { user } = await open()
    await user.type(await formIsOpen(), 'anna')
    const button = screen.getByRole('button', { name: labels.ru.submit })
    await user.pointer({ keys: '[MouseLeft>]', target: button })
    expect(describedBy(fieldOf('email'))).toMatch(/^На неё придёт письмо/)
    await user.pointer({ keys: '[/MouseLeft]', target: button })
    expect(describedBy(fieldOf('email'))).toMatch(/^Неверный формат почты/)
  })

  test('a password in Cyrillic letters is a hint, not a mistake', async () => {
    const { user } = await open()
    await formIsOpen()
    await user.type(fieldOf('password'), 'пароль-12345')
    await user.tab()
    expect(describedBy(fieldOf('password'))).toMatch(/Похоже, включена русская раскладка$/)
    expect(fieldOf('password').getAttribute('aria-invalid')).toBeNull()
  })
})

describe('at sending', () => {
  test('nothing filled in: all fields are asked for, the list takes focus and leads to each', async () => {
    const page = await open()
    await formIsOpen()
    await send(page)
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
    ['the e-mail', { email: 'anna@' }, 'email', /^Неверный формат почты( На неё|$)/],
    ['the username', { username: 'a b' }, 'username', /^Неверный формат имени пользователя( Буквы|$)/],
    ['the match first', { password: 'a', confirmation: 'b' }, 'confirmation', /^Пароли не совпадают/],
    ['then the length', { password: 'a', confirmation: 'a' }, 'password', /^Пароль должен быть не короче 8/],
    [
      'spaces at the ends of the password',
      { password: ' gora-reka', confirmation: ' gora-reka' },
      'password',
      /^Уберите пробелы в начале и в конце пароля: при входе они отбрасываются/,
    ],
  ] as const)('%s', async (_, change, field, message) => {
    const page = await open()
    await fillIn(page, change)
    await send(page)
    const list = await summary()
    await waitFor(() => expect(document.activeElement).toBe(list))
    expect(
      within(list)
        .getAllByRole('link')
        .map(link => link.textContent),
    ).toEqual([expect.stringMatching(message)])
    expect(describedBy(fieldOf(field))).toMatch(message)
    expect(sent(page)).toEqual([])
  })

  test('the agreement is needed, and the list takes focus at each try', async () => {
    const page = await open()
    await fillIn(page, { policy: false })
    await send(page)
    const link = within(await summary()).getByRole('link', { name: /^Подтвердите согласие/ })
    await page.user.click(link)
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(labels.ru.policy)))
    await send(page)
    const shown = await summary()
    await waitFor(() => expect(document.activeElement).toBe(shown))
    await page.user.click(screen.getByLabelText(labels.ru.policy))
    expect(screen.getByLabelText(labels.ru.policy).getAttribute('aria-invalid')).toBeNull()
  })

  test('A26 five Enters and two clicks are one registration, with name and e-mail trimmed', async () => {
    let release = () => {}
    const until = new Promise<void>(resolve => {
      release = resolve
    })
    const page = await open('/registration', { kind: 'wait', until })
    await fillIn(page, { username: '  anna_orlova ', email: ' anna.orlova@example.com ' })
    await page.user.type(fieldOf('confirmation'), '{Enter}{Enter}{Enter}{Enter}{Enter}')
    await page.user.dblClick(screen.getByRole('button', { name: labels.ru.submit }))
    release()
    await screen.findByRole('heading', { level: 1, name: 'Проверьте почту' })
    const { email, username, password } = anna
    expect(bodies(page)).toEqual([{ email, username, password }])
  })

  test('an internationalised address is registered', async () => {
    const page = await open()
    await fillIn(page, { email: 'анна@пример.рф' })
    await send(page)
    await screen.findByRole('heading', { level: 1, name: 'Проверьте почту' })
    expect(bodies(page)).toMatchObject([{ email: 'анна@пример.рф' }])
  })

  test('the keyboard alone is enough', async () => {
    const page = await open()
    const { user } = page
    ;(await formIsOpen()).focus()
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
    expect(document.activeElement?.textContent).toBe(labels.ru.submit)
    await user.keyboard('{Enter}')
    const title = await screen.findByRole('heading', { level: 1, name: 'Проверьте почту' })
    await waitFor(() => expect(document.activeElement).toBe(title))
    expect(document.title).toMatch(/^Проверьте почту/)
  })
})

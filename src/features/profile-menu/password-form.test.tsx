import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { Fault } from '../../../mocks/platform/faults'
import { personaPassword } from '../../../mocks/platform/personas'
import { api } from '../../api/api'
import { alternateLanguages } from '../../test/alternate-languages'
import { type OpenedMenu, openProfileMenu } from '../../test/profile-menu'

const labels = {
  ru: {
    change: 'Сменить пароль',
    set: 'Задать пароль',
    fields: ['Текущий пароль', 'Новый пароль', 'Повторите новый пароль'],
  },
  en: {
    change: 'Change password',
    set: 'Set a password',
    fields: ['Current password', 'New password', 'Repeat new password'],
  },
} as const

const field = ({ inMenu }: OpenedMenu, name: string) => inMenu.getByLabelText<HTMLInputElement>(name)
const [oldLabel, newLabel, repeatLabel] = labels.ru.fields

const open = async (options: Parameters<typeof openProfileMenu>[0] = {}) => {
  const page = await openProfileMenu(options)
  const { change, set } = labels[options.language ?? 'ru']
  await page.user.click(page.inMenu.getByRole('button', { name: options.as === 'lms' ? set : change }))
  return page
}

const fill = async (
  page: OpenedMenu,
  texts: readonly string[],
  names: readonly string[] = labels.ru.fields,
) => {
  for (const [index, name] of names.entries()) {
    if (!texts[index]) continue
    await page.user.click(field(page, name))
    await page.user.paste(texts[index])
  }
  await page.user.keyboard('{Enter}')
}

const isClosed = ({ inMenu }: OpenedMenu) =>
  waitFor(() => expect(inMenu.queryByLabelText(newLabel)).toBeNull())
const fresh = 'gora-reka-41'

test('changes the password by one request and closes the form', async () => {
  const page = await open()
  await waitFor(() => expect(document.activeElement).toBe(field(page, oldLabel)))
  await fill(page, [personaPassword, fresh, fresh])
  await isClosed(page)
  expect(page.asked()).toEqual(['updatePassword'])
  expect(page.platform.journal.entries().at(-1)?.request.body).toEqual({
    old_password: personaPassword,
    new_password: fresh,
  })
  expect(page.heard).toEqual(['Новый пароль сохранён'])
  page.inMenu.getByText('Новый пароль сохранён')
  await waitFor(() =>
    expect(document.activeElement).toBe(page.inMenu.getByRole('button', { name: 'Сменить пароль' })),
  )
})

test('a user without a password sets one without the old one', async () => {
  const page = await open({ as: 'lms' })
  expect(page.inMenu.queryByLabelText(oldLabel)).toBeNull()
  await waitFor(() => expect(document.activeElement).toBe(field(page, newLabel)))
  await fill(page, [fresh, fresh], [newLabel, repeatLabel])
  await isClosed(page)
  expect(page.platform.journal.entries().at(-1)?.request.body).toEqual({ new_password: fresh })
  expect(api.session.getState().user?.no_password).toBe(false)
  page.inMenu.getByRole('button', { name: 'Сменить пароль' })
})

test('empty fields, cancel and Escape close without a request', async () => {
  const page = await open()
  const again = () => page.user.click(page.inMenu.getByRole('button', { name: 'Сменить пароль' }))
  await page.user.keyboard('{Enter}')
  await isClosed(page)
  await again()
  await page.user.paste('typed')
  await page.user.click(page.inMenu.getByRole('button', { name: 'Отменить' }))
  await isClosed(page)
  await again()
  expect(field(page, oldLabel).value).toBe('')
  await page.user.keyboard('{Escape}')
  await isClosed(page)
  await waitFor(() =>
    expect(document.activeElement).toBe(page.inMenu.getByRole('button', { name: 'Сменить пароль' })),
  )
  expect(page.asked()).toEqual([])
  expect(page.heard).toEqual([])
})

/** Labels and errors of invalid fields. */
const invalidFields = (page: OpenedMenu) =>
  [...page.menu.querySelectorAll<HTMLInputElement>('[aria-invalid=true]')].map(input => [
    input.labels?.[0]?.textContent,
    document.getElementById(input.getAttribute('aria-describedby')?.split(' ')[0] ?? '')?.textContent,
  ])

describe('validates before sending', () => {
  test.each([
    [['', fresh, fresh], [[oldLabel, 'Заполните это поле']]],
    [['old', '', ''], [[newLabel, 'Заполните это поле']]],
    [['old', 'short', 'other'], [[repeatLabel, 'Пароли не совпадают']]],
    [['old', 'short', 'short'], [[newLabel, 'Пароль должен быть не короче 8 символов']]],
    [['old', ` ${fresh}`, ` ${fresh}`], [[newLabel, expect.stringMatching(/Уберите пробелы/)]]],
    [
      ['', fresh, 'x'],
      [
        [oldLabel, 'Заполните это поле'],
        [repeatLabel, 'Пароли не совпадают'],
      ],
    ],
  ])('%j', async (texts, problems) => {
    const page = await open()
    await fill(page, texts)
    await waitFor(() => expect(invalidFields(page)).toEqual(problems))
    await waitFor(() => expect(document.activeElement).toBe(field(page, problems[0]?.[0])))
    expect(labels.ru.fields.map(name => field(page, name).value)).toEqual(texts)
    expect(page.asked()).toEqual([])
  })
})

const status = (code: number, detail: string): Fault => ({ kind: 'status', status: code, detail })
const issue = (name: string): Fault => ({
  kind: 'body',
  status: 422,
  body: { detail: [{ loc: ['body', name], msg: 'bad', type: 'x' }] },
})
/** Target: the index of the field, or the form. */
const failures: [Fault, target: 0 | 1 | 2 | 'form', ru: RegExp, en: RegExp][] = [
  [
    status(400, 'previous password is not valid'),
    0,
    /^Неверный текущий пароль/,
    /^The current password is incorrect/,
  ],
  [
    status(422, 'Password must be at least 8 characters'),
    1,
    /не короче 8 символов$/,
    /at least 8 characters long$/,
  ],
  [status(422, 'Passwords do not match'), 2, /^Пароли не совпадают$/, /^Passwords do not match$/],
  [issue('old_password'), 0, /не принял это значение/, /rejected this value/],
  [issue('new_password'), 1, /не принял это значение/, /rejected this value/],
  [issue('other'), 'form', /^Неизвестная ошибка$/, /^Unknown error$/],
  [{ kind: 'empty', status: 500 }, 'form', /новый уже действует/, /already in use/],
  [{ kind: 'html', status: 200 }, 'form', /новый уже действует/, /already in use/],
]
const table = alternateLanguages(failures).map(([language, [fault, target, ru, en]]) => ({
  language,
  fault,
  target,
  message: language === 'ru' ? ru : en,
}))

describe('every error of updatePassword is shown at its target and keeps the input', () => {
  test.each(table)('$language: $fault at $target', async ({ language, fault, target, message }) => {
    const page = await open({ language, prepare: ({ db }) => db.faults.add('updatePassword', fault) })
    const names = labels[language].fields
    await fill(page, ['wrong', fresh, fresh], names)
    await waitFor(() => {
      if (target === 'form') expect(page.menu.querySelector('[role=alert]')?.textContent).toMatch(message)
      else expect(invalidFields(page)).toEqual([[names[target], expect.stringMatching(message)]])
    })
    if (target === 'form') expect(invalidFields(page)).toEqual([])
    expect(names.map(name => field(page, name).value)).toEqual(['wrong', fresh, fresh])
    expect(page.asked()).toEqual(['updatePassword'])
    expect(page.heard.length + page.menu.querySelectorAll('[role=alert]').length).toBeLessThanOrEqual(1)
  })

  test('the platform rejects a wrong old password', async () => {
    const page = await open()
    await fill(page, ['not-the-one', fresh, fresh])
    await waitFor(() => expect(invalidFields(page)).toEqual([[oldLabel, 'Неверный текущий пароль.']]))
    await waitFor(() => expect(document.activeElement).toBe(field(page, oldLabel)))
  })
})

describe('V06 a password is only in the fields and the request', () => {
  test('has autocomplete attributes for password managers', async () => {
    const page = await open()
    const inputs = [...page.menu.querySelectorAll('form input')]
    expect(inputs.map(input => [input.getAttribute('name'), input.getAttribute('autocomplete')])).toEqual([
      ['username', 'username'],
      ['old_password', 'current-password'],
      ['new_password', 'new-password'],
      ['confirmation', 'new-password'],
    ])
    expect(inputs[0]?.getAttribute('value')).toBe('student')
    expect(inputs.slice(1).map(input => input.getAttribute('type'))).toEqual([
      'password',
      'password',
      'password',
    ])
  })

  test.each([[null], [status(400, 'previous password is not valid')]])(
    'is in no cache and no storage: %j',
    async fault => {
      const page = await open({
        prepare: ({ db }) => {
          if (fault) db.faults.add('updatePassword', fault)
        },
      })
      await fill(page, [personaPassword, fresh, fresh])
      await waitFor(() => expect(page.asked()).toEqual(['updatePassword']))
      if (fault) await waitFor(() => expect(invalidFields(page)).toHaveLength(1))
      else await isClosed(page)
      const { queryClient } = page
      const cached = () =>
        JSON.stringify([
          queryClient
            .getMutationCache()
            .getAll()
            .map(({ state, options }) => [state, options.mutationKey]),
          queryClient
            .getQueryCache()
            .getAll()
            .map(({ state, queryKey }) => [state, queryKey]),
        ])
      await waitFor(() => expect(cached()).not.toContain(fresh))
      expect(cached()).not.toContain(personaPassword)
      expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toContain(fresh)
      expect(page.router.state.location.href).not.toContain(fresh)
    },
  )
})

test('a response after the menu was closed is shown in a toast', async () => {
  let answer = () => {}
  const until = new Promise<void>(resolve => {
    answer = resolve
  })
  const page = await open({
    prepare: ({ db }) => db.faults.add('updatePassword', { kind: 'wait', until }),
  })
  await fill(page, ['wrong', fresh, fresh])
  await page.user.click(document.body)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  answer()
  await screen.findByText('Неверный текущий пароль.')
})

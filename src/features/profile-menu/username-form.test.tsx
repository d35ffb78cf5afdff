import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { Fault } from '../../../mocks/platform/faults'
import { api } from '../../api/api'
import { alternateLanguages } from '../../test/alternate-languages'
import { findAssumedItems } from '../../test/assumed/assumed-items'
import { omitFromAnswers } from '../../test/assumed/omit-from-answers'
import { type OpenedMenu, openProfileMenu } from '../../test/profile-menu'

const editButton = ({ inMenu }: OpenedMenu) =>
  inMenu.getByRole('button', { name: 'Изменить имя пользователя' })
const field = ({ inMenu }: OpenedMenu) => inMenu.getByLabelText<HTMLInputElement>('Имя пользователя')
const isView = ({ inMenu }: OpenedMenu) => inMenu.queryByLabelText('Имя пользователя') === null

const edit = async (options: Parameters<typeof openProfileMenu>[0] = {}) => {
  const page = await openProfileMenu(options)
  await page.user.click(editButton(page))
  return page
}

const retype = async (page: OpenedMenu, text: string) => {
  await page.user.clear(field(page))
  if (text) await page.user.type(field(page), text)
}

describe('validates and saves', () => {
  test('sends a new name once, trimmed, and shows it', async () => {
    const page = await edit()
    await waitFor(() => expect(document.activeElement).toBe(field(page)))
    await retype(page, ' sasha_v ')
    // Delayed, so all three fall into one request; a later one would press the edit button.
    page.platform.db.faults.add('updateUsername', { kind: 'delay', milliseconds: 150 })
    await page.user.keyboard('{Enter}{Enter}{Enter}')
    await page.inMenu.findByText('sasha_v')
    expect(page.asked()).toEqual(['updateUsername'])
    const sent = page.platform.journal.entries().find(({ operationId }) => operationId === 'updateUsername')
    expect(sent?.request.body).toEqual({ new_username: 'sasha_v' })
    expect(api.session.getState().user?.username).toBe('sasha_v')
    expect(page.heard).toEqual(['Сохранено'])
    page.inMenu.getByText('Сохранено')
    await waitFor(() => expect(document.activeElement).toBe(editButton(page)))
  })

  test('works on a platform without user ids', async () => {
    const ids = findAssumedItems().filter(({ name }) => name === 'User.id')
    const page = await edit({ prepare: platform => omitFromAnswers(ids, platform) })
    expect(localStorage.getItem('flagship.user')).toBe('@student')
    await retype(page, 'sasha_v')
    await page.user.keyboard('{Enter}')
    await page.inMenu.findByText('sasha_v')
    expect(api.session.getState().user?.username).toBe('sasha_v')
    // The next refresh returns the same user.
    expect(localStorage.getItem('flagship.user')).toBe('@sasha_v')
  })

  test.each([['student'], [' student '], [''], ['   ']])('%j closes without a request', async text => {
    const page = await edit()
    await retype(page, text)
    await page.user.click(page.inMenu.getByRole('button', { name: 'Сохранить' }))
    await waitFor(() => expect(isView(page)).toBe(true))
    expect(page.asked()).toEqual([])
    expect(page.heard).toEqual([])
    await waitFor(() => expect(document.activeElement).toBe(editButton(page)))
  })

  test.each([
    ['два слова', /^Неверный формат имени пользователя$/],
    ['точка.', /^Неверный формат имени пользователя$/],
    ['<b>', /^Неверный формат имени пользователя$/],
    ['x'.repeat(151), /не длиннее 150/],
  ])('%s is rejected before sending', async (text, message) => {
    const page = await edit()
    await page.user.clear(field(page))
    await page.user.paste(text)
    await page.user.keyboard('{Enter}')
    const error = await page.inMenu.findByText(message)
    expect(field(page).getAttribute('aria-invalid')).toBe('true')
    expect(field(page).getAttribute('aria-describedby')).toContain(error.closest('p')?.id)
    expect(field(page).value).toBe(text)
    await waitFor(() => expect(document.activeElement).toBe(field(page)))
    // The field keeps focus, so the error is announced.
    expect(page.heard).toHaveLength(1)
    expect(page.heard[0]).toMatch(message)
    expect(page.asked()).toEqual([])
  })

  test('accepts letters of any alphabet', async () => {
    const page = await edit()
    await retype(page, 'Саша_Воробьёва-7')
    await page.user.keyboard('{Enter}')
    await page.inMenu.findByText('Саша_Воробьёва-7')
  })
})

type Target = 'field' | 'form'
const status = (code: number, detail: string): Fault => ({ kind: 'status', status: code, detail })
const failures: [Fault, Target, ru: RegExp, en: RegExp][] = [
  [status(409, 'Username already registered'), 'field', /уже занято/, /already taken/],
  [
    status(422, 'Username can contain letters, numbers, underscores and hyphens'),
    'field',
    /могут быть буквы/,
    /can contain letters/,
  ],
  [
    {
      kind: 'body',
      status: 422,
      body: { detail: [{ loc: ['body', 'new_username'], msg: 'bad', type: 'x' }] },
    },
    'field',
    /Сервер не принял это значение/,
    /server rejected this value/,
  ],
  [status(400, 'no <b>way</b>'), 'form', /^Неизвестная ошибка$/, /^Unknown error$/],
  // The refetched user has the old name.
  ...(
    [
      { kind: 'empty', status: 500 },
      { kind: 'html', status: 502 },
      { kind: 'html', status: 200 },
      { kind: 'body', status: 200, body: {} },
      { kind: 'empty', status: 204 },
      { kind: 'abort' },
    ] as const
  ).map((fault): [Fault, Target, RegExp, RegExp] => [fault, 'form', /не изменилось/, /hasn’t changed/]),
]
const table = alternateLanguages(failures).map(([language, [fault, target, ru, en]]) => ({
  language,
  fault,
  target,
  message: language === 'ru' ? ru : en,
}))

describe('every error of updateUsername is shown at its target and keeps the input', () => {
  test.each(table)('$language: $fault at the $target', async ({ language, fault, target, message }) => {
    const page = await openProfileMenu({
      language,
      prepare: ({ db }) => db.faults.add('updateUsername', fault),
    })
    const label = language === 'ru' ? 'Имя пользователя' : 'Username'
    await page.user.click(
      page.inMenu.getByRole('button', { name: language === 'ru' ? /^Изменить имя/ : 'Change username' }),
    )
    const input = page.inMenu.getByLabelText<HTMLInputElement>(label)
    await page.user.clear(input)
    await page.user.type(input, 'taken{Enter}')
    const text = await page.inMenu.findByText(message)
    if (target === 'form') expect(text.closest('[role=alert]')).not.toBeNull()
    else expect(input.getAttribute('aria-describedby')).toContain(text.closest('p')?.id)
    expect(input.getAttribute('aria-invalid')).toBe(target === 'field' ? 'true' : null)
    expect(input.value).toBe('taken')
    expect(page.asked().filter(id => id !== 'refreshSession')).toEqual(['updateUsername'])
    expect(api.session.getState().user?.username).toBe('student')
  })
})

test.each<Fault>([{ kind: 'abort', after: true }, { kind: 'reset' }])(
  'detects a saved change with a lost response (%o) by refetching the user',
  async fault => {
    const page = await edit({ prepare: ({ db }) => db.faults.add('updateUsername', fault) })
    await retype(page, 'sasha_v')
    await page.user.keyboard('{Enter}')
    await page.inMenu.findByText('Сохранено')
    page.inMenu.getByText('sasha_v')
    expect(api.session.getState().user?.username).toBe('sasha_v')
    expect(page.asked().filter(id => id === 'updateUsername')).toHaveLength(1)
  },
)

test('after a 429 the button counts down and sends nothing', async () => {
  const fault: Fault = { kind: 'status', status: 429, headers: { 'Retry-After': '30' } }
  const page = await edit({ prepare: ({ db }) => db.faults.add('updateUsername', fault) })
  await retype(page, 'sasha')
  await page.user.keyboard('{Enter}')
  await page.inMenu.findByText(/Повторить можно через \d+.с/)
  await page.user.click(page.inMenu.getByRole('button', { name: 'Сохранить' }))
  expect(page.asked()).toEqual(['updateUsername'])
})

describe('leaving the form', () => {
  test('cancel and Escape close the form but not the menu; focus returns to the edit button', async () => {
    const page = await edit()
    for (const leave of [
      () => page.user.click(page.inMenu.getByRole('button', { name: 'Отменить' })),
      () => page.user.keyboard('{Escape}'),
    ]) {
      await retype(page, 'sasha')
      await leave()
      await waitFor(() => expect(isView(page)).toBe(true))
      await waitFor(() => expect(document.activeElement).toBe(editButton(page)))
      await page.user.click(editButton(page))
      expect(field(page).value).toBe('student')
    }
    expect(page.asked()).toEqual([])
    // Closes the form, the tooltip and the menu.
    await page.user.keyboard('{Escape}{Escape}{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('keeps the input when the menu closes', async () => {
    const page = await edit()
    await retype(page, 'half-typ')
    await page.user.click(document.body)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await page.user.click(page.avatar)
    expect((await screen.findByLabelText<HTMLInputElement>('Имя пользователя')).value).toBe('half-typ')
  })

  test('only one form is open at a time', async () => {
    const page = await edit()
    await page.user.click(page.inMenu.getByRole('button', { name: 'Сменить пароль' }))
    expect(isView(page)).toBe(true)
    await waitFor(() => expect(document.activeElement).toBe(page.inMenu.getByLabelText('Текущий пароль')))
    await page.user.click(editButton(page))
    expect(page.inMenu.queryByLabelText('Текущий пароль')).toBeNull()
    await waitFor(() => expect(document.activeElement).toBe(field(page)))
  })

  test('a response after the menu was closed is shown in a toast', async () => {
    let answer = () => {}
    const until = new Promise<void>(resolve => {
      answer = resolve
    })
    const page = await edit({
      prepare: ({ db }) => {
        db.faults.add('updateUsername', { kind: 'wait', until })
        db.faults.add('updateUsername', status(409, 'Username already registered'))
      },
    })
    await retype(page, 'sasha')
    await page.user.keyboard('{Enter}')
    await page.user.click(document.body)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    answer()
    await screen.findByText('Сохранено')
    expect(api.session.getState().user?.username).toBe('sasha')
    expect(page.heard).toEqual([])
    // A saved name is no draft.
    await page.user.click(page.avatar)
    await screen.findByRole('button', { name: 'Изменить имя пользователя' })
  })
})

describe('G13 with an unverified email address nothing can be changed', () => {
  test('the buttons are disabled with a visible and accessible reason', async () => {
    const page = await openProfileMenu({ as: 'newcomer' })
    const reason = 'Возможно только после подтверждения адреса'
    for (const button of [editButton(page), page.inMenu.getByRole('button', { name: 'Сменить пароль' })]) {
      expect(button.getAttribute('aria-disabled')).toBe('true')
      const ids = button.getAttribute('aria-describedby')?.split(' ') ?? []
      expect(ids.map(id => document.getElementById(id)?.textContent)).toContain(reason)
      await page.user.click(button)
      fireEvent.click(button)
      button.focus()
      await page.user.keyboard('{Enter} ')
    }
    // Also visible: touch screens have no tooltip.
    expect(page.inMenu.getAllByText(reason).filter(text => !text.className.includes('sr-only'))).toHaveLength(
      2,
    )
    expect(page.inMenu.queryAllByRole('textbox')).toEqual([])
    expect(page.asked()).toEqual([])
  })

  test('an open form closes when the email address becomes unverified', async () => {
    const page = await edit()
    await retype(page, 'sasha')
    const form = field(page).form
    const { user } = api.session.getState()
    if (!user || !form) throw new Error('no user is signed in')
    act(() => api.session.updateUser({ ...user, email_verified: false }))
    fireEvent.submit(form)
    await waitFor(() => expect(isView(page)).toBe(true))
    expect(page.asked()).toEqual([])
  })
})

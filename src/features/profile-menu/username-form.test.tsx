import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { Fault } from '../../../mocks/platform/faults'
import { api } from '../../api/api'
import { leaveOut } from '../../test/assumed/leave-out'
import { readMarks } from '../../test/assumed/marks'
import { inTurn } from '../../test/in-turn'
import { type OpenedMenu, openMenu } from '../../test/open-menu'

const pencil = ({ inMenu }: OpenedMenu) => inMenu.getByRole('button', { name: 'Изменить имя пользователя' })
const field = ({ inMenu }: OpenedMenu) => inMenu.getByLabelText<HTMLInputElement>('Имя пользователя')
const isView = ({ inMenu }: OpenedMenu) => inMenu.queryByLabelText('Имя пользователя') === null

const edit = async (options: Parameters<typeof openMenu>[0] = {}) => {
  const page = await openMenu(options)
  await page.user.click(pencil(page))
  return page
}

const retype = async (page: OpenedMenu, text: string) => {
  await page.user.clear(field(page))
  if (text) await page.user.type(field(page), text)
}

describe('specification §5: what is typed and what becomes of it', () => {
  test('a new name is sent trimmed, once, and shown wherever the person is', async () => {
    const page = await edit()
    await waitFor(() => expect(document.activeElement).toBe(field(page)))
    await retype(page, ' sasha_v ')
    // Slow enough for all three to fall into the one call: a later one would press the pencil again.
    page.platform.db.faults.add('updateUsername', { kind: 'delay', milliseconds: 150 })
    await page.user.keyboard('{Enter}{Enter}{Enter}')
    await page.inMenu.findByText('sasha_v')
    expect(page.asked()).toEqual(['updateUsername'])
    const sent = page.platform.journal.entries().find(({ operationId }) => operationId === 'updateUsername')
    expect(sent?.request.body).toEqual({ new_username: 'sasha_v' })
    expect(api.session.getState().user?.username).toBe('sasha_v')
    expect(page.heard).toEqual(['Сохранено'])
    page.inMenu.getByText('Сохранено')
    await waitFor(() => expect(document.activeElement).toBe(pencil(page)))
  })

  test('a platform without user ids changes a name too', async () => {
    const ids = readMarks().filter(({ name }) => name === 'User.id')
    const page = await edit({ prepare: platform => leaveOut(ids, platform) })
    expect(localStorage.getItem('flagship.user')).toBe('@student')
    await retype(page, 'sasha_v')
    await page.user.keyboard('{Enter}')
    await page.inMenu.findByText('sasha_v')
    expect(api.session.getState().user?.username).toBe('sasha_v')
    // The next refresh brings the same user, not another one.
    expect(localStorage.getItem('flagship.user')).toBe('@sasha_v')
  })

  test.each([['student'], [' student '], [''], ['   ']])('%j just closes, without a call', async text => {
    const page = await edit()
    await retype(page, text)
    await page.user.click(page.inMenu.getByRole('button', { name: 'Сохранить' }))
    await waitFor(() => expect(isView(page)).toBe(true))
    expect(page.asked()).toEqual([])
    expect(page.heard).toEqual([])
    await waitFor(() => expect(document.activeElement).toBe(pencil(page)))
  })

  test.each([
    ['два слова', /^Неверный формат имени пользователя$/],
    ['точка.', /^Неверный формат имени пользователя$/],
    ['<b>', /^Неверный формат имени пользователя$/],
    ['x'.repeat(151), /не длиннее 150/],
  ])('%s is refused before anything is sent', async (text, words) => {
    const page = await edit()
    await page.user.clear(field(page))
    await page.user.paste(text)
    await page.user.keyboard('{Enter}')
    const error = await page.inMenu.findByText(words)
    expect(field(page).getAttribute('aria-invalid')).toBe('true')
    expect(field(page).getAttribute('aria-describedby')).toContain(error.closest('p')?.id)
    expect(field(page).value).toBe(text)
    await waitFor(() => expect(document.activeElement).toBe(field(page)))
    // The field had focus all along, so its words are said.
    expect(page.heard).toHaveLength(1)
    expect(page.heard[0]).toMatch(words)
    expect(page.asked()).toEqual([])
  })

  test('letters of any alphabet are good', async () => {
    const page = await edit()
    await retype(page, 'Саша_Воробьёва-7')
    await page.user.keyboard('{Enter}')
    await page.inMenu.findByText('Саша_Воробьёва-7')
  })
})

type Place = 'field' | 'form'
const status = (code: number, detail: string): Fault => ({ kind: 'status', status: code, detail })
const refusals: [Fault, Place, ru: RegExp, en: RegExp][] = [
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
    /server refused this value/,
  ],
  [status(400, 'no <b>way</b>'), 'form', /^Неизвестная ошибка$/, /^Unknown error$/],
  // The user, read again, has the old name.
  ...(
    [
      { kind: 'empty', status: 500 },
      { kind: 'html', status: 502 },
      { kind: 'html', status: 200 },
      { kind: 'body', status: 200, body: {} },
      { kind: 'empty', status: 204 },
      { kind: 'abort' },
    ] as const
  ).map((fault): [Fault, Place, RegExp, RegExp] => [fault, 'form', /не изменилось/, /has not changed/]),
]
const table = inTurn(refusals).map(([language, [fault, place, ru, en]]) => ({
  language,
  fault,
  place,
  words: language === 'ru' ? ru : en,
}))

describe('every refusal of updateUsername is told in its place, and the text stays', () => {
  test.each(table)('$language: $fault at the $place', async ({ language, fault, place, words }) => {
    const page = await openMenu({
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
    const text = await page.inMenu.findByText(words)
    if (place === 'form') expect(text.closest('[role=alert]')).not.toBeNull()
    else expect(input.getAttribute('aria-describedby')).toContain(text.closest('p')?.id)
    expect(input.getAttribute('aria-invalid')).toBe(place === 'field' ? 'true' : null)
    expect(input.value).toBe('taken')
    expect(page.asked().filter(id => id !== 'refreshSession')).toEqual(['updateUsername'])
    expect(api.session.getState().user?.username).toBe('student')
  })
})

test.each<Fault>([{ kind: 'abort', after: true }, { kind: 'reset' }])(
  'a change that was made though its answer was lost (%o) is found out by reading the user again',
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

test('after a 429 the button counts down and nothing can be sent until then', async () => {
  const fault: Fault = { kind: 'status', status: 429, headers: { 'Retry-After': '30' } }
  const page = await edit({ prepare: ({ db }) => db.faults.add('updateUsername', fault) })
  await retype(page, 'sasha')
  await page.user.keyboard('{Enter}')
  await page.inMenu.findByText(/Повторить можно через \d+.с/)
  await page.user.click(page.inMenu.getByRole('button', { name: 'Сохранить' }))
  expect(page.asked()).toEqual(['updateUsername'])
})

describe('the way out of the mode', () => {
  test('cancel and Escape leave the mode and not the menu; focus returns to the pencil', async () => {
    const page = await edit()
    for (const leave of [
      () => page.user.click(page.inMenu.getByRole('button', { name: 'Отменить' })),
      () => page.user.keyboard('{Escape}'),
    ]) {
      await retype(page, 'sasha')
      await leave()
      await waitFor(() => expect(isView(page)).toBe(true))
      await waitFor(() => expect(document.activeElement).toBe(pencil(page)))
      await page.user.click(pencil(page))
      expect(field(page).value).toBe('student')
    }
    expect(page.asked()).toEqual([])
    // The field, the pencil's tooltip, the menu.
    await page.user.keyboard('{Escape}{Escape}{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('a click beside the menu loses nothing: it opens again with what was typed', async () => {
    const page = await edit()
    await retype(page, 'half-typ')
    await page.user.click(document.body)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await page.user.click(page.avatar)
    expect((await screen.findByLabelText<HTMLInputElement>('Имя пользователя')).value).toBe('half-typ')
  })

  test('the two modes exclude each other', async () => {
    const page = await edit()
    await page.user.click(page.inMenu.getByRole('button', { name: 'Сменить пароль' }))
    expect(isView(page)).toBe(true)
    await waitFor(() => expect(document.activeElement).toBe(page.inMenu.getByLabelText('Текущий пароль')))
    await page.user.click(pencil(page))
    expect(page.inMenu.queryByLabelText('Текущий пароль')).toBeNull()
    await waitFor(() => expect(document.activeElement).toBe(field(page)))
  })

  test('an answer that comes after the menu was closed is told in a toast', async () => {
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
    // What is saved is no draft any more.
    await page.user.click(page.avatar)
    await screen.findByRole('button', { name: 'Изменить имя пользователя' })
  })
})

describe('G13 without a confirmed address nothing is changed', () => {
  test('the pencil and the password button say why, to eyes and to ears, and call nothing', async () => {
    const page = await openMenu({ as: 'newcomer' })
    const reason = 'Возможно только после подтверждения адреса'
    for (const button of [pencil(page), page.inMenu.getByRole('button', { name: 'Сменить пароль' })]) {
      expect(button.getAttribute('aria-disabled')).toBe('true')
      const ids = button.getAttribute('aria-describedby')?.split(' ') ?? []
      expect(ids.map(id => document.getElementById(id)?.textContent)).toContain(reason)
      await page.user.click(button)
      fireEvent.click(button)
      button.focus()
      await page.user.keyboard('{Enter} ')
    }
    // Not only in the tooltip: touch has none.
    expect(page.inMenu.getAllByText(reason).filter(text => !text.className.includes('sr-only'))).toHaveLength(
      2,
    )
    expect(page.inMenu.queryAllByRole('textbox')).toEqual([])
    expect(page.asked()).toEqual([])
  })

  test('a form that stands open is closed when the address ceases to be confirmed', async () => {
    const page = await edit()
    await retype(page, 'sasha')
    const form = field(page).form
    const { user } = api.session.getState()
    if (!user || !form) throw new Error('nobody is here')
    act(() => api.session.updateUser({ ...user, email_verified: false }))
    fireEvent.submit(form)
    await waitFor(() => expect(isView(page)).toBe(true))
    expect(page.asked()).toEqual([])
  })
})

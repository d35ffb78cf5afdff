import { document as contract } from 'virtual:contract'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { Fault } from '../../../mocks/platform/faults'
import { personaPassword } from '../../../mocks/platform/personas'
import { findAssumedItems, omitFromAnswers } from '../../../packages/contract/assumed-items'
import { api } from '../../api/api'
import { fillIn } from '../../test/fill-in'
import { holdAnswer } from '../../test/hold-answer'
import { getKeptText } from '../../test/kept-text'
import { type OpenedMenu, openProfileMenu } from '../../test/profile-menu'

const status = (code: number, detail: string): Fault => ({ kind: 'status', status: code, detail })

describe('password form', () => {
  const fields = ['Текущий пароль', 'Новый пароль', 'Повторите новый пароль'] as const
  const field = ({ inMenu }: OpenedMenu, name: string) => inMenu.getByLabelText<HTMLInputElement>(name)
  const [oldLabel, newLabel, repeatLabel] = fields

  const open = async (options: Parameters<typeof openProfileMenu>[0] = {}) => {
    const page = await openProfileMenu(options)
    await page.user.click(page.inMenu.getByRole('button', { name: /^(Сменить|Задать) пароль$/ }))
    return page
  }

  const fill = async (page: OpenedMenu, texts: readonly string[], names: readonly string[] = fields) => {
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

  test('empty fields close the form without a request, and a cancelled form keeps nothing', async () => {
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
    expect(page.asked()).toEqual([])
    expect(page.heard).toEqual([])
  })

  /** Labels and errors of invalid fields. */
  const invalidFields = (page: OpenedMenu) =>
    [...page.menu.querySelectorAll<HTMLInputElement>('[aria-invalid=true]')].map(input => [
      input.labels?.[0]?.textContent,
      document.getElementById(input.getAttribute('aria-describedby')?.split(' ')[0] ?? '')?.textContent,
    ])

  test('invalid input is rejected before sending', async () => {
    const page = await open()
    await fill(page, ['', fresh, 'x'])
    await waitFor(() =>
      expect(invalidFields(page)).toEqual([
        [oldLabel, 'Заполните это поле'],
        [repeatLabel, 'Пароли не совпадают'],
      ]),
    )
    await waitFor(() => expect(document.activeElement).toBe(field(page, oldLabel)))
    expect(fields.map(name => field(page, name).value)).toEqual(['', fresh, 'x'])
    expect(page.asked()).toEqual([])
  })

  const issue = (name: string): Fault => ({
    kind: 'body',
    status: 422,
    body: { detail: [{ loc: ['body', name], msg: 'bad', type: 'x' }] },
  })

  test.each<[Fault, at: string | null, text: RegExp]>([
    [issue('new_password'), newLabel, /не принял это значение/],
    [issue('other'), null, /^Неизвестная ошибка$/],
    [{ kind: 'empty', status: 500 }, null, /новый пароль уже действует/],
  ])('the error %j is shown at its target and keeps the input', async (fault, at, text) => {
    const page = await open({ prepare: ({ db }) => db.faults.add('updatePassword', fault) })
    await fill(page, ['wrong', fresh, fresh])
    await waitFor(() => {
      if (at) expect(invalidFields(page)).toEqual([[at, expect.stringMatching(text)]])
      else expect(page.menu.querySelector('[role=alert]')?.textContent).toMatch(text)
    })
    if (!at) expect(invalidFields(page)).toEqual([])
    expect(fields.map(name => field(page, name).value)).toEqual(['wrong', fresh, fresh])
    expect(page.asked()).toEqual(['updatePassword'])
    expect(page.heard.length + page.menu.querySelectorAll('[role=alert]').length).toBeLessThanOrEqual(1)
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
      const types = inputs.slice(1).map(input => input.getAttribute('type'))
      expect(types).toEqual(['password', 'password', 'password'])
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
        if (fault)
          await waitFor(() => expect(invalidFields(page)).toEqual([[oldLabel, 'Неверный текущий пароль.']]))
        else await isClosed(page)
        await waitFor(() => expect(getKeptText(page)).not.toContain(fresh))
        expect(getKeptText(page)).not.toContain(personaPassword)
      },
    )
  })
})

describe('username form', () => {
  const editButton = ({ inMenu }: OpenedMenu) =>
    inMenu.getByRole('button', { name: 'Изменить имя пользователя' })
  const field = ({ inMenu }: OpenedMenu) => inMenu.getByLabelText<HTMLInputElement>('Имя пользователя')
  const isView = ({ inMenu }: OpenedMenu) => inMenu.queryByLabelText('Имя пользователя') === null

  const edit = async (options: Parameters<typeof openProfileMenu>[0] = {}) => {
    const page = await openProfileMenu(options)
    await page.user.click(editButton(page))
    return page
  }

  const retype = (page: OpenedMenu, text: string) => fillIn(field(page), text)

  test('sends a new name once, trimmed, and shows it', async () => {
    const page = await edit()
    await waitFor(() => expect(document.activeElement).toBe(field(page)))
    retype(page, ' sasha_v ')
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
    const ids = findAssumedItems(contract).filter(({ name }) => name === 'User.id')
    const page = await edit({ prepare: platform => omitFromAnswers(ids, platform) })
    expect(localStorage.getItem('flagship.user')).toBe('@student')
    retype(page, 'sasha_v')
    await page.user.keyboard('{Enter}')
    await page.inMenu.findByText('sasha_v')
    expect(api.session.getState().user?.username).toBe('sasha_v')
    // The next refresh returns the same user.
    expect(localStorage.getItem('flagship.user')).toBe('@sasha_v')
  })

  test.each([[' student '], ['   ']])('%j closes without a request', async text => {
    const page = await edit()
    retype(page, text)
    await page.user.click(page.inMenu.getByRole('button', { name: 'Сохранить' }))
    await waitFor(() => expect(isView(page)).toBe(true))
    expect(page.asked()).toEqual([])
    expect(page.heard).toEqual([])
    await waitFor(() => expect(document.activeElement).toBe(editButton(page)))
  })

  test('a malformed name is rejected before sending', async () => {
    const message = /^Неверный формат имени пользователя$/
    const page = await edit()
    await page.user.clear(field(page))
    await page.user.paste('<b>')
    await page.user.keyboard('{Enter}')
    const error = await page.inMenu.findByText(message)
    expect(field(page).getAttribute('aria-invalid')).toBe('true')
    expect(field(page).getAttribute('aria-describedby')).toContain(error.closest('p')?.id)
    expect(field(page).value).toBe('<b>')
    await waitFor(() => expect(document.activeElement).toBe(field(page)))
    // The field keeps focus, so the error is announced.
    expect(page.heard).toEqual([expect.stringMatching(message)])
    expect(page.asked()).toEqual([])
  })

  const issue = { detail: [{ loc: ['body', 'new_username'], msg: 'bad', type: 'x' }] }

  test.each<[Fault, at: 'field' | 'form', text: RegExp]>([
    [status(409, 'Username already registered'), 'field', /уже занято/],
    [{ kind: 'body', status: 422, body: issue }, 'field', /Сервер не принял это значение/],
    [status(400, 'no <b>way</b>'), 'form', /^Неизвестная ошибка$/],
    // The refetched user has the old name.
    [{ kind: 'html', status: 502 }, 'form', /имя пользователя прежнее/],
    [{ kind: 'body', status: 200, body: {} }, 'form', /имя пользователя прежнее/],
  ])('the error %j is shown at its target and keeps the input', async (fault, at, message) => {
    const page = await edit({ prepare: ({ db }) => db.faults.add('updateUsername', fault) })
    retype(page, 'taken')
    await page.user.keyboard('{Enter}')
    const text = await page.inMenu.findByText(message)
    if (at === 'form') expect(text.closest('[role=alert]')).not.toBeNull()
    else expect(field(page).getAttribute('aria-describedby')).toContain(text.closest('p')?.id)
    expect(field(page).getAttribute('aria-invalid')).toBe(at === 'field' ? 'true' : null)
    expect(field(page).value).toBe('taken')
    expect(page.asked().filter(id => id !== 'refreshSession')).toEqual(['updateUsername'])
    expect(api.session.getState().user?.username).toBe('student')
  })

  test('cancel and Escape close the form but not the menu; focus returns to the edit button', async () => {
    const page = await edit()
    for (const leave of [
      () => page.user.click(page.inMenu.getByRole('button', { name: 'Отменить' })),
      () => page.user.keyboard('{Escape}'),
    ]) {
      retype(page, 'sasha')
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
    retype(page, 'half-typ')
    await page.user.click(document.body)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await page.user.click(page.avatar)
    expect((await screen.findByLabelText<HTMLInputElement>('Имя пользователя')).value).toBe('half-typ')
  })

  test('an open form has the menu for itself', async () => {
    const page = await edit()
    const others = ['Сменить пароль', 'Скачать настройки VPN', 'Выйти']
    for (const name of others) expect(page.inMenu.queryByRole('button', { name })).toBeNull()
    await page.user.click(page.inMenu.getByRole('button', { name: 'Отменить' }))
    for (const name of others) await page.inMenu.findByRole('button', { name })
    await page.user.click(page.inMenu.getByRole('button', { name: 'Сменить пароль' }))
    expect(isView(page)).toBe(true)
    await waitFor(() => expect(document.activeElement).toBe(page.inMenu.getByLabelText('Текущий пароль')))
    expect(page.inMenu.queryByRole('button', { name: 'Изменить имя пользователя' })).toBeNull()
  })

  test('a response after the menu was closed is shown in a toast', async () => {
    const { fault, answer } = holdAnswer()
    const page = await edit({
      prepare: ({ db }) => {
        db.faults.add('updateUsername', fault)
        db.faults.add('updateUsername', status(409, 'Username already registered'))
      },
    })
    retype(page, 'sasha')
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

  describe('G13 with an unverified email address nothing can be changed', () => {
    test('the buttons are disabled with a visible and accessible reason', async () => {
      const page = await openProfileMenu({ as: 'newcomer' })
      const reason = 'Возможно только после подтверждения адреса'
      const rows = [
        page.inMenu.getByRole('button', { name: 'Сменить пароль' }),
        await page.inMenu.findByRole('button', { name: 'Скачать настройки VPN' }),
      ]
      for (const button of [editButton(page), ...rows]) {
        expect(button.getAttribute('aria-disabled')).toBe('true')
        const ids = button.getAttribute('aria-describedby')?.split(' ') ?? []
        expect(ids.map(id => document.getElementById(id)?.textContent)).toContain(reason)
        await page.user.click(button)
        fireEvent.click(button)
        button.focus()
        await page.user.keyboard('{Enter} ')
      }
      // Also visible, once: touch screens have no tooltip.
      page.inMenu.getByText(/откроются VPN, смена имени пользователя и\sпароля/)
      page.inMenu.getByRole('button', { name: 'Отправить письмо' })
      expect(page.inMenu.queryAllByRole('textbox')).toEqual([])
      expect(page.asked()).toEqual([])
    })

    test('an open form closes when the email address becomes unverified', async () => {
      const page = await edit()
      retype(page, 'sasha')
      const form = field(page).form
      const { user } = api.session.getState()
      if (!user || !form) throw new Error('no user is signed in')
      act(() => api.session.updateUser({ ...user, email_verified: false }))
      fireEvent.submit(form)
      await waitFor(() => expect(isView(page)).toBe(true))
      expect(page.asked()).toEqual([])
    })
  })
})

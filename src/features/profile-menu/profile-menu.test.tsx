import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import type { Fault } from '../../../mocks/platform/faults'
import type { UserRow } from '../../../mocks/platform/rows'
import { api } from '../../api/api'
import { storage } from '../../lib/storage'
import { landsOn } from '../../test/journey'
import { openMenu } from '../../test/open-menu'

/** The menu of the student, changed so. */
const openAs = (change: Partial<UserRow>, options: Parameters<typeof openMenu>[0] = {}) =>
  openMenu({
    ...options,
    prepare: platform => {
      const row = platform.db.tables.users.get(1)
      if (!row) throw new Error('The student is gone.')
      platform.db.tables.users.put(1, { ...row, ...change })
      options.prepare?.(platform)
    },
  })

describe('who is signed in (specification §2, profile menu)', () => {
  test('the full name leads to the own competencies; the username stands beneath', async () => {
    const { inMenu } = await openMenu({})
    expect(inMenu.getByRole('link', { name: 'Александра Воробьёва' }).getAttribute('href')).toBe(
      '/competencies',
    )
    inMenu.getByText('student')
    inMenu.getByText('Почта подтверждена')
  })

  test.each([
    [{ first_name: '' }, 'Воробьёва'],
    [{ last_name: '' }, 'Александра'],
  ])('one name alone leads nowhere: %j', async (names, shown) => {
    const { inMenu } = await openAs(names)
    inMenu.getByText(shown)
    expect(inMenu.queryByRole('link', { name: /Воробьёва|Александра/ })).toBeNull()
    inMenu.getByText('student')
  })

  test('an address that is not confirmed has its badge', async () => {
    const { inMenu } = await openMenu({ as: 'newcomer' })
    inMenu.getByText('Почта не подтверждена')
  })
})

describe('the address is shortened, and the whole of it is for everybody', () => {
  const whole = 'alexandra.vorobyova@student.example'

  test('in the tooltip of a mouse and in the name of the copy button, which copies it', async () => {
    const { inMenu, user, heard } = await openMenu({})
    const short = inMenu.getByText('alexandr…@student.example')
    await user.hover(short)
    await screen.findByText(whole)
    await user.unhover(short)
    const copy = inMenu.getByRole('button', { name: `Скопировать адрес ${whole}` })
    await user.click(copy)
    expect(await navigator.clipboard.readText()).toBe(whole)
    await waitFor(() => expect(heard).toEqual(['Адрес скопирован']))
  })

  test('written out where the clipboard is refused', async () => {
    const { inMenu, user } = await openMenu({})
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('NotAllowed'))
    await user.click(inMenu.getByRole('button', { name: /^Скопировать адрес/ }))
    await inMenu.findByText(whole)
  })

  test('a short one stands as it is', async () => {
    const { inMenu } = await openAs({ email: 'anna@example.com' })
    inMenu.getByText('anna@example.com')
  })
})

describe('X03 names and addresses of any letters', () => {
  const zalgo = `Z${'\u0301\u0316'.repeat(60)}algo`
  test.each([
    ['turned around', { first_name: '\u202Eevil', last_name: 'Иванов\u2066', username: 'a\u202Eb' }],
    ['stacked marks', { first_name: zalgo, last_name: zalgo, username: zalgo }],
    ['markup', { first_name: '<img src=x onerror=alert(1)>', last_name: '{{name}} $t(common)' }],
    [
      '150 letters without a break',
      { first_name: 'Ж'.repeat(150), last_name: 'W'.repeat(150), username: 'w'.repeat(150) },
    ],
    ['an address of 254', { email: `${'a'.repeat(64)}@${'b.'.repeat(92)}test` }],
  ])('%s: text, apart from its neighbours, that can break anywhere', async (_, change) => {
    const { menu, user, avatar } = await openAs(change)
    const texts: string[] = Object.values(change).map(text => text.slice(-60))
    const bdis = [...menu.querySelectorAll('bdi')]
    for (const text of texts.filter(one => !one.includes('test')))
      expect(bdis.some(bdi => bdi.textContent?.includes(text))).toBe(true)
    // Nothing of a person stands outside an element that keeps its direction to itself and breaks its words.
    for (const bdi of bdis) expect(bdi.closest('.wrap-anywhere')).not.toBeNull()
    expect(menu.querySelector('img')).toBeNull()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(avatar))
  })
})

describe('the question before a logout', () => {
  const ask = async (options: Parameters<typeof openMenu>[0] = {}, before = () => {}) => {
    const page = await openMenu(options)
    before()
    await page.user.click(page.inMenu.getByRole('button', { name: 'Выйти' }))
    const dialog = await screen.findByRole('alertdialog')
    return { ...page, dialog, inDialog: within(dialog) }
  }

  test('focus stands on the safe answer, which changes nothing', async () => {
    const { inDialog, user, avatar, asked } = await ask()
    const stay = inDialog.getByRole('button', { name: 'Остаться' })
    await waitFor(() => expect(document.activeElement).toBe(stay))
    await user.click(stay)
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(asked()).toEqual([])
    expect(api.session.getState().status).toBe('authenticated')
    await waitFor(() => expect(document.activeElement).toBe(avatar))
  })

  test('says that a message of the feedback form is unsent, and only then', async () => {
    const { inDialog } = await ask({}, () => storage.set('FeedBack', 'half a message'))
    inDialog.getByText(/не отправлено/)
  })

  test.each([[null], ['  ']])('nothing is said of the draft %j', async draft => {
    const { inDialog } = await ask({}, () => draft && storage.set('FeedBack', draft))
    expect(inDialog.queryByText(/не отправлено/)).toBeNull()
  })

  test('who has no password is told of the learning system', async () => {
    const { inDialog } = await ask({ as: 'lms' })
    inDialog.getByText(/через систему обучения/)
  })

  const failures: [string, Fault][] = [
    ['500', { kind: 'status', status: 500 }],
    ['401', { kind: 'status', status: 401, detail: 'Invalid refresh token' }],
    ['no connection', { kind: 'abort' }],
  ]
  test.each(failures)('A25 a logout that fails with %s is a logout, and only logged', async (_, fault) => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const page = await ask({ prepare: ({ db }) => db.faults.add('logout', fault) })
    await page.user.click(page.inDialog.getByRole('button', { name: 'Выйти' }))
    await landsOn(page, '/login')
    expect(api.session.getState()).toMatchObject({ status: 'anonymous', user: null })
    expect(localStorage.getItem('token')).toBeNull()
    await waitFor(() => expect(warn).toHaveBeenCalledTimes(1))
    warn.mockRestore()
    expect(page.asked().filter(operation => operation !== 'logout')).toEqual([])
    expect(screen.queryByText(/Неизвестная|не отвечает|Сессия истекла/)).toBeNull()
    expect(screen.queryByText('student')).toBeNull()
  })
})

import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import type { Fault } from '../../../mocks/platform/faults'
import type { UserRow } from '../../../mocks/platform/rows'
import { api } from '../../api/api'
import { storage } from '../../lib/storage'
import { waitForHref } from '../../test/login'
import { openProfileMenu } from '../../test/profile-menu'

/** Opens the menu with a changed user. */
const openAs = (change: Partial<UserRow>, options: Parameters<typeof openProfileMenu>[0] = {}) =>
  openProfileMenu({
    ...options,
    prepare: platform => {
      const row = platform.db.tables.users.get(1)
      if (!row) throw new Error('The student is gone.')
      platform.db.tables.users.put(1, { ...row, ...change })
      options.prepare?.(platform)
    },
  })

describe('the signed-in user', () => {
  test('links the full name to the own competencies and shows the username', async () => {
    const { inMenu } = await openProfileMenu({})
    expect(inMenu.getByRole('link', { name: 'Александра Воробьёва' }).getAttribute('href')).toBe(
      '/competencies',
    )
    inMenu.getByText('student')
    inMenu.getByText('Почта подтверждена')
  })

  test.each([
    [{ first_name: '' }, 'Воробьёва'],
    [{ last_name: '' }, 'Александра'],
  ])('a partial name is no link: %j', async (names, shown) => {
    const { inMenu } = await openAs(names)
    inMenu.getByText(shown)
    expect(inMenu.queryByRole('link', { name: /Воробьёва|Александра/ })).toBeNull()
    inMenu.getByText('student')
  })

  test('an unverified email address has a badge', async () => {
    const { inMenu } = await openProfileMenu({ as: 'newcomer' })
    inMenu.getByText('Почта не подтверждена')
  })
})

describe('the email address is shortened but available', () => {
  const whole = 'alexandra.vorobyova@student.example'

  test('in the tooltip and by the copy button', async () => {
    const { inMenu, user, heard } = await openProfileMenu({})
    const short = inMenu.getByText('alexandr…@student.example')
    await user.hover(short)
    await screen.findByText(whole)
    await user.unhover(short)
    const copy = inMenu.getByRole('button', { name: `Скопировать адрес ${whole}` })
    await user.click(copy)
    expect(await navigator.clipboard.readText()).toBe(whole)
    await waitFor(() => expect(heard).toEqual(['Адрес скопирован']))
  })

  test('in full if the clipboard is unavailable', async () => {
    const { inMenu, user } = await openProfileMenu({})
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('NotAllowed'))
    await user.click(inMenu.getByRole('button', { name: /^Скопировать адрес/ }))
    await inMenu.findByText(whole)
  })

  test('a short one is not shortened', async () => {
    const { inMenu } = await openAs({ email: 'anna@example.com' })
    inMenu.getByText('anna@example.com')
  })
})

describe('X03 any user text', () => {
  const zalgo = `Z${'\u0301\u0316'.repeat(60)}algo`
  test.each([
    [
      'bidi control characters',
      { first_name: '\u202Eevil', last_name: 'Иванов\u2066', username: 'a\u202Eb' },
    ],
    ['stacked combining marks', { first_name: zalgo, last_name: zalgo, username: zalgo }],
    ['markup', { first_name: '<img src=x onerror=alert(1)>', last_name: '{{name}} $t(common)' }],
    [
      '150 letters without a break',
      { first_name: 'Ж'.repeat(150), last_name: 'W'.repeat(150), username: 'w'.repeat(150) },
    ],
    ['an address of 254', { email: `${'a'.repeat(64)}@${'b.'.repeat(92)}test` }],
  ])('%s: isolated text that can wrap anywhere', async (_, change) => {
    const { menu, user, avatar } = await openAs(change)
    const texts: string[] = Object.values(change).map(text => text.slice(-60))
    const bdis = [...menu.querySelectorAll('bdi')]
    for (const text of texts.filter(one => !one.includes('test')))
      expect(bdis.some(bdi => bdi.textContent?.includes(text))).toBe(true)
    // All user text is isolated and can wrap.
    for (const bdi of bdis) expect(bdi.closest('.wrap-anywhere')).not.toBeNull()
    expect(menu.querySelector('img')).toBeNull()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(avatar))
  })
})

describe('the logout dialog', () => {
  const ask = async (options: Parameters<typeof openProfileMenu>[0] = {}, before = () => {}) => {
    const page = await openProfileMenu(options)
    before()
    await page.user.click(page.inMenu.getByRole('button', { name: 'Выйти' }))
    const dialog = await screen.findByRole('alertdialog')
    return { ...page, dialog, inDialog: within(dialog) }
  }

  test('focuses the safe answer, which changes nothing', async () => {
    const { inDialog, user, avatar, asked } = await ask()
    const stay = inDialog.getByRole('button', { name: 'Остаться' })
    await waitFor(() => expect(document.activeElement).toBe(stay))
    await user.click(stay)
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(asked()).toEqual([])
    expect(api.session.getState().status).toBe('authenticated')
    await waitFor(() => expect(document.activeElement).toBe(avatar))
  })

  test('mentions unsent feedback', async () => {
    const { inDialog } = await ask({}, () => storage.set('FeedBack', 'half a message'))
    inDialog.getByText(/не отправлено/)
  })

  test.each([[null], ['  ']])('does not mention the draft %j', async draft => {
    const { inDialog } = await ask({}, () => draft && storage.set('FeedBack', draft))
    expect(inDialog.queryByText(/не отправлено/)).toBeNull()
  })

  test('mentions the LMS for users without a password', async () => {
    const { inDialog } = await ask({ as: 'lms' })
    inDialog.getByText(/через LMS/)
  })

  const failures: [string, Fault][] = [
    ['500', { kind: 'status', status: 500 }],
    ['401', { kind: 'status', status: 401, detail: 'Invalid refresh token' }],
    ['no connection', { kind: 'abort' }],
  ]
  test.each(failures)(
    'A25 a logout that fails with %s still logs out and is only logged',
    async (_, fault) => {
      const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
      const page = await ask({ prepare: ({ db }) => db.faults.add('logout', fault) })
      await page.user.click(page.inDialog.getByRole('button', { name: 'Выйти' }))
      await waitForHref(page, '/login')
      expect(api.session.getState()).toMatchObject({ status: 'anonymous', user: null })
      expect(localStorage.getItem('token')).toBeNull()
      await waitFor(() => expect(warn).toHaveBeenCalledTimes(1))
      warn.mockRestore()
      expect(page.asked().filter(operation => operation !== 'logout')).toEqual([])
      expect(screen.queryByText(/Неизвестная|не отвечает|Сессия истекла/)).toBeNull()
      expect(screen.queryByText('student')).toBeNull()
    },
  )
})

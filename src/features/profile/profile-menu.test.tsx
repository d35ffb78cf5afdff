import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import type { UserRow } from '../../../mocks/platform/rows'
import { api } from '../../api/api'
import { drafts } from '../../lib/drafts'
import { storage } from '../../lib/storage'
import { captureDownloads } from '../../test/capture-downloads'
import { holdAnswer } from '../../test/hold-answer'
import { openProfileMenu } from '../../test/profile-menu'
import { type RenderedRoute, renderRoute } from '../../test/render-route'

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

  test('a partial name is no link', async () => {
    const { inMenu } = await openAs({ first_name: '' })
    inMenu.getByText('Воробьёва')
    expect(inMenu.queryByRole('link', { name: /Воробьёва|Александра/ })).toBeNull()
    inMenu.getByText('student')
  })

  test('an unverified email address has a badge', async () => {
    const { inMenu } = await openProfileMenu({ as: 'newcomer' })
    inMenu.getByText('Почта не подтверждена')
  })
})

test('the address that password managers open shows the menu', async () => {
  await renderRoute('/#account', { as: 'student' })
  const menu = await screen.findByRole('dialog', { name: 'Меню профиля' })
  await within(menu).findByRole('button', { name: 'Сменить пароль' })
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

test('X03 any user text is isolated and can wrap anywhere', async () => {
  const change = {
    first_name: `<img src=x onerror=alert(1)>\u202Eevil Z${'\u0301\u0316'.repeat(20)}`,
    last_name: `{{name}} $t(common) ${'W'.repeat(90)}`,
    username: `a\u2066${'w'.repeat(140)}`,
    email: `${'a'.repeat(64)}@${'b.'.repeat(92)}test`,
  }
  const { menu, user, avatar } = await openAs(change)
  const bdis = [...menu.querySelectorAll('bdi')]
  for (const text of [change.first_name, change.last_name, change.username])
    expect(bdis.some(bdi => bdi.textContent?.includes(text))).toBe(true)
  expect(bdis).toHaveLength(3)
  for (const bdi of bdis) expect(bdi.closest('.wrap-anywhere')).not.toBeNull()
  expect(menu.querySelector('img')).toBeNull()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(avatar))
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

  test.each([
    [/^История соединения/, () => storage.set('flagship.examLedger', '[]')],
    [/^Начатая оплата/, () => storage.set('flagship.payment', '40 1763999000000')],
    [/не отправленные флаги удалятся/, () => drafts.set(1, 'flag.1.102', 'flag{half')],
  ])('V04 says what stays or goes: %s', async (text, leave) => {
    const { inDialog } = await ask({}, leave)
    inDialog.getByText(text)
  })

  test('V04 does not mention what is not there, nor flags that were sent', async () => {
    const { dialog } = await ask({}, () => drafts.set(1, 'flag.1.102.sent', '[]'))
    expect(dialog.textContent).not.toMatch(/Журнал связи|Начатая оплата|флаги/)
  })

  test('S10 offers to delete notes on tasks, which otherwise stay', async () => {
    const marks = '{"1/101":{"note":"id=7","isLater":false}}'
    const { inDialog, user, platform } = await ask({}, () => storage.set('flagship.taskMarks', marks))
    const box = inDialog.getByRole<HTMLInputElement>('checkbox', {
      name: 'Удалить мои заметки с этого устройства',
    })
    expect(box.checked).toBe(false)
    box.focus()
    await user.keyboard(' ')
    expect(storage.get('flagship.taskMarks')).toBe(marks)
    const { fault, answer } = holdAnswer()
    platform.db.faults.add('logout', fault)
    await user.click(inDialog.getByRole('button', { name: 'Выйти' }))
    // The answer of the server may never come.
    expect(storage.get('flagship.taskMarks')).toBeNull()
    answer()
    await waitFor(() => expect(api.session.getState().status).toBe('anonymous'))
  })

  test('S10 without notes the logout does not mention them', async () => {
    const { inDialog } = await ask()
    expect(inDialog.queryByRole('checkbox')).toBeNull()
  })

  test('mentions the LMS for users without a password', async () => {
    const { inDialog } = await ask({ as: 'lms' })
    inDialog.getByText(/через LMS/)
  })
})

const open = async (options: Parameters<typeof openProfileMenu>[0] = {}) => {
  const downloads = captureDownloads()
  const page = await openProfileMenu(options)
  const button = await page.inMenu.findByRole('button', { name: 'Скачать настройки VPN' })
  return { ...page, ...downloads, button }
}

test('D01 saves the file once under the name of the server and announces it', async () => {
  const { user, button, asked, heard, saved } = await open()
  await user.dblClick(button)
  await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['flagship-1.ovpn']))
  expect(asked()).toEqual(['getVpnConfig'])
  // Never of a type that a browser would open as a page.
  expect(saved[0]?.content.type).toBe('application/octet-stream')
  expect(saved[0]?.content.size).toBeGreaterThan(20)
  expect(heard).toEqual(['Настройки VPN скачаны'])
  // The second click of a double click, after a fast response.
  fireEvent.click(button, { detail: 2 })
  expect(button.ariaBusy).toBeNull()
  expect(screen.getByText(/^Настройки VPN скачаны. Откройте .+ OpenVPN/)).toBeTruthy()
})

test('a file that the browser refuses is an error, and can be saved again', async () => {
  const { user, button, inMenu, saved } = await open({})
  const refuse = vi.spyOn(URL, 'createObjectURL').mockImplementation(() => {
    throw new TypeError('refused')
  })
  await user.click(button)
  const message = await inMenu.findByText('Неизвестная ошибка')
  expect(message.closest('[role=alert]')).not.toBeNull()
  refuse.mockRestore()
  await user.click(button)
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(inMenu.queryByText('Неизвестная ошибка')).toBeNull()
})

/** Where a page could keep the content. */
const collectStored = ({ queryClient }: Pick<RenderedRoute, 'queryClient'>) => {
  const caches = [queryClient.getMutationCache(), queryClient.getQueryCache()]
  const states = caches.flatMap(cache => cache.getAll().map(({ state }) => state))
  return JSON.stringify([states, { ...localStorage }, { ...sessionStorage }])
}

test('V04 D07 the file is in no cache, storage or console, is revoked with the session, and not saved after it', async () => {
  const spies = (['log', 'info', 'warn', 'error'] as const).map(name => vi.spyOn(console, name))
  const { user, button, platform, queryClient, saved, objectUrls } = await open()
  await user.click(button)
  await waitFor(() => expect(saved).toHaveLength(1))
  const secret = ((await saved[0]?.content.text()) ?? '').slice(-40)
  const logged = JSON.stringify(spies.flatMap(spy => spy.mock.calls))
  for (const spy of spies) spy.mockRestore()
  expect(secret.length).toBe(40)
  for (const kept of [collectStored({ queryClient }), logged])
    expect(kept).not.toContain(JSON.stringify(secret).slice(1, -1))
  const { fault, answer } = holdAnswer()
  platform.db.faults.add('getVpnConfig', fault)
  await user.keyboard('{Enter}')
  await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('true'))
  await api.session.logout()
  answer()
  await screen.findByRole('button', { name: 'Войти' })
  expect(saved).toHaveLength(1)
  expect(objectUrls.size).toBe(0)
  expect(screen.queryByText(/Неожиданный ответ|не отвечает/)).toBeNull()
})

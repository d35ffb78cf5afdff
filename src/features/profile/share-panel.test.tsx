import { focusManager } from '@tanstack/react-query'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Db } from '../../../mocks/platform/db'
import { getShareLink, hideProfile, shareProfile } from '../../../mocks/platform/profiles'
import { announcements } from '../../lib/announce'
import { withQuickRetries } from '../../test/quick-retries'
import { type RenderedRoute, renderRoute } from '../../test/render-route'

withQuickRetries()

const panel = async () => within(await screen.findByRole('region', { name: 'Публичный профиль' }))
const findSwitch = async (isOn: boolean) =>
  (await panel()).findByRole('switch', { name: /^Открыт по.ссылке$/, checked: isOn })
/** Each publishes or hides the profile. */
const publishSwitch = () => findSwitch(false)
const hideSwitch = () => findSwitch(true)
const link = async () => (await panel()).findByLabelText<HTMLInputElement>('Ссылка на профиль')
const expectFocus = (element: HTMLElement) => waitFor(() => expect(document.activeElement).toBe(element))
const getAnnouncements = () => announcements.get().map(({ text }) => text)
const countRequests = (page: RenderedRoute, operation: string) =>
  page.calls().filter(id => id === operation).length

const open = (prepare?: (db: Db) => void) => {
  onTestFinished(() => announcements.clear())
  return renderRoute('/competencies', { as: 'student', prepare: ({ db }) => prepare?.(db) })
}
const openShared = () => open(db => void shareProfile(db, 1))
const confirmHiding = async ({ user }: RenderedRoute) => {
  await user.click(await hideSwitch())
  const dialog = await screen.findByRole('alertdialog')
  await user.click(within(dialog).getByRole('button', { name: 'Скрыть профиль' }))
}

test('publishes once; the link is shown, copied, and can be previewed', async () => {
  const page = await open()
  const { db } = page.platform
  await (await panel()).findByText(/видят только преподаватели/)
  const toggle = await publishSwitch()
  toggle.focus()
  await act(async () => {
    fireEvent.click(toggle)
    fireEvent.click(toggle)
  })
  const field = await link()
  const token = getShareLink(db, 1)
  expect(field.value).toBe(`${location.origin}/profile/${token}`)
  expect(field.readOnly).toBe(true)
  await expectFocus(toggle)
  expect(getAnnouncements()).toContain('Профиль опубликован, ссылка готова')
  expect(countRequests(page, 'shareProfile')).toBe(1)
  expect(await hideSwitch()).toBe(toggle)
  await page.user.click((await panel()).getByRole('button', { name: 'Скопировать' }))
  await waitFor(() => expect(getAnnouncements()).toContain('Ссылка скопирована'))
  expect(await navigator.clipboard.readText()).toBe(field.value)
  const preview = (await panel()).getByRole('link', { name: /^Как видят другие/ })
  expect(preview.getAttribute('href')).toBe(`/profile/${token}`)
  expect([preview.getAttribute('target'), preview.getAttribute('rel')]).toEqual([
    '_blank',
    'noopener noreferrer',
  ])
})

test('if the clipboard is denied, the link is selected for manual copying', async () => {
  const page = await openShared()
  const field = await link()
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('refused'))
  onTestFinished(() => void vi.restoreAllMocks())
  await page.user.click((await panel()).getByRole('button', { name: 'Скопировать' }))
  await (await panel()).findByText(/Не удалось скопировать/)
  await expectFocus(field)
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, field.value.length])
  // So that the address is shown from its start.
  expect(field.selectionDirection).toBe('backward')
})

test('hiding needs confirmation with the safe button first; the link is revoked and the next one differs', async () => {
  const page = await openShared()
  const first = (await link()).value
  await page.user.click(await hideSwitch())
  const dialog = await screen.findByRole('alertdialog', { name: 'Скрыть профиль?' })
  within(dialog).getByText(/перестанет работать навсегда.*ссылка будет другой/)
  await expectFocus(within(dialog).getByRole('button', { name: 'Оставить открытым' }))
  await page.user.keyboard('{Enter}')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  await expectFocus(await hideSwitch())
  expect(countRequests(page, 'hideProfile')).toBe(0)
  // The user had a look at the shared page.
  page.queryClient.setQueryData(['getSharedProfile', first], {})
  await confirmHiding(page)
  await expectFocus(await publishSwitch())
  expect(page.queryClient.getQueryData(['getSharedProfile', first])).toBeUndefined()
  expect(getAnnouncements()).toContain('Профиль скрыт, ссылка больше не работает')
  expect(getShareLink(page.platform.db, 1)).toBeUndefined()
  expect(document.body.innerHTML).not.toContain(first.split('/').at(-1))
  await page.user.click(await publishSwitch())
  expect((await link()).value).not.toBe(first)
})

describe('an error in the panel shows the current state and what to do', () => {
  test('if the refetch fails too, the state is unknown until rechecked', async () => {
    const page = await open()
    const button = await publishSwitch()
    const { faults } = page.platform.db
    faults.add('shareProfile', { kind: 'abort', after: true })
    faults.add('getCompetencies', { kind: 'abort' }, Number.POSITIVE_INFINITY)
    await page.user.click(button)
    await (await panel()).findByText('Неизвестно, опубликован ли профиль')
    faults.clear()
    await page.user.click((await panel()).getByRole('button', { name: 'Проверить ещё раз' }))
    await (await panel()).findByText(/не подтвердил запрос, но профиль опубликован/)
    expect((await link()).value).toContain(getShareLink(page.platform.db, 1))
    expect(countRequests(page, 'shareProfile')).toBe(1)
  })

  test('offline sends nothing and shows a message', async () => {
    const page = await open()
    const button = await publishSwitch()
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    onTestFinished(() => void vi.restoreAllMocks())
    await page.user.click(button)
    await (await panel()).findByText(/ничего не отправлено/)
    expect(countRequests(page, 'shareProfile')).toBe(0)
    await expectFocus(button)
  })
})

test('users with an unverified email see the reason, and a click sends nothing', async () => {
  const page = await renderRoute('/competencies', { as: 'newcomer' })
  const button = await publishSwitch()
  expect(button.getAttribute('aria-disabled')).toBe('true')
  await page.user.click(button)
  const reason = document.getElementById(button.getAttribute('aria-describedby') ?? '')
  expect(reason?.textContent).toMatch(/Сначала подтвердите почту/)
  expect(countRequests(page, 'shareProfile')).toBe(0)
})

describe('N02 an invalid token is never shown as a link', () => {
  test.each([undefined, 'javascript:alert(1)'])('%j', async malformed => {
    const page = await open()
    const button = await publishSwitch()
    const { db } = page.platform
    const read = page.platform.journal.entries().find(entry => entry.operationId === 'getCompetencies')
    const body = { ...(read?.response?.body as object), is_public: true, share_link: malformed }
    db.faults.add('getCompetencies', { kind: 'body', status: 200, body }, Number.POSITIVE_INFINITY)
    db.faults.add('shareProfile', { kind: 'body', status: 200, body: { link: malformed } })
    await page.user.click(button)
    await (await panel()).findByText(/прочитать ссылку не удалось/)
    expect((await panel()).queryByLabelText('Ссылка на профиль')).toBeNull()
    expect((await panel()).queryByRole('link')).toBeNull()
    await hideSwitch()
    db.faults.clear()
    await page.user.click((await panel()).getByRole('button', { name: 'Проверить ещё раз' }))
    await publishSwitch()
  })
})

test('refetches on focus what another tab has changed', async () => {
  const page = await open()
  await publishSwitch()
  const { db } = page.platform
  const returnToTab = async () =>
    act(async () => {
      focusManager.setFocused(false)
      focusManager.setFocused(true)
    })
  onTestFinished(() => focusManager.setFocused(undefined))
  shareProfile(db, 1)
  await returnToTab()
  expect((await link()).value).toContain(getShareLink(db, 1))
  hideProfile(db, 1)
  await returnToTab()
  await publishSwitch()
  expect((await panel()).queryByLabelText('Ссылка на профиль')).toBeNull()
})

test('without the competencies endpoint the profile can still be shared', async () => {
  const page = await renderRoute('/competencies', {
    as: 'student',
    prepare: ({ db }) =>
      db.faults.add('getCompetencies', { kind: 'status', status: 404 }, Number.POSITIVE_INFINITY),
  })
  await screen.findByRole('heading', { level: 2, name: 'Компетенции недоступны' })
  screen.getByRole('button', { name: 'Скрыть профиль' })
  await page.user.click(screen.getByRole('button', { name: 'Опубликовать профиль' }))
  // The link from the response stays, though it can't be refetched.
  await screen.findByLabelText('Ссылка на профиль')
  expect(screen.queryByRole('button', { name: 'Опубликовать профиль' })).toBeNull()
})

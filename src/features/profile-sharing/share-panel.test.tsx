import { focusManager } from '@tanstack/react-query'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Db } from '../../../mocks/platform/db'
import type { Fault } from '../../../mocks/platform/faults'
import { hideProfile, shareLinkOf, shareProfile } from '../../../mocks/platform/profiles'
import { announcements } from '../../lib/announce'
import { withQuickRetries } from '../../test/quick-retries'
import { type RenderedRoute, renderRoute } from '../../test/render-route'

vi.setConfig({ testTimeout: 30_000 })
withQuickRetries()

const panel = async () => within(await screen.findByRole('region', { name: 'Общий доступ к профилю' }))
const publishButton = async () => (await panel()).findByRole('button', { name: 'Открыть профиль' })
const hideButton = async () => (await panel()).findByRole('button', { name: 'Скрыть профиль' })
const link = async () => (await panel()).findByLabelText<HTMLInputElement>('Ссылка на профиль')
const focused = (element: HTMLElement) => waitFor(() => expect(document.activeElement).toBe(element))
const said = () => announcements.get().map(({ text }) => text)
const sent = (page: RenderedRoute, operation: string) => page.calls().filter(id => id === operation).length

const open = (prepare?: (db: Db) => void) => {
  onTestFinished(() => announcements.clear())
  return renderRoute('/competencies', { as: 'student', prepare: ({ db }) => prepare?.(db) })
}
const openShared = () => open(db => void shareProfile(db, 1))
const confirmHiding = async ({ user }: RenderedRoute) => {
  await user.click(await hideButton())
  const dialog = await screen.findByRole('alertdialog')
  await user.click(within(dialog).getByRole('button', { name: 'Скрыть профиль' }))
}

test('one press publishes once; the link is shown, focused, copied, and can be tried as a stranger', async () => {
  const page = await open()
  const { db } = page.platform
  await (await panel()).findByText('Закрыт')
  ;(await publishButton()).focus()
  await page.user.keyboard('{Enter}{Enter}{Enter}')
  const field = await link()
  const token = shareLinkOf(db, 1)
  expect(field.value).toBe(`${location.origin}/profile/${token}`)
  expect(field.readOnly).toBe(true)
  await focused(field)
  expect(said()).toContain('Профиль открыт, ссылка готова')
  expect(sent(page, 'shareProfile')).toBe(1)
  ;(await panel()).getByText('Открыт')
  await page.user.click((await panel()).getByRole('button', { name: 'Скопировать ссылку' }))
  await waitFor(() => expect(said()).toContain('Ссылка скопирована'))
  expect(await navigator.clipboard.readText()).toBe(field.value)
  const preview = (await panel()).getByRole('link', { name: /глазами посторонних/ })
  expect(preview.getAttribute('href')).toBe(`/profile/${token}`)
  expect([preview.getAttribute('target'), preview.getAttribute('rel')]).toEqual([
    '_blank',
    'noopener noreferrer',
  ])
})

test('a refused clipboard leaves the link selected for copying by hand', async () => {
  const page = await openShared()
  const field = await link()
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('refused'))
  onTestFinished(() => void vi.restoreAllMocks())
  await page.user.click((await panel()).getByRole('button', { name: 'Скопировать ссылку' }))
  await (await panel()).findByText(/Скопировать не удалось/)
  await focused(field)
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, field.value.length])
})

test('hiding is confirmed, with the safe answer first; the link dies and the next one is another', async () => {
  const page = await openShared()
  const first = (await link()).value
  await page.user.click(await hideButton())
  const dialog = await screen.findByRole('alertdialog', { name: 'Скрыть профиль?' })
  within(dialog).getByText(/перестанет работать навсегда.*ссылка будет другой/)
  await focused(within(dialog).getByRole('button', { name: 'Оставить открытым' }))
  await page.user.keyboard('{Enter}')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  await focused(await hideButton())
  expect(sent(page, 'hideProfile')).toBe(0)
  await confirmHiding(page)
  await focused(await publishButton())
  expect(said()).toContain('Профиль скрыт, ссылка больше не работает')
  expect(shareLinkOf(page.platform.db, 1)).toBeUndefined()
  expect(document.body.innerHTML).not.toContain(first.split('/').at(-1))
  await page.user.click(await publishButton())
  expect((await link()).value).not.toBe(first)
})

describe('a failure is told in the panel, with what holds and what to do', () => {
  const unverified: Fault = { kind: 'status', status: 403, detail: 'email not verified' }
  const rows: [wish: 'publish' | 'hide', name: string, Fault, words: RegExp[], isPublic: boolean][] = [
    [
      'publish',
      'an address that is not confirmed',
      unverified,
      [/Не удалось открыть/, /Сначала подтвердите почту/, /обновите страницу/],
      false,
    ],
    ['publish', 'a lost call', { kind: 'abort' }, [/остался закрытым/, /Повторите/], false],
    ['publish', 'a lost answer', { kind: 'abort', after: true }, [/потерялся, но профиль открыт/], true],
    ['publish', 'a 502', { kind: 'html', status: 502 }, [/остался закрытым/], false],
    ['hide', 'too many calls', { kind: 'status', status: 429 }, [/Слишком много/, /ссылка работает/], true],
    ['hide', 'a lost call', { kind: 'abort' }, [/остался открытым/, /Повторите/], true],
    ['hide', 'a lost answer', { kind: 'abort', after: true }, [/потерялся, но профиль скрыт/], false],
  ]
  test.each(rows)('%s: %s', async (wish, _, fault, words, isPublic) => {
    const page = wish === 'publish' ? await open() : await openShared()
    const operation = wish === 'publish' ? 'shareProfile' : 'hideProfile'
    await (wish === 'publish' ? publishButton() : hideButton())
    page.platform.db.faults.add(operation, fault)
    if (wish === 'publish') await page.user.click(await publishButton())
    else await confirmHiding(page)
    for (const one of words) await (await panel()).findByText(one)
    await (await panel()).findByText(isPublic ? 'Открыт' : 'Закрыт')
    expect(screen.queryByRole('alertdialog')).toBeNull()
    await focused(await (isPublic && wish === 'publish' ? link() : isPublic ? hideButton() : publishButton()))
    expect(sent(page, operation)).toBe(1)
  })

  test('where the reading is lost too, nobody claims to know, and asking again finds out', async () => {
    const page = await open()
    const button = await publishButton()
    const { faults } = page.platform.db
    faults.add('shareProfile', { kind: 'abort', after: true })
    faults.add('getCompetencies', { kind: 'abort' }, Number.POSITIVE_INFINITY)
    await page.user.click(button)
    await (await panel()).findByText('Неизвестно, открыт ли профиль')
    faults.clear()
    await page.user.click((await panel()).getByRole('button', { name: 'Проверить ещё раз' }))
    await (await panel()).findByText(/потерялся, но профиль открыт/)
    expect((await link()).value).toContain(shareLinkOf(page.platform.db, 1))
    expect(sent(page, 'shareProfile')).toBe(1)
  })

  test('without a connection nothing is sent, and that is said', async () => {
    const page = await open()
    const button = await publishButton()
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    onTestFinished(() => void vi.restoreAllMocks())
    await page.user.click(button)
    await (await panel()).findByText(/ничего не отправлено/)
    expect(sent(page, 'shareProfile')).toBe(0)
    await focused(button)
  })
})

test('whoever has not confirmed the address reads why, and a press sends nothing', async () => {
  const page = await renderRoute('/competencies', { as: 'newcomer' })
  const button = await publishButton()
  expect(button.getAttribute('aria-disabled')).toBe('true')
  await page.user.click(button)
  const reason = document.getElementById(button.getAttribute('aria-describedby') ?? '')
  expect(reason?.textContent).toMatch(/Сначала подтвердите почту/)
  expect(sent(page, 'shareProfile')).toBe(0)
})

describe('N02 what is no token is never shown as a link', () => {
  test.each([undefined, '', 'javascript:alert(1)', 'https://e.x/k3Vd9sQ2mZ7xT1aB', '../groups', 7])(
    '%j',
    async drifted => {
      const page = await open()
      const button = await publishButton()
      const { db } = page.platform
      const read = page.platform.journal.entries().find(entry => entry.operationId === 'getCompetencies')
      const body = { ...(read?.response?.body as object), is_public: true, share_link: drifted }
      db.faults.add('getCompetencies', { kind: 'body', status: 200, body }, Number.POSITIVE_INFINITY)
      db.faults.add('shareProfile', { kind: 'body', status: 200, body: { link: drifted } })
      await page.user.click(button)
      await (await panel()).findByText(/ссылку прочитать не удалось/)
      expect((await panel()).queryByLabelText('Ссылка на профиль')).toBeNull()
      expect((await panel()).queryByRole('link')).toBeNull()
      await hideButton()
      db.faults.clear()
      await page.user.click((await panel()).getByRole('button', { name: 'Проверить ещё раз' }))
      await publishButton()
    },
  )
})

test('what another tab has changed is seen at the next look at this one', async () => {
  const page = await open()
  await publishButton()
  const { db } = page.platform
  const comeBack = async () =>
    act(async () => {
      focusManager.setFocused(false)
      focusManager.setFocused(true)
    })
  onTestFinished(() => focusManager.setFocused(undefined))
  shareProfile(db, 1)
  await comeBack()
  expect((await link()).value).toContain(shareLinkOf(db, 1))
  hideProfile(db, 1)
  await comeBack()
  await publishButton()
  expect((await panel()).queryByLabelText('Ссылка на профиль')).toBeNull()
})

test('a platform without the call has no competencies and can share the profile', async () => {
  const page = await renderRoute('/competencies', {
    as: 'student',
    prepare: ({ db }) =>
      db.faults.add('getCompetencies', { kind: 'status', status: 404 }, Number.POSITIVE_INFINITY),
  })
  await screen.findByRole('heading', { level: 2, name: 'Компетенции недоступны' })
  screen.getByRole('button', { name: 'Скрыть профиль' })
  await page.user.click(screen.getByRole('button', { name: 'Открыть профиль' }))
  // The link that the call has answered stays, though no reading says it.
  await screen.findByLabelText('Ссылка на профиль')
  expect(screen.queryByRole('button', { name: 'Открыть профиль' })).toBeNull()
})

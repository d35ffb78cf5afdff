import { configure, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError } from '../api/errors'
import { errorMessage } from '../i18n/error-messages'
import { toast } from '../lib/toast'
import { groupQuery } from '../queries/groups'
import { failNamespace } from '../test/fail-namespace'
import { withQuickRetries } from '../test/quick-retries'
import { renderRoute } from '../test/render-route'

configure({ asyncUtilTimeout: 10_000 })
vi.setConfig({ testTimeout: 30_000 })
withQuickRetries()

// Error boundaries log, as expected here.
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})
afterEach(() => {
  vi.restoreAllMocks()
  toast.clear()
})

const sentence = 'К сожалению, произошла ошибка, попробуйте перезагрузить страницу'
const findTitle = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name })
const openGroups = async () => {
  const page = await renderRoute('/groups', { as: 'student' })
  await findTitle('Моё обучение')
  return page
}
const link = (name: string) => within(screen.getByRole('banner')).getByRole('link', { name })

/** Throws when rendered. */
const throwsOnRender = (): string => {
  const value: unknown = { toString: () => 'x' }
  return value as string
}

describe('N14 if the error page fails too, the top-level message is shown', () => {
  test('an error inside an error page', async () => {
    const page = await openGroups()
    // The error page reads `retryAfter`, so this breaks the error page.
    const broken = new ApiError({ kind: 'http', operation: 'get /groups/{id}', status: 429 })
    Object.defineProperty(broken, 'retryAfter', {
      get: () => {
        throw new TypeError('broken')
      },
    })
    vi.spyOn(page.queryClient, 'query').mockRejectedValue(broken)
    await page.router.navigate({ to: '/group/$groupId', params: { groupId: 1 } })
    await screen.findByText(sentence)
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
    screen.getByRole('button', { name: 'Перезагрузить страницу' })
  })

  test('an error inside a toast', async () => {
    await openGroups()
    toast.error(throwsOnRender())
    await screen.findByText(sentence)
  })

  test('messages that fail to load, and load on the next visit', async () => {
    const page = await openGroups()
    const restore = failNamespace('ru', 'leaderboard')
    const board = () => page.router.navigate({ to: '/group/$groupId/leaderboard', params: { groupId: 1 } })
    await board()
    await screen.findByText(sentence)
    expect(document.body.textContent).not.toMatch(/leaderboard|title\./)
    await page.user.click(link('Моё обучение'))
    await findTitle('Моё обучение')
    restore()
    await board()
    await findTitle('Рейтинг')
  })
})

describe('N15 a page that fails to load', () => {
  test('shows the error inside the layout; leaving resets it', async () => {
    const page = await openGroups()
    page.platform.db.faults.add('getGroup', { kind: 'status', status: 500 }, Number.POSITIVE_INFINITY)
    await page.router.navigate({ to: '/group/$groupId', params: { groupId: 1 } })
    await findTitle('Ошибка сервера')
    await page.user.click(link('Моё обучение'))
    await findTitle('Моё обучение')
    expect(screen.queryByText('Ошибка сервера')).toBeNull()
    page.platform.db.faults.clear()
    await page.router.navigate({ to: '/group/$groupId', params: { groupId: 1 } })
    await findTitle(/Практическая безопасность/)
  })

  test('reloads on retry', async () => {
    const page = await openGroups()
    page.platform.db.faults.add('getGroup', { kind: 'status', status: 500 }, Number.POSITIVE_INFINITY)
    await page.router.navigate({ to: '/group/$groupId', params: { groupId: 1 } })
    await findTitle('Ошибка сервера')
    const before = page.calls().filter(call => call === 'getGroup').length
    page.platform.db.faults.clear()
    await page.user.click(screen.getByRole('button', { name: 'Повторить' }))
    await findTitle(/Практическая безопасность/)
    expect(page.calls().filter(call => call === 'getGroup')).toHaveLength(before + 1)
  })

  test('a failed preload has no effect', async () => {
    const page = await openGroups()
    page.platform.db.faults.add('getGroup', { kind: 'status', status: 404 })
    await page.router.preloadRoute({ to: '/group/$groupId', params: { groupId: 1 } })
    await findTitle('Моё обучение')
    await page.router.navigate({ to: '/group/$groupId', params: { groupId: 1 } })
    await findTitle(/Практическая безопасность/)
  })

  test('a page that never loads shows a skeleton and can be left', async () => {
    const page = await openGroups()
    page.platform.db.faults.add('getGroup', { kind: 'never' })
    void page.router.navigate({ to: '/group/$groupId', params: { groupId: 1 } })
    await waitFor(() => expect(screen.queryByRole('heading', { level: 1 })).toBeNull())
    await page.user.click(link('Мой профиль'))
    await findTitle('Мой профиль')
  })
})

test('a hard load shows header and skeleton while the session is unknown', async () => {
  let answer = () => {}
  const until = new Promise<void>(resolve => {
    answer = resolve
  })
  await renderRoute('/groups', {
    as: 'student',
    prepare: ({ db }) => db.faults.add('refreshSession', { kind: 'wait', until }),
  })
  const main = await screen.findByRole('main')
  expect(main.textContent).toContain('Загрузка')
  expect(screen.getAllByRole('banner')).toHaveLength(1)
  screen.getByRole('button', { name: /^RU\./ })
  expect(screen.queryByRole('link', { name: 'Войти' })).toBeNull()
  answer()
  await findTitle('Моё обучение')
  expect(screen.getAllByRole('main')).toHaveLength(1)
})

test('an unknown path restores the session after a hard load', async () => {
  const page = await renderRoute('/nowhere', { as: 'student' })
  await findTitle('Страница или данные не найдены')
  await screen.findByRole('button', { name: 'Меню профиля' })
  expect(page.calls()).toEqual(['refreshSession'])
})

describe('N13 two hundred queries that fail at once', () => {
  test.each([
    ['with one id show one toast', () => 'load', 1],
    ['with different ids show twenty', (id: number) => `load-${id}`, 20],
  ])('%s', async (_, idOf, most) => {
    const page = await openGroups()
    page.platform.db.faults.add('getGroup', { kind: 'status', status: 400 }, Number.POSITIVE_INFINITY)
    const { queryClient } = page
    const ids = Array.from({ length: 200 }, (_, index) => index + 1)
    await Promise.all(
      ids.map(id =>
        queryClient.query(groupQuery(id)).catch(error => toast.error(errorMessage(error), { id: idOf(id) })),
      ),
    )
    const region = within(screen.getByRole('region', { name: 'Уведомления' }))
    await waitFor(() => expect(region.getAllByText('Неизвестная ошибка')).toHaveLength(most))
  })
})

import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { ApiError } from '../api/errors'
import { groupQuery } from '../api/queries/groups'
import { feedbackDialog } from '../features/feedback/feedback-dialog'
import { errorMessage } from '../i18n/error-messages'
import { monitorConnection } from '../lib/online'
import { toast } from '../lib/toast'
import { failNamespace } from '../test/fail-namespace'
import { installFakeClock } from '../test/fake-clock'
import { holdAnswer } from '../test/hold-answer'
import { withQuickRetries } from '../test/quick-retries'
import { renderRoute } from '../test/render-route'

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
    const broken = new ApiError({ kind: 'http', operation: 'getGroup', status: 429 })
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
    await findTitle('Александра Воробьёва')
  })
})

test('a hard load shows header and skeleton while the session is unknown', async () => {
  const { fault, answer } = holdAnswer()
  await renderRoute('/groups', {
    as: 'student',
    prepare: ({ db }) => db.faults.add('refreshSession', fault),
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
  ])('%s', async (_, getId, most) => {
    const page = await openGroups()
    page.platform.db.faults.add(
      'getGroup',
      { kind: 'status', status: 400, detail: 'no text of ours' },
      Number.POSITIVE_INFINITY,
    )
    const { queryClient } = page
    const ids = Array.from({ length: 200 }, (_, index) => index + 1)
    await Promise.all(
      ids.map(id =>
        queryClient.query(groupQuery(id)).catch(error => toast.error(errorMessage(error), { id: getId(id) })),
      ),
    )
    const region = within(screen.getByRole('region', { name: 'Уведомления' }))
    await waitFor(() => expect(region.getAllByText('Неизвестная ошибка')).toHaveLength(most))
  })
})

const deep = `${'{"a":['.repeat(2500)}${']}'.repeat(2500)}`

/** Mocks the response of `GET groups`; the simulated platform cannot serialize it. */
const answerGroups = (text: string): void => {
  const { fetch } = globalThis
  globalThis.fetch = async (request, init) => {
    if (!(request instanceof Request) || !request.url.endsWith('/api/groups')) return fetch(request, init)
    return new Response(text, { headers: { 'content-type': 'application/json' } })
  }
  onTestFinished(() => {
    globalThis.fetch = fetch
  })
}

test.each([
  ['instead of a list shows an error page', deep, 'Ошибка'],
  ['within a list is ignored', `[${deep}]`, 'Моё обучение'],
])('M06 a response of 5,000 levels %s', async (_, text, name) => {
  // Error boundaries and the router log, as expected here.
  const reports = (['error', 'warn'] as const).map(kind =>
    vi.spyOn(console, kind).mockImplementation(() => {}),
  )
  onTestFinished(() => reports.forEach(report => void report.mockRestore()))
  await renderRoute('/groups', { as: 'student', prepare: () => answerGroups(text) })
  await screen.findByRole('heading', { level: 1, name })
  expect(reports.flatMap(report => report.mock.calls.flat()).join(' ')).not.toMatch(/RangeError|call stack/)
})

// Error boundaries log, as expected here.
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  vi.restoreAllMocks()
  feedbackDialog.close()
})

/** A page whose overlays failed to render once. */
const openWithFailedOverlays = async () => {
  const broken = vi.spyOn(feedbackDialog, 'returnTo', 'get').mockImplementation(() => {
    throw new Error('The overlays failed.')
  })
  const page = await renderRoute('/groups', { as: 'student' })
  await screen.findByRole('heading', { level: 1, name: 'Моё обучение' })
  await waitFor(() => expect(broken).toHaveBeenCalled())
  broken.mockRestore()
  return page
}

const dialog = { name: 'Обратная связь' }
const openFeedback = async ({ user }: Awaited<ReturnType<typeof renderRoute>>) => {
  await user.click(screen.getByRole('button', dialog))
  await screen.findByRole('dialog', dialog)
}

test('N14 failed overlays are retried with the next page', async () => {
  const page = await openWithFailedOverlays()
  await page.router.navigate({ to: '/contacts' })
  await screen.findByRole('heading', { level: 1, name: 'Контакты' })
  await openFeedback(page)
})

test('N14 failed overlays are retried when the connection is back', async () => {
  const page = await openWithFailedOverlays()
  const clock = installFakeClock()
  const stop = monitorConnection()
  window.dispatchEvent(new Event('online'))
  clock.advance(1000)
  stop()
  await openFeedback(page)
})

import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { renderRoute } from '../../test/render-route'

vi.spyOn(console, 'error').mockImplementation(() => undefined)
vi.spyOn(console, 'warn').mockImplementation(() => undefined)

const page = '<!doctype html><html><body><div id="root"></div></body></html>'
const answer =
  (body: string, status = 200, type = 'application/json') =>
  () =>
    new Response(body, { status, headers: { 'Content-Type': type } })

/** Invalid files and their messages in both languages. */
const bad: [name: string, config: unknown, ru: RegExp, en: RegExp][] = [
  ['a missing file', answer('', 404), /На сервере нет файла/, /isn’t on the server/],
  [
    "the application's page",
    answer(page, 200, 'text/html'),
    /пришла обычная страница/,
    /We got an ordinary page/,
  ],
  ['an empty file', answer(''), /повреждён или пуст/, /damaged or empty/],
  ['half a file', answer('{"contacts": ['), /повреждён или пуст/, /damaged or empty/],
  ['5 MB', answer(`"${'x'.repeat(5_000_000)}"`), /слишком большой/, /too large/],
  ['null', null, /заполнено не всё/, /incomplete or has mistakes/],
  ['a list', [], /заполнено не всё/, /incomplete or has mistakes/],
  ['keys of the prototype', answer('{"__proto__":{"contacts":[]},"constructor":1}'), /заполнено/, /mistakes/],
]

describe.each(['/contacts', '/legal'])('N02 X15 an invalid config.json on %s shows an error page', path => {
  test.each(bad)('%s', async (_, config, ru, en) => {
    for (const [language, title, words] of [
      ['ru', 'Страница не настроена', ru],
      ['en', 'This page isn’t set up', en],
    ] as const) {
      const { unmount } = await renderRoute(path, { config, language })
      await screen.findByRole('heading', { level: 1, name: title })
      expect(screen.getByText(words)).toBeDefined()
      expect(document.title).toContain(title)
      unmount()
    }
    expect(({} as Record<string, unknown>).contacts).toBeUndefined()
  })
})

test('lists invalid fields as text, and they can be copied', async () => {
  const config = { contacts: [], legal: { updated: '<img src=x onerror=alert(1)>' }, lms: 'none' }
  const { user } = await renderRoute('/contacts', { config })
  const main = await screen.findByRole('main')
  await within(main).findByRole('heading', { level: 2, name: 'Для администратора' })
  expect(within(main).getByText('legal.documents').closest('li')?.textContent).toContain('поля нет')
  expect(within(main).getByText('"<img src=x onerror=alert(1)>"')).toBeDefined()
  expect(main.querySelector('img')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Скопировать подробности' }))
  expect(await navigator.clipboard.readText()).toContain('legal.documents: missing')
})

test('a long list is truncated with the remaining count', async () => {
  await renderRoute('/contacts', { config: { contacts: Array.from({ length: 40 }, () => 1), legal: 1 } })
  await screen.findByText('и ещё 21 ошибка')
  expect(within(screen.getByRole('main')).getAllByRole('listitem')).toHaveLength(21)
})

test('retry requests the file again', async () => {
  let isFixed = false
  const right = { contacts: [], legal: { updated: '2026-11-01', documents: [] } }
  const { user } = await renderRoute('/contacts', {
    config: () => (isFixed ? Response.json(right) : new Response('', { status: 404 })),
  })
  const retry = await screen.findByRole('button', { name: 'Повторить' })
  isFixed = true
  await user.click(retry)
  const title = await screen.findByRole('heading', { level: 1, name: 'Контакты' })
  // The pressed button is unmounted.
  await waitFor(() => expect(document.activeElement).toBe(title))
})

test('has links back and home', async () => {
  const { user, router } = await renderRoute('/legal', { config: null })
  await screen.findByRole('heading', { level: 1, name: 'Страница не настроена' })
  const main = within(screen.getByRole('main'))
  expect(main.getByRole('link', { name: 'Главная' }).getAttribute('href')).toBe('/')
  await user.click(main.getByRole('button', { name: 'Назад' }))
  await waitFor(() => expect(router.state.location.pathname).not.toBe('/legal'))
})

test('a server error is the usual error page with retry', async () => {
  await renderRoute('/contacts', { config: () => new Response('', { status: 503 }) })
  await screen.findByRole('heading', { level: 1, name: 'Сервис недоступен' }, { timeout: 8000 })
  expect(screen.getByRole('button', { name: 'Повторить' })).toBeDefined()
}, 15_000)

test('a network error is the usual error page', async () => {
  await renderRoute('/legal', { config: () => Response.error() })
  await screen.findByRole('heading', { level: 1, name: 'Сервер не отвечает' }, { timeout: 8000 })
}, 15_000)

test('a page that does not need the file works without it', async () => {
  await renderRoute('/login', { config: null })
  expect(await screen.findByLabelText(/Имя пользователя/)).toBeDefined()
})

import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { renderRoute } from '../../test/render-route'

const scrolled = vi.fn()
beforeEach(() => {
  scrolled.mockClear()
  // jsdom has no scrolling.
  Element.prototype.scrollIntoView = function () {
    scrolled(this.id)
  }
})

const both = (text: string) => ({ ru: text, en: text })
const withDocument = (text: string, title = 'Документ') => ({
  contacts: [],
  legal: { updated: '2026-01-31', documents: [{ id: 'one', title: both(title), text: both(text) }] },
})
/** The Markdown parser is a lazy chunk. */
const slow = { timeout: 10_000 }

describe('/legal needs no session', () => {
  test.each([
    [
      'ru',
      'Правовая информация',
      'Содержание',
      'Правила платформы и экзаменов',
      'Ваши права',
      /1 ноября 2026/,
    ],
    ['en', 'Legal', 'Contents', 'Rules of the platform and exams', 'Your rights', /November 1, 2026/],
  ] as const)('%s', async (language, title, contents, document, part, updated) => {
    const page = await renderRoute('/legal', { language })
    await screen.findByRole('heading', { level: 1, name: title })
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
    await screen.findByRole('heading', { level: 3, name: part }, slow)
    expect(screen.getByText(updated).tagName).toBe('TIME')
    const links = within(screen.getByRole('navigation', { name: contents })).getAllByRole('link')
    expect(links.map(link => link.getAttribute('href'))).toEqual([
      '/legal#personal-data',
      '/legal#terms',
      '/legal#rules',
      '/legal#storage',
    ])
    expect(screen.getByRole('article', { name: document })).toBeDefined()
    expect(page.calls()).toEqual([])
  })
})

test('a hash focuses its document', async () => {
  await renderRoute('/legal#personal-data')
  const heading = await screen.findByRole('heading', { level: 2, name: /^Политика обработки/ })
  await waitFor(() => expect(document.activeElement).toBe(heading))
})

test('keeps focus on the document after a navigation', async () => {
  const { router } = await renderRoute('/contacts')
  await screen.findByRole('heading', { level: 1, name: 'Контакты' })
  await router.navigate({ to: '/legal', hash: 'terms' })
  const heading = await screen.findByRole('heading', { level: 2, name: 'Пользовательское соглашение' })
  await waitFor(() => expect(document.activeElement).toBe(heading))
})

test('the contents focus a document, also the current one', async () => {
  const { user } = await renderRoute('/legal')
  const link = await screen.findByRole('link', { name: 'Пользовательское соглашение' })
  const heading = screen.getByRole('heading', { level: 2, name: 'Пользовательское соглашение' })
  await user.click(link)
  await waitFor(() => expect(document.activeElement).toBe(heading))
  link.focus()
  await user.click(link)
  await waitFor(() => expect(document.activeElement).toBe(heading))
  expect(scrolled).toHaveBeenLastCalledWith('terms')
})

test.each(['#nothing', '#main', '#legal-contents', '#%E0%A4%A'])(
  'a hash without a document changes nothing: %s',
  async hash => {
    await renderRoute(`/legal${hash}`)
    await screen.findByRole('heading', { level: 1, name: 'Правовая информация' })
    await waitFor(() => expect(document.activeElement).toBe(document.body))
  },
)

test('shows an empty state without documents', async () => {
  await renderRoute('/legal', { config: { contacts: [], legal: { updated: '2026-01-31', documents: [] } } })
  await screen.findByText('Документы ещё не опубликованы.')
})

describe('X01 an unsafe document is text', () => {
  test('markup, scripts and addresses', async () => {
    const config = withDocument(
      'до <script>alert(1)</script> [x](javascript:alert(1)) ![y](https://evil.example/p.png)',
      '<b>Заголовок</b>',
    )
    await renderRoute('/legal', { config })
    await screen.findByText(/<script>alert\(1\)<\/script>/, undefined, slow)
    expect(screen.getByRole('heading', { level: 2, name: '<b>Заголовок</b>' })).toBeDefined()
    const main = screen.getByRole('main')
    expect(main.querySelectorAll('script, img, b')).toHaveLength(0)
    expect(within(main).queryByRole('link', { name: 'x' })).toBeNull()
  })

  test('X17 a text that is too deep is shown as is', async () => {
    await renderRoute('/legal', { config: withDocument('>'.repeat(5000)) })
    await screen.findByText('Этот текст показан без оформления.', undefined, slow)
  })
})

import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { announcements } from '../../lib/announce'
import { renderRoute } from '../../test/render-route'

describe('config error', () => {
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
    [
      'keys of the prototype',
      answer('{"__proto__":{"contacts":[]},"constructor":1}'),
      /заполнено/,
      /mistakes/,
    ],
  ]

  test.each(bad)('N02 X15 an invalid config.json shows an error page: %s', async (_, config, ru, en) => {
    for (const [path, language, title, text] of [
      ['/contacts', 'ru', 'Страница не настроена', ru],
      ['/legal', 'en', 'This page isn’t set up', en],
    ] as const) {
      const { unmount } = await renderRoute(path, { config, language })
      await screen.findByRole('heading', { level: 1, name: title })
      expect(screen.getByText(text)).toBeDefined()
      expect(document.title).toContain(title)
      unmount()
    }
    expect(({} as Record<string, unknown>).contacts).toBeUndefined()
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

  test('a network error is the usual error page', async () => {
    await renderRoute('/legal', { config: () => Response.error() })
    await screen.findByRole('heading', { level: 1, name: 'Сервер не отвечает' })
  }, 15_000)
})

describe('contacts', () => {
  const both = (text: string) => ({ ru: text, en: text })
  const contact = (value: string, kind = 'text') => ({ label: both('Поле'), value, kind })
  const withContacts = (...fields: object[]) => ({
    contacts: [{ title: both('Раздел'), fields }],
    legal: { updated: '2026-11-01', documents: [] },
  })

  describe('/contacts needs no session', () => {
    test.each([
      ['ru', 'Контакты', 'Банковские реквизиты (образец)', 'ООО «Образец»', 'Это образец', 'БИК'],
      ['en', 'Contacts', 'Bank details (sample)', 'Sample LLC', 'This is a sample', 'Bank code (BIK)'],
    ] as const)('%s', async (language, title, section, name, sample, label) => {
      const page = await renderRoute('/contacts', { language })
      await screen.findByRole('heading', { level: 1, name: title })
      const bank = screen.getByRole('region', { name: section })
      expect(within(bank).getByText(name)).toBeDefined()
      expect(within(bank).getByText(label).closest('dt')).not.toBeNull()
      expect(screen.getByText(sample)).toBeDefined()
      expect(screen.getByRole('link', { name: 'info@sample.example' }).getAttribute('href')).toBe(
        'mailto:info@sample.example',
      )
      expect(screen.getByRole('link', { name: '+7 (000) 000-00-00' }).getAttribute('href')).toBe(
        'tel:+70000000000',
      )
      expect(screen.getByRole('link', { name: /^https:\/\/sample\.example/ }).getAttribute('rel')).toBe(
        'noopener noreferrer',
      )
      expect(page.calls()).toEqual([])
    })
  })

  test('copies a value as is and announces it once', async () => {
    const { user } = await renderRoute('/contacts')
    await screen.findByRole('heading', { level: 1, name: 'Контакты' })
    announcements.clear()
    await user.click(screen.getByRole('button', { name: 'Скопировать: КПП' }))
    expect(await navigator.clipboard.readText()).toBe('000000000')
    expect(announcements.get().map(({ text }) => text)).toEqual(['Скопировано'])
  })

  test('without clipboard access asks to copy manually', async () => {
    const { user } = await renderRoute('/contacts')
    const button = await screen.findByRole('button', { name: 'Скопировать: КПП' })
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('no', 'NotAllowedError'))
    announcements.clear()
    await user.click(button)
    await waitFor(() => expect(announcements.get()).toHaveLength(1))
    expect(screen.getAllByText(/Выделите значение и скопируйте его вручную/)).not.toHaveLength(0)
  })

  test('has a print button', async () => {
    const print = vi.fn()
    vi.stubGlobal('print', print)
    const { user } = await renderRoute('/contacts')
    await user.click(await screen.findByRole('button', { name: 'Распечатать' }))
    expect(print).toHaveBeenCalledOnce()
    vi.unstubAllGlobals()
  })

  test('shows an empty state, and no sample notice without `is_sample`', async () => {
    await renderRoute('/contacts', { config: { ...withContacts(), contacts: [] } })
    await screen.findByText('Контакты ещё не указаны.')
    expect(screen.queryByText('Это образец')).toBeNull()
  })

  test('X01 X10 an unsafe value is text', async () => {
    const values = [
      ['javascript:alert(1)', 'url'],
      ['http://plain.example/', 'url'],
      ['https://user:pass@evil.example/', 'url'],
      ['data:text/html,<script>alert(1)</script>', 'url'],
      ['//evil.example', 'url'],
      ['a@b.example?bcc=evil@evil.example', 'email'],
      ['a@b.example,c@evil.example', 'email'],
      ['a@b.example%0D%0ABcc:evil@evil.example', 'email'],
      ['javascript:alert(1)', 'email'],
      ['+7 000 000,,1#', 'phone'],
      ['*#06#', 'phone'],
      ['--', 'phone'],
      ['javascript:alert(1)', 'phone'],
      ['https://sample.example/', 'text'],
      ['<img src=x onerror=alert(1)>', 'text'],
      ['{{label}} $t(print) \u202Egnp.exe', 'text'],
    ]
    const fields = values.map(([value = '', kind]) => contact(value, kind))
    await renderRoute('/contacts', { config: withContacts(...fields) })
    await screen.findByRole('heading', { level: 1, name: 'Контакты' })
    for (const [value = '', kind] of values) {
      const [shown] = screen.getAllByText(value)
      expect([value, kind, shown?.tagName]).toEqual([value, kind, 'BDI'])
    }
    const main = screen.getByRole('main')
    expect(main.querySelectorAll('dd a, img')).toHaveLength(0)
  })
})

describe('legal', () => {
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
      await screen.findByRole('heading', { level: 3, name: part })
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

  test('keeps focus on the document after a navigation', async () => {
    const { router } = await renderRoute('/contacts')
    await screen.findByRole('heading', { level: 1, name: 'Контакты' })
    await router.navigate({ to: '/legal', hash: 'terms' })
    const heading = await screen.findByRole('heading', { level: 2, name: 'Пользовательское соглашение' })
    await waitFor(() => expect(document.activeElement).toBe(heading))
  })

  test('a hash focuses its document, and so do the contents, also for the current one', async () => {
    const { user } = await renderRoute('/legal#personal-data')
    const link = await screen.findByRole('link', { name: 'Пользовательское соглашение' })
    const first = await screen.findByRole('heading', { level: 2, name: /^Политика обработки/ })
    await waitFor(() => expect(document.activeElement).toBe(first))
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
      await screen.findByText(/<script>alert\(1\)<\/script>/)
      expect(screen.getByRole('heading', { level: 2, name: '<b>Заголовок</b>' })).toBeDefined()
      const main = screen.getByRole('main')
      expect(main.querySelectorAll('script, img, b')).toHaveLength(0)
      expect(within(main).queryByRole('link', { name: 'x' })).toBeNull()
    })

    test('X17 a text that is too deep is shown as is', async () => {
      await renderRoute('/legal', { config: withDocument('>'.repeat(5000)) })
      await screen.findByText('Этот текст показан без оформления.')
    })
  })
})

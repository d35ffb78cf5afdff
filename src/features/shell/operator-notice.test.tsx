import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import sample from '../../../public/config.json'
import type { Notice } from '../../api/config'
import { startNotice } from '../../api/notice-start'
import { announcements } from '../../lib/announce'
import { storage } from '../../lib/storage'
import { type RenderedRoute, renderRoute } from '../../test/render-route'
import { settle } from '../../test/settle'

const MINUTE_MS = 60_000
const region = () => screen.queryByRole('region', { name: 'Сообщение платформы' })
const shown = () => region()?.textContent ?? null
const say = (ru: string): Partial<Notice> => ({ text: { ru, en: `en ${ru}` } })

/** A page whose file can be changed. */
const open = async (path: string, notice?: unknown, prepare = () => {}) => {
  const file = { notice, answer: null as (() => Response) | null, reads: 0 }
  const config = async () => {
    file.reads += 1
    return file.answer?.() ?? Response.json({ ...sample, notice: await file.notice })
  }
  const page = await renderRoute(path, { config, clock: 'held', prepare })
  const wait = async (milliseconds: number) => {
    page.pass(milliseconds)
    await settle(page)
  }
  startNotice()
  await wait(0)
  return { page, file, wait }
}

/** Another page with a layout of its own. */
const visit = async (page: RenderedRoute, to: '/contacts' | '/login') => {
  await page.router.navigate({ to })
  await settle(page)
}

const showTab = (state: 'visible' | 'hidden') => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  onTestFinished(() => void vi.restoreAllMocks())
  fireEvent(document, new Event('visibilitychange', { bubbles: true }))
}

test('a notice is read after the page has loaded, announced once, and hidden until its text changes', async () => {
  const spoken: string[] = []
  onTestFinished(
    announcements.subscribe(() => {
      const text = announcements.get().at(-1)?.text
      if (text === 'Ночью обновление') spoken.push(text)
    }),
  )
  const { page, file, wait } = await open('/login', {
    ...say('Ночью обновление'),
    link: 'https://a.example/x',
  })
  expect(shown()).toBeNull()
  await wait(5000)
  await waitFor(() => expect(shown()).toContain('Ночью обновление'))
  const link = screen.getByRole('link', { name: 'Подробнее' })
  expect([link.getAttribute('href'), link.getAttribute('rel')]).toEqual(['https://a.example/x', 'noreferrer'])
  await visit(page, '/contacts')
  expect(shown()).toContain('Ночью обновление')
  expect(spoken).toEqual(['Ночью обновление'])
  await page.user.click(screen.getByRole('button', { name: 'Скрыть сообщение' }))
  expect(shown()).toBeNull()
  expect(document.activeElement?.tagName).toBe('MAIN')
  await visit(page, '/login')
  await wait(5 * MINUTE_MS)
  expect(shown()).toBeNull()
  file.notice = say('Обновление отложено')
  await wait(5 * MINUTE_MS)
  await waitFor(() => expect(shown()).toContain('Обновление отложено'))
})

test('one read serves the first visit; a mistake elsewhere in the file hides nothing', async () => {
  const { file, page, wait } = await open('/contacts', say('Ночью обновление'))
  await wait(5000)
  await waitFor(() => expect(shown()).toContain('Ночью обновление'))
  expect(file.reads).toBe(1)
  page.close()
  const broken = await open('/login', say('Ночью обновление'))
  broken.file.answer = () => Response.json({ contacts: 4, notice: say('В файле ошибка') })
  await broken.wait(5 * MINUTE_MS)
  await waitFor(() => expect(shown()).toContain('В файле ошибка'))
})

test('it is shown from its start to its end by the server’s clock', async () => {
  const at = (minutes: number) =>
    new Date(Date.now() + minutes * MINUTE_MS).toISOString().replace(/\.\d+Z/, 'Z')
  const { wait } = await open('/login', { ...say('Идут работы'), from: at(3), until: at(7) })
  await wait(MINUTE_MS)
  expect(shown()).toBeNull()
  await wait(3 * MINUTE_MS)
  expect(shown()).toContain('Идут работы')
  await wait(4 * MINUTE_MS)
  expect(shown()).toBeNull()
})

test('it is read again in a visible tab only; a file that can’t be read keeps the last one', async () => {
  const { file, wait } = await open('/login', say('Первое'))
  await wait(5000)
  await waitFor(() => expect(shown()).toContain('Первое'))
  file.answer = () => new Response('<html>', { status: 404 })
  await wait(5 * MINUTE_MS)
  file.answer = () => Response.json({ ...sample, notice: { text: 'no languages' } })
  await wait(5 * MINUTE_MS)
  const { reads } = file
  expect(reads).toBeGreaterThan(2)
  expect(shown()).toContain('Первое')
  file.answer = null
  file.notice = say('Второе')
  showTab('hidden')
  await wait(30 * MINUTE_MS)
  expect([file.reads, shown()]).toEqual([reads, expect.stringContaining('Первое')])
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 30 * MINUTE_MS)
  showTab('visible')
  await waitFor(() => expect(shown()).toContain('Второе'))
})

test('the notice of the last visit is shown in its space until the file is read', async () => {
  const { style } = document.documentElement
  const notice = JSON.stringify({ ...say('Вчерашнее'), level: 'warning' })
  let answer = (_: unknown) => {}
  const held = new Promise(resolve => {
    answer = resolve
  })
  await open('/login', held, () => {
    storage.set('flagship.notice', `${innerWidth} 45 ${notice}`)
    style.setProperty('--notice-height', '45px')
  })
  expect(shown()).toContain('Вчерашнее')
  expect(style.getPropertyValue('--notice-height')).toBe('')
  answer(undefined)
  await waitFor(() => expect(shown()).toBeNull())
  expect(storage.get('flagship.notice')).toBeNull()
})

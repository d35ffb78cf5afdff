import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { Fault } from '../../../mocks/platform/faults'
import corpus from '../../test/fuzz/corpus.json'
import { findDangerousMarkup } from '../../test/fuzz/find-dangerous-markup'
import { type RenderedRoute, renderRoute } from '../../test/render-route'

/** Task 119 has a public write-up, task 113 one for those who solved it. */
const open = (path = '/group/1/task/119', prepare?: (page: RenderedRoute['platform']) => void) =>
  renderRoute(path, { as: 'student', ...(prepare && { prepare }) })

const slow = { timeout: 10_000 }
const calls = (page: RenderedRoute) => page.calls().filter(call => call === 'getWriteup').length
const pane = () => within(screen.getByRole('region', { name: 'Разбор' }))
const showButton = () => screen.findByRole('button', { name: 'Всё равно показать' })

test('an unsolved task warns first; opening and closing keep the focus', async () => {
  const page = await open()
  await page.user.click(await screen.findByRole('link', { name: 'Открыть разбор' }))
  const button = await showButton()
  const heading = screen.getByRole('heading', { level: 2, name: 'Разбор' })
  await waitFor(() => expect(document.activeElement).toBe(heading))
  expect(page.router.state.location.search).toEqual({ pane: 'writeup' })
  expect(screen.queryByRole('heading', { name: 'Описание' })).toBeNull()
  expect(calls(page)).toBe(0)
  await page.user.click(button)
  await screen.findByText(/Разбор открыт сразу/, undefined, slow)
  expect(calls(page)).toBe(1)
  await waitFor(() => expect(document.activeElement).toBe(heading))
  await page.user.click(screen.getByRole('link', { name: 'К описанию' }))
  await screen.findByRole('heading', { name: 'Описание' })
  const link = screen.getByRole('link', { name: 'Открыть разбор' })
  await waitFor(() => expect(document.activeElement).toBe(link))
  // Cached, so it isn't asked about again.
  await page.user.click(link)
  await screen.findByText(/Разбор открыт сразу/, undefined, slow)
})

test('a write-up for solvers is not available before, not even by URL', async () => {
  const page = await open('/group/1/task/113?pane=writeup')
  await screen.findByRole('heading', { level: 2, name: 'Разбор' })
  expect(pane().getByText('Разбор откроется после решения задания.')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Открыть разбор' })).toBeNull()
  expect(calls(page)).toBe(0)
})

const respondWith = (body: unknown): Fault => ({ kind: 'body', status: 200, body })

describe('load error in its section', () => {
  test.each<[string, Fault, RegExp]>([
    [
      'an error',
      { kind: 'status', status: 403, detail: 'writeup is available after solving' },
      /Разбор откроется после решения задания/,
    ],
    ['a page of HTML', { kind: 'html', status: 200 }, /Неожиданный ответ сервера/],
    ['X02 an object for a text', respondWith({ content: { a: 1 } }), /который прислал сервер/],
  ])('%s', async (_, fault, message) => {
    const page = await open('/group/1/task/119?pane=writeup', ({ db }) => db.faults.add('getWriteup', fault))
    await page.user.click(await showButton())
    await pane().findByText('Не удалось загрузить разбор')
    expect(pane().getByText(message)).toBeTruthy()
    await page.user.click(pane().getByRole('button', { name: 'Повторить' }))
    await screen.findByText(/Разбор открыт сразу/, undefined, slow)
    const heading = screen.getByRole('heading', { level: 2, name: 'Разбор' })
    await waitFor(() => expect(document.activeElement).toBe(heading))
  })
})

test('X02 a hostile write-up is plain text', async () => {
  const content = corpus.html.filter((_, index) => index % 4 === 0).join('\n\n')
  const page = await open('/group/1/task/119?pane=writeup', ({ db }) =>
    db.faults.add('getWriteup', respondWith({ content })),
  )
  await page.user.click(await showButton())
  await pane().findAllByText(/<script>alert\(1\)<\/script>/, undefined, slow)
  const body = document.querySelector('.markdown') ?? document.body
  expect(findDangerousMarkup(body, { idPrefix: 'writeup-', imagePrefix: '/files/' })).toEqual([])
})

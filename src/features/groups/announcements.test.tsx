import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { TestServer } from '../../../mocks/hosts/node'
import { storage } from '../../lib/storage'
import { renderRoute } from '../../test/render-route'

const section = () => screen.findByRole('region', { name: 'Объявления' })
const titles = (region: HTMLElement) =>
  within(region)
    .getAllByRole('heading', { level: 3 })
    .map(({ textContent }) => textContent)

const answer =
  (fields: object, times = 1) =>
  ({ db }: TestServer): void => {
    const body = { id: 1, name: 'Курс', hide_leaderboard: false, categories: [], ...fields }
    db.faults.add('getGroup', { kind: 'body', status: 200, body }, times)
  }

test('they stand above the tasks, the newest with the beginning of its text', async () => {
  const page = await renderRoute('/group/1', { as: 'student' })
  const region = await section()
  expect(titles(region)).toEqual(['Консультация по веб-заданиям — в четверг'])
  within(region).getByText(/^В четверг в 18:30 разбираем/)
  within(region).getByText('Новых: 2')
  const firstTask = document.querySelector('[data-row-link]')
  expect(firstTask && region.compareDocumentPosition(firstTask)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  await page.user.click(within(region).getByRole('button', { name: 'Ещё 2 объявления' }))
  expect(titles(region)[1]).toBe('Лаборатория задания «Через два узла» снова работает')
})

test('an opened one is no longer new on later visits, until a logout', async () => {
  const published_at = new Date().toISOString().replace(/\.\d+/, '')
  const announcements = [
    { id: 1, title: 'Первое', text: 'В **10:00**', published_at },
    { id: 2, title: 'Второе', text: 'В 11:00', published_at },
  ]
  const page = await renderRoute('/group/1', { as: 'student', prepare: answer({ announcements }, 2) })
  const region = await section()
  within(region).getByText('Новых: 2')
  await page.user.click(within(region).getByRole('button', { name: 'Первое' }))
  expect((await within(region).findByText('10:00')).tagName).toBe('STRONG')
  within(region).getByText('Новых: 1')
  await page.router.navigate({ to: '/contacts' })
  await page.router.navigate({ to: '/group/$groupId', params: { groupId: 1 } })
  within(await section()).getByText('Новых: 1')
  storage.clear('logout')
  expect(storage.get('flagship.announcements')).toBeNull()
})

test.each([
  ['are not sent', undefined],
  ['are an empty list', []],
  ['say nothing', [{ id: 1, published_at: '2026-10-01T10:00:00Z' }]],
])('nothing is shown where announcements %s', async (_, announcements) => {
  await renderRoute('/group/1', { as: 'student', prepare: answer({ announcements }) })
  await screen.findByRole('heading', { level: 1, name: 'Курс' })
  await screen.findByText('В этой группе пока нет заданий')
  expect(screen.queryByRole('region', { name: 'Объявления' })).toBeNull()
})

test('the text is untrusted', async () => {
  const text = '[x](javascript:alert(1)) <img src=x onerror=alert(1)>'
  const announcements = [{ id: 1, title: '<b>Имя</b>', text }]
  const { user } = await renderRoute('/group/1', { as: 'student', prepare: answer({ announcements }) })
  const region = await section()
  await user.click(within(region).getByRole('button', { name: '<b>Имя</b>' }))
  await within(region).findByText(/<img src=x/)
  expect(region.querySelector('a, img, b')).toBeNull()
})

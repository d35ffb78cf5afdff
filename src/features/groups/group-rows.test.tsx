import { render, screen, within } from '@testing-library/react'
import i18next from 'i18next'
import { expect, test } from 'vitest'
import type { GroupSummary } from '../../api/responses'
import { startI18n } from '../../i18n/init'
import type { RowLinks } from '../../lib/row-links'
import { renderRoute } from '../../test/render-route'
import { GroupRow, getGroupColumns } from './group-rows'

const group: GroupSummary = {
  id: 1,
  name: 'Курс',
  is_exam: false,
  is_admin: false,
  hide_leaderboard: false,
  tasks_total: 12_000,
  tasks_solved: 1024,
  important_left: 1,
}

const links = { getProps: () => ({ href: '/group/1' }) } as unknown as RowLinks

const renderRow = async (fields: object, home = false) => {
  await startI18n('ru')
  await i18next.loadNamespaces('groups')
  const one: GroupSummary = { ...group, ...fields }
  const columns = home ? { categories: false, required: false, place: false } : getGroupColumns([one])
  render(<GroupRow group={one} links={links} columns={columns} language="ru" />)
  return (screen.getByRole('heading').closest('li')?.textContent ?? '').replaceAll('\u00a0', ' ')
}

const DAY_MS = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()

test.each<[string, object, RegExp, RegExp]>([
  ['what is left', { important_left: 2 }, /осталось 2 обязательных/, /место/],
  [
    'the place if nothing is left',
    { important_left: 0, rank: 22, ranked_total: 59 },
    /22-е место из 59/,
    /обяз/,
  ],
  ['a place of an unknown number', { important_left: 0, rank: 1 }, /1-е местоРешено/, /из \D/],
  ['no place without one', { important_left: 0 }, /1 024 из 12 000/, /место|обяз/],
  ['no count that is unknown', { tasks_total: undefined }, /осталось 1 обязательное/, /Решено|из /],
  [
    'a group without tasks',
    { tasks_total: 0, tasks_solved: 0, important_left: 0 },
    /Заданий пока нет/,
    /из /,
  ],
  ['when a group begins', { start_date: inDays(9.5) }, /начнётся \d+ \S+через 10 дней/, /Решено/],
  ['that a group has ended', { end_date: inDays(-9) }, /завершилась \d+ .*1 024 из/, /осталось/],
])('a row of home tells %s', async (_, fields, shown, absent) => {
  const text = await renderRow(fields, true)
  expect(text).toMatch(shown)
  expect(text).not.toMatch(absent)
})

test('the categories have a flag and their progress; of many the last are counted', async () => {
  const categories = ['Веб', 'Сети', 'Крипто', 'Форензика', 'Реверс', 'Linux', 'OSINT'].map(name => ({
    name,
    tasks_total: 4,
    tasks_solved: 1,
  }))
  await renderRow({ categories: [...categories.slice(0, 6), { name: 'OSINT' }] })
  const list = within(screen.getByRole('list', { name: 'Категории' }))
  expect(list.getAllByRole('listitem')[0]?.textContent).toBe('Веб1 из 4')
  expect(list.queryByText(/OSINT/)).toBeNull()
  expect(list.getByText('+2')).toBeTruthy()
})

test('columns that no group has are left out', async () => {
  expect(getGroupColumns([{ ...group, important_left: 0 }])).toEqual({
    categories: false,
    required: false,
    place: false,
  })
  const hidden = { ...group, hide_leaderboard: true }
  const ranked = { ...group, rank: 2, categories: [{ name: 'Веб' }] }
  expect(getGroupColumns([hidden, ranked])).toEqual({ categories: true, required: true, place: true })
})

test('the page of groups has a table for each phase, and a code can be entered', async () => {
  const page = await renderRoute('/groups', { as: 'student' })
  const row = (await screen.findByRole('link', { name: 'Практическая безопасность: осень 2026' })).closest(
    'li',
  )
  expect(row?.textContent?.replaceAll('\u00a0', ' ')).toMatch(/Место \d+ из 60/)
  for (const name of ['Идут', 'Начнутся', 'Завершены'])
    expect(screen.getByRole('list', { name })).toBeTruthy()
  await page.user.click(screen.getByRole('button', { name: 'Ввести код' }))
  expect(await screen.findByRole('textbox', { name: 'Код приглашения' })).toBeTruthy()
})

test('without the fields of the list the page has the counts of the groups', async () => {
  const prepare: NonNullable<Parameters<typeof renderRoute>[1]>['prepare'] = ({ db }) =>
    db.faults.add('listGroups', {
      kind: 'body',
      status: 200,
      body: [group, { id: 2, hide_leaderboard: true }],
    })
  await renderRoute('/groups', { as: 'student', prepare })
  await screen.findByText(/^1.024 из 12.000$/)
  expect(screen.queryByRole('list', { name: 'Категории' })).toBeNull()
  expect(screen.queryByText('Место')).toBeNull()
})

import { render, screen } from '@testing-library/react'
import i18next from 'i18next'
import { expect, test } from 'vitest'
import { startI18n } from '../../i18n/init'
import type { RowLinks } from '../../lib/row-links'
import type { GroupSummary } from '../../queries/responses'
import { GroupCard } from './group-card'

const group: GroupSummary = {
  id: 1,
  name: 'Курс',
  is_exam: false,
  is_admin: false,
  hide_leaderboard: false,
  tasks_total: 12_000,
  tasks_solved: 1024,
  important_left: 1,
  points_total: 300,
  points_earned: 100,
}

const links = { getProps: () => ({ href: '/group/1' }) } as unknown as RowLinks

test.each([
  ['ru', '1\u00a0024 из 12\u00a0000'],
  ['en', '1,024 of 12,000'],
] as const)('LANG-07 groups the digits of task counts, in %s', async (language, text) => {
  await startI18n(language)
  await i18next.loadNamespaces('groups')
  render(<GroupCard group={group} links={links} language={language} />)
  const meter = screen.getByRole('meter')
  expect(meter.getAttribute('aria-valuetext') ?? meter.textContent).toBe(text)
})

test.each<[string, Partial<GroupSummary>, string | null]>([
  ['left', { important_left: 2 }, 'Осталось 2 обязательных задания'],
  ['solved, or there were none', { important_left: 0 }, 'Обязательных заданий не осталось'],
  ['nothing solved, so there may be none', { important_left: 0, tasks_solved: 0 }, null],
])('required tasks: %s', async (_, fields, text) => {
  await startI18n('ru')
  await i18next.loadNamespaces('groups')
  render(<GroupCard group={{ ...group, ...fields }} links={links} language="ru" />)
  expect(screen.queryByText(/бязательн/)?.textContent ?? null).toBe(text)
})

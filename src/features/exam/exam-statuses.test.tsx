import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import config from '../../../public/config.json'
import type { Config } from '../../api/config'
import { createQueryClient } from '../../api/query-client'
import type { Attempt } from '../../api/schema.gen'
import { loadMessages, startI18n } from '../../i18n/init'
import payment from '../../i18n/locales/ru/payment.json'
import { configQuery } from '../../queries/config'
import { groupQuery } from '../../queries/groups'
import type { Group } from '../../queries/responses'
import type { AppRouter } from '../../router'
import { openExamTab } from '../../test/exam-page'
import { ExamTab } from './exam-tab'

/** Headline, current step and actions per status. */
const table: Record<string, [headline: RegExp, here: string | null, actions: string[]]> = {
  need_pay: [/^Нужна оплата$/, 'Доступ', ['pay', 'check']],
  payment_rejected: [/^Оплата отклонена$/, 'Доступ', ['pay', 'check']],
  payed: [/^Оплата получена$/, 'Старт', ['start', 'refresh']],
  get_access: [/^Допуск получен$/, 'Старт', ['start']],
  exam_started: [/^Экзамен идёт$/, 'Экзамен', ['openTasks']],
  time_left: [/^Время вышло$/, 'Отчёт', ['refresh']],
  need_report: [/^Сдайте отчёт до .+$/, 'Отчёт', ['refresh']],
  checking: [/^Отчёт на проверке$/, 'Проверка', ['refresh']],
  completed: [/^Экзамен сдан$/, null, ['competencies', 'leaderboard', 'newAttempt']],
  report_rejected: [/^Отчёт отклонён$/, 'Проверка', ['newAttempt']],
  unknown: [/^Неизвестный статус$/, null, ['refresh', 'feedback']],
  'a future status': [/^Неизвестный статус$/, null, ['refresh', 'feedback']],
}

const labels: Record<string, string> = {
  pay: payment.pay,
  check: payment.check,
  start: 'Начать экзамен',
  refresh: 'Обновить статус',
  openTasks: 'К заданиям',
  competencies: 'Мой профиль',
  leaderboard: 'Рейтинг',
  newAttempt: 'Запросить новую попытку',
  feedback: 'Обратная связь',
}

const hour = 3_600_000

const withStatus = (group: Group, status: unknown, extras?: object): Group => {
  const at = (hours: number) => new Date(Date.now() + hours * hour).toISOString()
  const attempt = {
    id: 900,
    status,
    hours: 24,
    created_at: at(-50),
    ...(extras ?? full(at)),
  }
  return { ...group, hide_leaderboard: false, attempts: [attempt as Attempt] }
}

const full = (at: (hours: number) => string) => ({
  price: 990000,
  currency: 'RUB',
  payment_url: `${location.origin}/mock-bank/order?attempt=900`,
  started_at: at(-1),
  ends_at: at(23),
  report_deadline: at(47),
})

const openStatuses = async () => {
  const page = await openExamTab({ scenario: 'examReady' })
  const { queryClient } = page
  const { queryKey } = groupQuery(5)
  const first = queryClient.getQueryData(queryKey)
  if (!first) throw new Error('The page has no group.')
  const show = (change: (group: Group) => Group) =>
    act(async () => {
      queryClient.setQueryData(queryKey, change(first))
      // The cache notifies its observers asynchronously.
      await new Promise(resolve => setTimeout(resolve, 0))
    })
  return { page, show, showStatus: (status: unknown) => show(group => withStatus(group, status)) }
}

const headlines = new RegExp(
  Object.values(table)
    .map(([headline]) => headline.source)
    .join('|'),
)
const card = () => screen.getByRole('region', { name: headlines })

/** Role queries would take minutes for all combinations. */
const region = () => document.querySelector('[aria-labelledby="exam-attempt"]')
/** The label may include the price. */
const isNamed = ({ textContent }: Element, label: string) =>
  label === payment.pay ? textContent?.startsWith(label) : textContent?.trim() === label
const enabled = () =>
  Object.entries(labels)
    .filter(([, label]) =>
      [...(region()?.querySelectorAll('button, a') ?? [])].some(
        one => isNamed(one, label) && one.getAttribute('aria-disabled') !== 'true',
      ),
    )
    .map(([action]) => action)

test('E10 each status shows its headline, its step and exactly its actions', async () => {
  const { showStatus } = await openStatuses()
  await showStatus('need_pay')
  await waitFor(() => expect(enabled()).toEqual(['pay', 'check']))
  for (const [status, [headline, currentStep, actions]] of Object.entries(table)) {
    await showStatus(status)
    const inCard = within(card())
    expect(inCard.getByRole('heading', { level: 2 }).textContent).toMatch(headline)
    expect([status, enabled()]).toEqual([status, actions])
    const steps = inCard.getByRole('list', { name: 'Этапы экзамена' })
    const current = steps.querySelectorAll('[aria-current=step]')
    expect(current).toHaveLength(currentStep ? 1 : 0)
    if (currentStep) expect(current[0]?.textContent).toContain(currentStep)
    expect(within(steps).getAllByRole('listitem')).toHaveLength(5)
  }
  for (const invalid of [7, null, undefined, {}, 'constructor']) {
    await showStatus(invalid)
    expect([invalid, enabled()]).toEqual([invalid, ['refresh', 'feedback']])
    expect(region()?.querySelector('[aria-current=step]')).toBeNull()
  }
})

const Payment = () => (
  <>
    <button type="button">{payment.pay}</button>
    <button type="button">{payment.check}</button>
  </>
)

/** Renders the tab only: a full page per pair of statuses would take minutes. */
const renderTab = async (exam: object = {}) => {
  await startI18n('ru')
  await loadMessages('exam', 'common', 'errors')
  const queryClient = createQueryClient()
  queryClient.setQueryData(configQuery().queryKey, config as unknown as Config)
  const group = { id: 5, name: 'Экзамен', is_exam: true, categories: [], exam: { hours: 24, ...exam } }
  let show: (status: unknown, extras?: object) => void = () => {}
  const Tab = () => {
    const [[status, extras], set] = useState<[unknown, object | undefined]>(['need_pay', undefined])
    show = (next, fields) => set([next, fields])
    const feedback = <button type="button">{labels.feedback}</button>
    const shown = withStatus(group as unknown as Group, status, extras)
    return (
      <ExamTab group={shown} statuses={new Map()} Payment={Payment} Ledger={() => null} feedback={feedback} />
    )
  }
  const routeTree = createRootRoute({ component: Tab })
  const router = createRouter({ routeTree, history: createMemoryHistory() })
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as unknown as AppRouter} />
    </QueryClientProvider>,
  )
  await screen.findByRole('region', { name: 'Нужна оплата' })
  return { show: (status: unknown, extras?: object) => act(() => show(status, extras)) }
}

const days = (from: number) => new Date(Date.now() + from * 24 * hour).toISOString()

test.each<
  [string, string, object, object, headline: RegExp, says: RegExp, never: RegExp | null, actions: string[]]
>([
  [
    'a rejected payment without a bill',
    'payment_rejected',
    { price: 990000, currency: 'RUB' },
    {},
    /^Оплата отклонена$/,
    /запросите новую попытку/,
    /повторить|Счёт ещё не выставлен/,
    ['newAttempt'],
  ],
  [
    'time over and no deadline',
    'time_left',
    {},
    {},
    /^Время вышло$/,
    /здесь появится срок сдачи/,
    /После экзамена нужно сдать отчёт\.$/,
    ['refresh', 'newAttempt'],
  ],
  [
    'time over and no report',
    'time_left',
    {},
    { report_required: false },
    /^Время вышло$/,
    /Отчёт не нужен/,
    /сдать отчёт/,
    ['refresh', 'newAttempt'],
  ],
  [
    'time over and a report due',
    'time_left',
    { report_deadline: days(1) },
    {},
    /^Время вышло$/,
    /Теперь сдайте отчёт в срок/,
    /После экзамена нужно/,
    ['refresh'],
  ],
  [
    'time over and the deadline missed',
    'time_left',
    { report_deadline: days(-1) },
    {},
    /^Срок сдачи отчёта истёк$/,
    /сразу напишите преподавателю/,
    /Время экзамена закончилось/,
    ['refresh', 'newAttempt'],
  ],
  [
    'neither price nor bill',
    'need_pay',
    {},
    {},
    /^Нужна оплата или допуск$/,
    /нажмите «Проверить оплату»/,
    /по допуску/,
    [],
  ],
])('%s: shows the next step and nothing contradictory', async (...row) => {
  const [, status, extras, exam, headline, expectedText, unexpectedText, actions] = row
  const { show } = await renderTab(exam)
  show(status, extras)
  const text = region()?.textContent ?? ''
  expect(document.getElementById('exam-attempt')?.textContent).toMatch(headline)
  expect(text).toMatch(expectedText)
  if (unexpectedText) expect(text).not.toMatch(unexpectedText)
  // The stub always shows both payment buttons.
  expect(enabled().filter(action => action !== 'pay' && action !== 'check')).toEqual(actions)
  expect(enabled().length).toBeGreaterThan(0)
})

test('E10 after any change of status the headline and actions are those of the new one', async () => {
  const { show } = await renderTab()
  const all = Object.entries(table)
  let before = 'need_pay'
  const check = ([status, [headline, , actions]]: (typeof all)[number]) => {
    show(status)
    expect([before, status, enabled()]).toEqual([before, status, actions])
    expect(document.getElementById('exam-attempt')?.textContent).toMatch(headline)
    before = status
  }
  for (const [index, one] of all.entries()) {
    check(one)
    for (const other of all.slice(index + 1)) {
      check(other)
      check(one)
    }
  }
})

test('without a report, the exam itself is reviewed', async () => {
  const { show } = await renderTab({ report_required: false })
  show('checking')
  expect(screen.getByRole('heading', { level: 2, name: 'Экзамен на проверке' })).toBeTruthy()
  expect(screen.queryByText(/[Оо]тчёт на проверке/)).toBeNull()
})

const malformed: [string, unknown][] = [
  ['no list', undefined],
  ['a string instead of a list', 'none'],
  ['nothing', [null, 7, {}]],
  ['wrong types', [{ id: 7, status: 7, hours: '24', price: '1', created_at: 4, score: {} }]],
  ['invalid times', [{ id: 7, status: 'exam_started', ends_at: 'soon', started_at: Number.NaN }]],
  ['a negative length', [{ id: 7, status: 'exam_started', hours: -24, created_at: '' }]],
  ['an end long ago', [{ id: 7, status: 'exam_started', hours: 24, ends_at: '1970-01-01' }]],
  ['an object as the reason', [{ id: 7, status: 'report_rejected', rejection_reason: {}, hours: 24 }]],
]

test('E11 malformed attempts show a dash and never break the page', async () => {
  const { show } = await openStatuses()
  for (const [name, attempts] of malformed) {
    await show(group => ({ ...group, attempts: attempts as Attempt[] }))
    const panel = screen.getByRole('tabpanel').textContent ?? ''
    expect([name, panel]).toEqual([name, expect.stringMatching(/Попытка|Запросить/)])
    expect([name, panel]).toEqual([name, expect.not.stringMatching(/NaN|undefined|Invalid|\[object/)])
  }
})

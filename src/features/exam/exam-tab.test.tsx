import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { playExamEvent } from '../../../mocks/platform/exam-events'
import { personas } from '../../../mocks/platform/personas'
import config from '../../../public/config.json'
import type { Config } from '../../api/config'
import { configQuery } from '../../api/queries/config'
import { createQueryClient } from '../../api/query-client'
import type { Group } from '../../api/responses'
import { loadMessages, startI18n } from '../../i18n/init'
import payment from '../../i18n/locales/ru/payment.json'
import { serverClock } from '../../lib/server-clock'
import type { AppRouter } from '../../router'
import { attemptCard, countAnnouncements, examTabPath, openExamTab } from '../../test/exam-page'
import { installFakeClock } from '../../test/fake-clock'
import { renderRoute } from '../../test/render-route'
import { settle } from '../../test/settle'
import { labTracker } from '../lab/lab-storage'
import { ExamTab } from './exam-tab'

/** Headline, current step and actions per status. */
const table: Record<string, [headline: RegExp, here: string | null, actions: string[]]> = {
  need_pay: [/^Нужна оплата$/, 'Доступ', ['pay', 'check']],
  payment_rejected: [/^Оплата отклонена$/, 'Доступ', ['pay', 'check']],
  payed: [/^Оплата получена$/, 'Старт', ['start', 'refresh']],
  get_access: [/^Допуск получен$/, 'Старт', ['start']],
  exam_started: [/^Экзамен идёт$/, 'Экзамен', ['openTasks']],
  time_left: [/^Время вышло$/, 'Отчёт', ['sent']],
  need_report: [/^Нужен отчёт$/, 'Отчёт', ['sent']],
  checking: [/^Отчёт на проверке$/, 'Проверка', ['refresh']],
  completed: [/^Экзамен сдан$/, null, ['competencies', 'leaderboard', 'newAttempt']],
  report_rejected: [/^Отчёт отклонён$/, 'Проверка', ['newAttempt']],
  unknown: [/^Неизвестный статус$/, null, ['refresh', 'feedback']],
  'a future status': [/^Неизвестный статус$/, null, ['refresh', 'feedback']],
}

const labels: Record<string, string> = {
  pay: payment.pay,
  check: payment.check,
  checkAdmission: payment['check.admission'],
  start: 'Начать экзамен',
  refresh: 'Обновить статус',
  sent: 'Обновить статус отчёта',
  openTasks: 'К заданиям',
  competencies: 'Поделиться профилем',
  leaderboard: 'Рейтинг',
  newAttempt: 'Запросить новую попытку',
  feedback: 'Обратная связь',
}

const hour = 3_600_000
const at = (hours: number) => new Date(Date.now() + hours * hour).toISOString()

const full = {
  price: 990000,
  currency: 'RUB',
  payment_url: `${location.origin}/mock-bank/order?attempt=900`,
  started_at: at(-1),
  ends_at: at(23),
  report_deadline: at(47),
}

/** Renders the tab only: a full page per pair of statuses would take minutes. */
const renderTab = async (exam: object = {}) => {
  await startI18n('ru')
  await loadMessages('exam', 'examBar', 'common', 'errors')
  const queryClient = createQueryClient()
  queryClient.setQueryData(configQuery().queryKey, config as unknown as Config)
  const summary = { id: 5, name: 'Экзамен', is_exam: true, tasks_solved: 3, tasks_total: 8 }
  const group = { ...summary, categories: [], exam: { hours: 24, ...exam } }
  let setAttempts: (attempts: unknown) => void = () => {}
  const withStatus = (status: unknown, fields: object = full) => [
    { id: 900, status, hours: 24, created_at: at(-50), ...fields },
  ]
  const Tab = () => {
    const [attempts, set] = useState<unknown>(() => withStatus('need_pay'))
    setAttempts = set
    return <ExamTab group={{ ...group, attempts } as unknown as Group} statuses={new Map()} />
  }
  const routeTree = createRootRoute({ component: Tab })
  const router = createRouter({ routeTree, history: createMemoryHistory() })
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as unknown as AppRouter} />
    </QueryClientProvider>,
  )
  await screen.findByRole('region', { name: 'Нужна оплата' })
  const show = (attempts: unknown) => act(() => setAttempts(attempts))
  return { show, showStatus: (status: unknown, fields?: object) => show(withStatus(status, fields)) }
}

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

test('E10 after any change of status the headline, step and actions are those of the new one', async () => {
  const { showStatus } = await renderTab()
  await waitFor(() => expect(enabled()).toEqual(['pay', 'check']))
  const all = Object.entries(table)
  let before = 'need_pay'
  const check = ([status, [headline, step, actions]]: (typeof all)[number]) => {
    showStatus(status)
    expect([before, status, enabled()]).toEqual([before, status, actions])
    expect(document.getElementById('exam-attempt')?.textContent).toMatch(headline)
    const current = [...(region()?.querySelectorAll('[aria-current=step]') ?? [])]
    expect(current.map(({ textContent }) => textContent)).toEqual(step ? [expect.stringContaining(step)] : [])
    before = status
  }
  for (const [index, one] of all.entries()) {
    check(one)
    for (const other of all.slice(index + 1)) {
      check(other)
      check(one)
    }
  }
  for (const invalid of [7, null, undefined, {}, 'constructor']) {
    showStatus(invalid)
    expect([invalid, enabled()]).toEqual([invalid, ['refresh', 'feedback']])
    expect(region()?.querySelector('[aria-current=step]')).toBeNull()
  }
})

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
    { report_deadline: at(24) },
    {},
    /^Время вышло$/,
    /Принятые флаги сохранены/,
    /После экзамена нужно/,
    ['sent'],
  ],
  [
    'time over and the deadline missed',
    'time_left',
    { report_deadline: at(-24) },
    {},
    /^Срок сдачи отчёта истёк$/,
    /сразу нажмите «Написать организаторам»/,
    /Принятые флаги сохранены/,
    ['refresh', 'newAttempt'],
  ],
  [
    'a review without a report',
    'checking',
    {},
    { report_required: false },
    /^Экзамен на проверке$/,
    /Результат|проверк/,
    /[Оо]тчёт на проверке/,
    ['refresh'],
  ],
  [
    'neither price nor bill',
    'need_pay',
    {},
    { price: 990000, currency: 'RUB' },
    /^Нужна оплата или допуск$/,
    /нажмите «Проверить оплату»/,
    /по допуску/,
    [],
  ],
  [
    'a free exam',
    'need_pay',
    {},
    {},
    /^Нужен допуск$/,
    /Нажмите «Проверить допуск»/,
    /оплат/,
    ['checkAdmission'],
  ],
])('%s: shows the next step and nothing contradictory', async (...row) => {
  const [, status, extras, exam, headline, expectedText, unexpectedText, actions] = row
  const { showStatus } = await renderTab(exam)
  showStatus(status, extras)
  const text = region()?.textContent ?? ''
  expect(document.getElementById('exam-attempt')?.textContent).toMatch(headline)
  expect(text).toMatch(expectedText)
  if (unexpectedText) expect(text).not.toMatch(unexpectedText)
  expect(enabled().filter(action => action !== 'pay' && action !== 'check')).toEqual(actions)
  expect(enabled().length).toBeGreaterThan(0)
})

test('until there is a result, the ring counts what is solved; a missed deadline is a failed step', async () => {
  const { showStatus } = await renderTab()
  for (const status of ['checking', 'report_rejected', 'unknown']) {
    showStatus(status, {})
    expect(region()?.textContent).toMatch(/3из 8 решено/)
  }
  showStatus('need_report', { report_deadline: at(-24) })
  const [failed] = screen.getAllByRole('listitem').filter(item => item.ariaCurrent === 'step')
  expect(failed?.textContent).toMatch(/Отчёт.*Срок сдачи отчёта истёк.*до \d+ /)
})

test('shows the remaining tasks, the time per task, and a warning about a lab that ends before the exam', async () => {
  const page = await openExamTab({ scenario: 'examLabRunning' })
  const card = within(await attemptCard('Экзамен идёт'))
  expect(card.getByRole('timer').textContent).toMatch(/^2[01]:\d\d:\d\d$/)
  expect(card.getByText('Обязательные').parentElement?.textContent).toBe('Обязательные0из 6')
  expect(card.getByText(/^3.ч (?:29|30).мин$/)).toBeTruthy()
  expect(
    card.getByRole('heading', { level: 2, name: /^Экзамен идёт (?:Сегодня до|До завтра,) \d\d:\d\d$/ }),
  ).toBeTruthy()
  expect(card.getByText(/\d\d:\d\d .+\. Паузы нет, принятые флаги сохранятся\.$/)).toBeTruthy()
  const tasks = within(card.getByRole('region', { name: 'Задания' }))
  const [first, ...others] = tasks.getAllByRole('link')
  expect(others).toHaveLength(7)
  expect(card.getByRole('link', { name: `Дальше: ${first?.textContent}` }).getAttribute('href')).toBe(
    first?.getAttribute('href'),
  )
  act(() => labTracker.track({ groupId: 5, taskId: 501 }))
  const warning = await card.findByText('Лаборатория остановится раньше, чем закончится экзамен')
  expect(warning.parentElement?.textContent).toMatch(/остановится в \d\d:\d\d, через 1[123].мин/)
  expect(card.getByRole('link', { name: 'К лаборатории' }).getAttribute('href')).toMatch(
    /\/group\/5\/task\/501#lab$/,
  )
  act(() => labTracker.reset())
  expect(page.count('startAttempt')).toBe(0)
})

test('E16 a clock that contradicts itself shows no time left', async () => {
  const clock = installFakeClock()
  await openExamTab({ scenario: 'examLabRunning' })
  const card = within(await attemptCard('Экзамен идёт'))
  expect(card.getByRole('timer').textContent).toMatch(/^2[01]:\d\d:\d\d$/)
  act(() => serverClock.setContradicted(true))
  clock.advance(1100)
  await waitFor(() => expect(card.getByRole('timer').textContent).not.toMatch(/\d/))
  act(() => serverClock.setContradicted(false))
  clock.advance(1100)
  await waitFor(() => expect(card.getByRole('timer').textContent).toMatch(/^2[01]:\d\d:\d\d$/))
})

test('an exam that was started on another device shows within half a minute', async () => {
  const clock = installFakeClock()
  const page = await openExamTab({ scenario: 'examReady' })
  await attemptCard(/получен/)
  const { attempts } = page.platform.db.tables
  const row = attempts.values().findLast(({ group_id: id }) => id === 5)
  if (!row) throw new Error('There is no attempt.')
  attempts.patch(row.id, { started_at: page.platform.db.now() })
  clock.advance(29_000)
  expect(page.count('getGroup')).toBe(0)
  clock.advance(1100)
  await attemptCard('Экзамен идёт')
  expect(page.count('startAttempt')).toBe(0)
})

test('E09 at zero waits for the server and removes nothing', async () => {
  const clock = installFakeClock()
  const page = await openExamTab({ scenario: 'examEndsSoon' })
  page.platform.db.faults.add('getGroup', { kind: 'abort' }, Number.POSITIVE_INFINITY)
  const card = within(await attemptCard('Экзамен идёт'))
  expect(card.queryByText('В среднем на задание')).toBeNull()
  clock.advance(62_000)
  expect(await card.findByText(/^0:00:[0-5]\d$/)).toBeTruthy()
  clock.advance(60_000)
  expect(await card.findByText('Время на таймере вышло')).toBeTruthy()
  expect(card.getByText(/^Ждём подтверждения/)).toBeTruthy()
  expect(card.getByRole('link', { name: /^(?:Дальше: .+|К заданиям)$/ })).toBeTruthy()
  expect(card.getByRole('heading', { level: 2, name: /^Экзамен идёт/ })).toBeTruthy()
})

const refresh = () => screen.getByRole('button', { name: 'Обновить статус' })

test('shows when nothing has changed, keeps an error in the card, and announces a change once', async () => {
  const page = await openExamTab({ scenario: 'reportInReview' })
  const { db } = page.platform
  for (let click = 0; click < 5; click += 1) fireEvent.click(refresh())
  const card = within(await attemptCard('Отчёт на проверке'))
  await card.findByText(/^Без изменений, проверено в \d\d:\d\d$/)
  await waitFor(() => expect(countAnnouncements(/^Без изменений/)).toBe(1))
  // The second click of a double click, after a fast response.
  fireEvent.click(refresh(), { detail: 2 })
  expect(refresh().ariaBusy).toBeNull()
  expect(page.count('checkPayment')).toBe(1)
  expect(page.count('getGroup')).toBe(1)

  db.faults.add('checkPayment', { kind: 'status', status: 500 })
  await page.user.click(refresh())
  await card.findByText('Не удалось обновить статус')
  expect(page.count('checkPayment')).toBe(2)

  // A response about another attempt (F08).
  db.faults.add('checkPayment', { kind: 'body', status: 200, body: { id: 1, status: 'payed' } })
  await page.user.click(card.getByRole('button', { name: 'Повторить' }))
  await waitFor(() => expect(page.count('checkPayment')).toBe(3))
  await card.findByText('Не удалось обновить статус')

  playExamEvent(db, personas.candidate.username, 5, { accept: 91 })
  await page.user.click(card.getByRole('button', { name: 'Повторить' }))
  const passed = within(await attemptCard('Экзамен сдан'))
  expect(passed.getByText('91')).toBeTruthy()
  await waitFor(() => expect(countAnnouncements(/^Статус обновлён в/)).toBe(1))
})

test('shows the times of an attempt with those of the platform at once, so that they move no button', async () => {
  let release = () => {}
  const until = new Promise<void>(resolve => {
    release = resolve
  })
  const answer = () => until.then(() => Response.json({ ...config, time_zone: 'Pacific/Auckland' }))
  const page = await renderRoute(examTabPath, { as: 'candidate', scenario: 'reportDue', config: answer })
  await screen.findByRole('tab', { name: 'Экзамен' })
  await settle(page)
  expect(region()).toBeNull()
  release()
  await waitFor(() => expect(region()?.textContent).toContain('по времени платформы'))
})

test('shows an attempt without a configuration that does not come', async () => {
  const never = () => new Promise<Response>(() => {})
  await openExamTab({ scenario: 'reportDue', config: never })
  expect(region()?.textContent).not.toContain('по времени платформы')
})

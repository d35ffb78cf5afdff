import { act, screen, waitFor, within } from '@testing-library/react'
import type { TFunction } from 'i18next'
import { expect, onTestFinished, test, vi } from 'vitest'
import { operationTable } from '../../../mocks/operations.gen'
import { playExamEvent } from '../../../mocks/platform/exam-events'
import type { ScenarioName } from '../../../mocks/platform/scenario-names'
import { announcements } from '../../lib/announce'
import { monitorConnection } from '../../lib/online'
import { fillIn } from '../../test/fill-in'
import { getSubmissions } from '../../test/flag-page'
import { holdAnswer } from '../../test/hold-answer'
import { openLabPage } from '../../test/lab-page'
import { formatTitleTime, getNextAnnouncement } from './exam-polling'
import { examStore } from './exam-state'
import { parseLedger } from './ledger'
import { formatBarTime, roundForSpeech } from './running-exam'

const bar = () => screen.queryByRole('region', { name: 'Время экзамена' })
const findTimer = () => screen.findByRole('timer', { name: 'Осталось времени' })

/** Renders a candidate's page and records announcements. */
const openExam = async (path: string, scenario: ScenarioName = 'examRunning') => {
  const announced: string[] = []
  const page = await openLabPage(path, { as: 'candidate', scenario })
  let lastId = 0
  const stop = announcements.subscribe(() => {
    for (const { id, text } of announcements.get().filter(one => one.id > lastId)) {
      lastId = id
      announced.push(text)
    }
  })
  onTestFinished(stop)
  return { ...page, announced }
}

const getGaps = () =>
  parseLedger(localStorage.getItem('flagship.examLedger')).entries.filter(({ kind }) => kind === 'gap')

const expectAnnounced = async (page: { announced: string[] }, text: string | RegExp, count = 1) => {
  const matching = () =>
    page.announced.filter(one => (typeof text === 'string' ? one === text : text.test(one)))
  await waitFor(() => expect(matching()).toHaveLength(count))
}

test('the clock appears automatically on another device, on every page', async () => {
  const page = await openExam('/groups')
  await screen.findByRole('heading', { level: 1, name: 'Моё обучение' })
  expect(bar()).toBeNull()
  await page.pass(4)
  expect((await findTimer()).textContent).toMatch(/^2[23]:\d\d:\d\d$/)
  for (const path of ['/contacts', '/group/5/leaderboard', '/competencies', '/group/1']) {
    page.router.history.push(path)
    await waitFor(() => expect(page.router.state.location.pathname).toBe(path))
    // The page is hidden until the code of the next one is loaded.
    const link = await waitFor(() =>
      within(screen.getByRole('region', { name: 'Время экзамена' })).getByRole('link'),
    )
    expect(link.getAttribute('href')).toBe('/group/5?tab=exam')
  }
  await waitFor(() => expect(document.title).toMatch(/^2[23]\sч \d+\sмин · Экзамен · /))
})

test('shows no clock without a running exam', async () => {
  const page = await openExam('/group/5', 'examReady')
  await screen.findByRole('heading', { level: 1, name: /^Экзамен/ })
  await page.pass(5)
  expect(bar()).toBeNull()
  expect(document.title).toMatch(/^Экзамен «/)
})

test('the time can be hidden, also in the title, and shown on request', async () => {
  const page = await openExam('/group/5')
  await findTimer()
  expect(bar()?.textContent).toMatch(/Осталось2[23]:/)
  await page.user.click(screen.getByRole('button', { name: 'Скрыть таймер' }))
  expect(screen.queryByRole('timer')).toBeNull()
  expect(bar()?.textContent).toContain('Экзамен идёт')
  expect(bar()?.textContent).not.toMatch(/\d/)
  await waitFor(() => expect(document.title).toMatch(/^Экзамен · Экзамен «/))
  expect(localStorage.getItem('flagship.examClock')).toBe('hidden')
  await page.user.click(screen.getByRole('button', { name: 'Показать таймер' }))
  await findTimer()
})

test('the page of the exam has the only clock, which can be hidden there too', async () => {
  const page = await openExam('/group/5?tab=exam')
  const timer = await findTimer()
  expect(timer.closest('main')).not.toBeNull()
  expect(bar()).toBeNull()
  await page.user.click(screen.getByRole('button', { name: 'Скрыть таймер' }))
  expect(screen.queryByRole('timer')).toBeNull()
  await page.user.click(screen.getByRole('button', { name: 'Показать таймер' }))
  await findTimer()
  page.router.history.push('/group/5?tab=tasks')
  await waitFor(() => expect(bar()).not.toBeNull())
})

test('A11Y-19 announces the time at thresholds only, and the end once, when the server confirms it', async () => {
  const page = await openExam('/group/5', 'examEndsSoon')
  expect((await findTimer()).getAttribute('aria-live')).toBe('off')
  page.announced.length = 0
  await page.pass(45)
  expect(page.announced).toEqual([])
  expect(bar()?.textContent).toContain('Осталось меньше 5\u00a0% времени')
  await page.pass(20)
  await expectAnnounced(page, /^До конца экзамена/)
  await page.pass(40)
  expect(page.announced).toHaveLength(1)
  await page.pass(22)
  await expectAnnounced(page, 'Время вышло')
  expect(bar()).toBeNull()
  const news = within(await screen.findByRole('region', { name: 'Сообщения об экзамене' }))
  expect(news.getByRole('link', { name: 'К экзамену' })).toHaveProperty(
    'href',
    `${location.origin}/group/5?tab=exam`,
  )
  expect(localStorage.getItem('flagship.exam')).toBeNull()
  await page.pass(65)
  await news.findByText(/^Теперь сдайте отчёт до/)
  expect(page.announced.filter(text => text === 'Время вышло')).toHaveLength(1)
  await page.user.click(news.getByRole('button', { name: 'Скрыть сообщение об экзамене' }))
  expect(screen.queryByRole('region', { name: 'Сообщения об экзамене' })).toBeNull()
})

test('E09 at zero nothing is locked: a flag can be sent, and an extension is shown', async () => {
  const page = await openExam('/group/5/task/501', 'examEndsSoon')
  await findTimer()
  const flag = await screen.findByRole('textbox', { name: /флаг/i })
  await page.pass(100)
  playExamEvent(page.platform.db, 'candidate', 5, { extend: 30 })
  const { fault, answer } = holdAnswer()
  page.platform.db.faults.add('getGroup', fault)
  page.platform.journal.clear()
  await page.pass(25)
  expect(bar()?.textContent).toContain('Время вышло, ждём ответа сервера')
  expect(screen.getByRole('timer', { name: 'Осталось времени' }).textContent).toBe('0:00:00')
  fillIn(flag, 'flag{late}')
  await page.user.click(screen.getByRole('button', { name: /^Отправить/ }))
  await waitFor(() => expect(getSubmissions(page)).toHaveLength(1))
  answer()
  await expectAnnounced(page, /^Время окончания изменилось: было .+, стало /)
  await waitFor(() => expect(bar()?.textContent).toMatch(/0:29:\d\d/))
  expect(page.calls().filter(name => name === 'getGroup').length).toBeLessThanOrEqual(2)
  const news = within(screen.getByRole('region', { name: 'Сообщения об экзамене' }))
  await page.user.click(news.getByRole('button', { name: 'Скрыть сообщение об экзамене' }))
})

test('one failed poll is silent; two show the last contact; the return is announced once', async () => {
  const page = await openExam('/group/5')
  await findTimer()
  page.announced.length = 0
  page.platform.db.faults.add('getGroup', { kind: 'abort' }, 2)
  await page.pass(61)
  expect(page.announced).toEqual([])
  expect(bar()?.textContent).not.toContain('Последняя связь')
  await page.pass(7)
  await expectAnnounced(page, 'Ответы не отправляются. Время продолжает идти')
  expect(bar()?.textContent).toMatch(/Последняя связь \d\d:\d\d:\d\d/)
  const cut = within(screen.getByRole('region', { name: 'Нет связи с сервером' }))
  await page.user.click(cut.getByRole('button', { name: 'Проверить связь' }))
  await expectAnnounced(page, 'Связь восстановлена')
  expect(screen.queryByRole('region', { name: 'Нет связи с сервером' })).toBeNull()
})

test('E08 E14 offline during an exam: one banner, a gap in the log, the return is announced, only reads are sent', async () => {
  const stop = monitorConnection()
  onTestFinished(() => {
    stop()
    vi.restoreAllMocks()
  })
  const setOnline = (state: 'online' | 'offline') => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(state === 'online')
    window.dispatchEvent(new Event(state))
  }
  const page = await openExam('/group/5')
  await findTimer()
  page.announced.length = 0
  const { settings } = page.platform.db.tables
  settings.patch('settings', { network: 'offline' })
  setOnline('offline')
  page.clock.advance(2000)
  await screen.findByRole('region', { name: 'Нет связи с сервером' })
  expect(screen.queryByText(/^Нет соединения/)).toBeNull()
  await page.pass(6)
  await waitFor(() => expect(getGaps()).toEqual([expect.objectContaining({ isOpen: true })]))
  page.platform.journal.clear()
  settings.patch('settings', { network: 'online' })
  setOnline('online')
  await page.pass(3)
  await expectAnnounced(page, 'Связь восстановлена')
  await waitFor(() => expect(getGaps()).toEqual([expect.not.objectContaining({ isOpen: true })]))
  expect(page.announced).toEqual(['Ответы не отправляются. Время продолжает идти', 'Связь восстановлена'])
  const effects = new Map(operationTable.map(({ operationId, effect }) => [operationId as string, effect]))
  expect(page.calls()).toContain('getGroup')
  expect(page.calls().filter(name => effects.get(name) !== 'read')).toEqual([])
})

test('a hidden tab announces the connection state only when it becomes visible', async () => {
  onTestFinished(() => {
    vi.restoreAllMocks()
  })
  const setVisibility = (state: DocumentVisibilityState) => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
    document.dispatchEvent(new Event('visibilitychange'))
  }
  const page = await openExam('/group/5')
  await findTimer()
  page.announced.length = 0
  act(() => setVisibility('hidden'))
  act(() => examStore.dispatch({ kind: 'cutOff' }))
  await screen.findByRole('region', { name: 'Нет связи с сервером' })
  expect(page.announced).toEqual([])
  page.platform.db.faults.add('getGroup', { kind: 'abort' })
  act(() => setVisibility('visible'))
  await expectAnnounced(page, 'Ответы не отправляются. Время продолжает идти')
  act(() => setVisibility('hidden'))
  act(() => examStore.dispatch({ kind: 'reached' }))
  act(() => examStore.dispatch({ kind: 'cutOff' }))
  act(() => setVisibility('visible'))
  await page.pass(2)
  expect(page.announced.filter(text => text.startsWith('Ответы'))).toHaveLength(1)
})

const t = ((key: string, { hours, minutes }: { hours?: number; minutes: number }) =>
  key === 'title.hours' ? `${hours}h ${minutes}m` : `${minutes}m`) as unknown as TFunction<'examBar'>

test.each([
  [0, '0:00:00', '0m'],
  [1, '0:00:01', '1m'],
  [60, '0:01:00', '1m'],
  [61, '0:01:01', '2m'],
  [309, '0:05:09', '6m'],
  [3723, '1:02:03', '1h 3m'],
  [86_400, '24:00:00', '24h 0m'],
  [259_199, '71:59:59', '72h 0m'],
])('%i s are %s in the bar and %s in the title', (left, bar, title) => {
  expect(formatBarTime(left)).toBe(bar)
  expect(formatTitleTime(left, t)).toBe(title)
})

test('E11 an unknown time is a dash in the bar and absent from the title', () => {
  expect(formatBarTime(null)).toBe('–')
  expect(formatTitleTime(null, t)).toBeNull()
})

test.each([
  [59, 59],
  [60, 60],
  [61, 120],
  [1800, 1800],
  [5041, 5100],
])('%i s are announced as %i s', (left, expected) => {
  expect(roundForSpeech(left)).toBe(expected)
})

const hour = 3600

/** Announcements while the time left goes through these values. */
const getAnnouncements = (lefts: (number | null)[], total: number | null = 4 * hour) => {
  let announced: ReturnType<typeof getNextAnnouncement>['announced'] | null = null
  const announcements: string[] = []
  for (const left of lefts) {
    const next = getNextAnnouncement(announced, { end: 'e', left, total })
    announced = next.announced
    if (next.isDue) announcements.push(next.isHalf ? `half ${left}` : String(left))
  }
  return announcements
}

test.each([
  ['an exam of 4 hours', 4 * hour, ['half 7200', '1800', '600', '300', '60']],
  ['40 minutes: half comes after 30 minutes', 2400, ['1800', 'half 1200', '600', '300', '60']],
  ['20 minutes: half is 10 minutes', 1200, ['half 600', '300', '60']],
  ['an unknown length', null, ['1800', '600', '300', '60']],
])('announces each threshold once: %s', (_, total, expected) => {
  const begin = total ?? 2 * hour
  expect(
    getAnnouncements(
      Array.from({ length: begin + 1 }, (_, spent) => begin - spent),
      total,
    ),
  ).toEqual(expected)
})

test.each([
  ['a reload after a threshold is silent', [1700, 1699], []],
  ['the next threshold is announced', [1700, 1699, 600], ['600']],
  ['after sleep only the latest is announced', [3 * hour, 290], ['290']],
  ['a half long past is not announced as half', [3 * hour, 2 * hour - 120], [String(2 * hour - 120)]],
  ['a repeated second is announced once', [1801, 1800, 1800], ['1800']],
  ['a clock that goes back does not repeat it', [1801, 1800, 1801, 1800], ['1800']],
  ['sleep until the end announces nothing', [hour, 0], []],
  ['an unknown time announces nothing', [hour, null, null], []],
])('%s', (_, lefts, expected) => {
  expect(getAnnouncements(lefts)).toEqual(expected)
})

test('a moved end has its own thresholds; passed ones are not announced', () => {
  const { announced } = getNextAnnouncement(null, { end: '14:00', left: 2000, total: 4 * hour })
  const moved = getNextAnnouncement(announced, { end: '13:40', left: 800, total: 4 * hour })
  expect(moved.isDue).toBe(false)
  expect(getNextAnnouncement(moved.announced, { end: '13:40', left: 600, total: 4 * hour }).isDue).toBe(true)
})

import { act, configure, screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { operationTable } from '../../../mocks/operations.gen'
import { playExamEvent } from '../../../mocks/platform/exam-events'
import type { ScenarioName } from '../../../mocks/platform/scenarios'
import { announcements } from '../../lib/announce'
import { watchConnection } from '../../lib/online'
import { examStore } from '../../queries/exam-watch-store'
import { openLabPage } from '../../test/lab-page'

configure({ asyncUtilTimeout: 10_000 })
vi.setConfig({ testTimeout: 30_000 })

const bar = () => screen.queryByRole('region', { name: 'Время экзамена' })
const findTimer = () => screen.findByRole('timer', { name: 'Осталось времени' })

/** A page of the candidate, and everything that is said there from then on. */
const openExam = async (path: string, scenario: ScenarioName = 'examRunning') => {
  const said: string[] = []
  const page = await openLabPage(path, { as: 'candidate', scenario })
  let last = 0
  const stop = announcements.subscribe(() => {
    for (const { id, text } of announcements.get().filter(one => one.id > last)) {
      last = id
      said.push(text)
    }
  })
  onTestFinished(stop)
  return { ...page, said }
}

const hear = async (page: { said: string[] }, text: string | RegExp, times = 1) => {
  const heard = () => page.said.filter(one => (typeof text === 'string' ? one === text : text.test(one)))
  await waitFor(() => expect(heard()).toHaveLength(times))
}

test('signed in on another device: the clock comes by itself, and then stands on every page', async () => {
  const page = await openExam('/groups')
  await screen.findByRole('heading', { level: 1, name: 'Мои группы' })
  expect(bar()).toBeNull()
  await page.pass(4)
  expect((await findTimer()).textContent).toMatch(/^2[23]:\d\d:\d\d$/)
  for (const path of ['/contacts', '/group/5/leaderboard', '/competencies', '/group/1']) {
    page.router.history.push(path)
    await waitFor(() => expect(page.router.state.location.pathname).toBe(path))
    expect(
      within(await screen.findByRole('region', { name: 'Время экзамена' })).getByRole('link'),
    ).toHaveProperty('href', `${location.origin}/group/5?tab=exam`)
  }
  await waitFor(() => expect(document.title).toMatch(/^2[23]\sч \d+\sмин · Экзамен · /))
})

test('who has no exam running sees no clock', async () => {
  const page = await openExam('/group/5', 'examReady')
  await screen.findByRole('heading', { level: 1, name: /^Экзамен/ })
  await page.pass(5)
  expect(bar()).toBeNull()
  expect(document.title).toMatch(/^Экзамен «/)
})

test('the time can be hidden, also in the title, and be asked for', async () => {
  const page = await openExam('/group/5')
  await findTimer()
  const isTold = () => /До конца экзамена/.test(bar()?.textContent ?? '')
  await page.user.click(screen.getByRole('button', { name: 'Сколько осталось?' }))
  await waitFor(() => expect(isTold()).toBe(true))
  page.clock.advance(11_000)
  await waitFor(() => expect(isTold()).toBe(false))
  page.said.length = 0
  await page.user.click(screen.getByRole('button', { name: 'Скрыть время' }))
  expect(screen.queryByRole('timer')).toBeNull()
  expect(bar()?.textContent).toContain('Экзамен идёт')
  expect(bar()?.textContent).not.toMatch(/\d/)
  await waitFor(() => expect(document.title).toMatch(/^Экзамен · Экзамен «/))
  expect(localStorage.getItem('flagship.examClock')).toBe('hidden')
  await page.user.click(screen.getByRole('button', { name: 'Сколько осталось?' }))
  await hear(page, /^До конца экзамена 2[23].ч/)
  await waitFor(() => expect(bar()?.textContent).toMatch(/До конца экзамена/))
  page.clock.advance(11_000)
  expect(bar()?.textContent).not.toMatch(/\d/)
  await page.user.click(screen.getByRole('button', { name: 'Показать время' }))
  await findTimer()
})

test('A11Y-19 the clock is silent but for its marks; the end is the server’s word, said once', async () => {
  const page = await openExam('/group/5', 'examEndsSoon')
  expect((await findTimer()).getAttribute('aria-live')).toBe('off')
  page.said.length = 0
  await page.pass(45)
  expect(page.said).toEqual([])
  expect(bar()?.textContent).toContain('Осталось меньше 5\u00a0% времени')
  await page.pass(20)
  await hear(page, /^До конца экзамена/)
  await page.pass(50)
  expect(page.said).toHaveLength(1)
  await page.pass(12)
  await hear(page, 'Время вышло')
  expect(bar()).toBeNull()
  const news = within(await screen.findByRole('region', { name: 'Новости экзамена' }))
  expect(news.getByRole('link', { name: 'К экзамену' })).toHaveProperty(
    'href',
    `${location.origin}/group/5?tab=exam`,
  )
  expect(localStorage.getItem('flagship.exam')).toBeNull()
  await page.pass(65)
  await news.findByText(/^Теперь нужен отчёт до/)
  expect(page.said.filter(text => text === 'Время вышло')).toHaveLength(1)
  await page.user.click(news.getByRole('button', { name: 'Скрыть сообщение об экзамене' }))
  expect(screen.queryByRole('region', { name: 'Новости экзамена' })).toBeNull()
})

test('E09 at zero nothing is locked: a flag is sent, and the answer brings the new end', async () => {
  const page = await openExam('/group/5/task/501', 'examEndsSoon')
  await findTimer()
  await page.pass(100)
  playExamEvent(page.platform.db, 'candidate', 5, { extend: 30 })
  let answer = () => {}
  const until = new Promise<void>(resolve => {
    answer = resolve
  })
  page.platform.db.faults.add('getGroup', { kind: 'wait', until })
  page.platform.journal.clear()
  await page.pass(25)
  expect(bar()?.textContent).toContain('Время вышло, ждём ответа платформы')
  expect(screen.getByRole('timer', { name: 'Осталось времени' }).textContent).toBe('0:00:00')
  await page.user.type(screen.getByRole('textbox', { name: /флаг/i }), 'flag{{late}')
  await page.user.click(screen.getByRole('button', { name: /^Отправить/ }))
  await waitFor(() => expect(page.calls()).toContain('submitFlags'))
  answer()
  await hear(page, /^Время окончания изменилось: было .+, стало /)
  await waitFor(() => expect(bar()?.textContent).toMatch(/0:29:\d\d/))
  expect(page.calls().filter(name => name === 'getGroup').length).toBeLessThanOrEqual(2)
  const news = within(screen.getByRole('region', { name: 'Новости экзамена' }))
  await page.user.click(news.getByRole('button', { name: 'Скрыть сообщение об экзамене' }))
})

test('one failed poll says nothing; two show the last contact; the return is said once', async () => {
  const page = await openExam('/group/5')
  await findTimer()
  page.said.length = 0
  page.platform.db.faults.add('getGroup', { kind: 'abort' }, 2)
  await page.pass(61)
  expect(page.said).toEqual([])
  expect(bar()?.textContent).not.toContain('Последняя связь')
  await page.pass(7)
  await hear(page, 'Ответы не отправляются. Время продолжает идти')
  expect(bar()?.textContent).toMatch(/Последняя связь \d\d:\d\d:\d\d/)
  const cut = within(screen.getByRole('region', { name: 'Нет связи с платформой' }))
  await page.user.click(cut.getByRole('button', { name: 'Проверить связь' }))
  await hear(page, 'Связь восстановлена')
  expect(screen.queryByRole('region', { name: 'Нет связи с платформой' })).toBeNull()
})

test('E08 offline during an exam: one banner, one word on return, and nothing but reads', async () => {
  const stop = watchConnection()
  onTestFinished(() => {
    stop()
    vi.restoreAllMocks()
  })
  const goes = (word: 'online' | 'offline') => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(word === 'online')
    window.dispatchEvent(new Event(word))
  }
  const page = await openExam('/group/5')
  await findTimer()
  page.said.length = 0
  goes('offline')
  page.clock.advance(2000)
  await screen.findByRole('region', { name: 'Нет связи с платформой' })
  expect(screen.queryByText(/^Нет соединения/)).toBeNull()
  page.platform.journal.clear()
  goes('online')
  await page.pass(3)
  await hear(page, 'Связь восстановлена')
  expect(page.said).toEqual(['Ответы не отправляются. Время продолжает идти', 'Связь восстановлена'])
  const effects = new Map(operationTable.map(({ operationId, effect }) => [operationId as string, effect]))
  expect(page.calls()).toContain('getGroup')
  expect(page.calls().filter(name => effects.get(name) !== 'read')).toEqual([])
})

test('a hidden tab is silent about the connection, and says on the return what still stands', async () => {
  onTestFinished(() => {
    vi.restoreAllMocks()
  })
  const turn = (state: DocumentVisibilityState) => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
    document.dispatchEvent(new Event('visibilitychange'))
  }
  const page = await openExam('/group/5')
  await findTimer()
  page.said.length = 0
  act(() => turn('hidden'))
  act(() => examStore.setCut(true))
  await screen.findByRole('region', { name: 'Нет связи с платформой' })
  expect(page.said).toEqual([])
  page.platform.db.faults.add('getGroup', { kind: 'abort' })
  act(() => turn('visible'))
  await hear(page, 'Ответы не отправляются. Время продолжает идти')
  act(() => turn('hidden'))
  act(() => examStore.setCut(false))
  act(() => examStore.setCut(true))
  act(() => turn('visible'))
  await page.pass(2)
  expect(page.said.filter(text => text.startsWith('Ответы'))).toHaveLength(1)
})

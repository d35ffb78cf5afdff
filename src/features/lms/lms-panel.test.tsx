import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Fault } from '../../../mocks/platform/faults'
import { personas } from '../../../mocks/platform/personas'
import type { ScenarioName } from '../../../mocks/platform/scenario-names'
import { api } from '../../api/api'
import { clearTabData } from '../../lib/drafts'
import { holdAnswer } from '../../test/hold-answer'
import { renderRoute } from '../../test/render-route'
import { MAX_HISTORY, readLmsHistory, storeLmsSync } from './sync-storage'

const always = Number.POSITIVE_INFINITY

interface Opening {
  scenario?: ScenarioName
  operation?: 'uploadToLms' | 'downloadFromLms'
  fault?: Fault
  group?: number
}

const open = async ({ scenario = 'default', operation = 'uploadToLms', fault, group = 1 }: Opening = {}) => {
  const page = await renderRoute(`/group/${group}?tab=lms`, {
    as: 'admin',
    scenario,
    prepare: ({ db }) => fault && db.faults.add(operation, fault, always),
  })
  // The first test of a worker loads the code of the panel.
  await screen.findByRole('button', { name: 'Выгрузить решения в LMS' })
  const count = (name: string) => page.calls().filter(one => one === name).length
  const upload = async () => {
    await page.user.click(await button('Выгрузить решения в LMS'))
    const dialog = await screen.findByRole('alertdialog')
    await page.user.click(within(dialog).getByRole('button', { name: 'Выгрузить решения' }))
  }
  const download = async () => page.user.click(await button('Обновить участников из LMS'))
  return { ...page, count, upload, download }
}

const button = (name: string | RegExp) => screen.findByRole('button', { name })
const result = (name: string | RegExp) => screen.findByRole('heading', { level: 3, name })
const getCauses = () => screen.getByRole('list', { name: 'Почему не отправлено' })

test('an upload that fails for three users shows the reasons and survives tab changes; the next one resends them', async () => {
  const page = await open({ scenario: 'lmsPartlyFailed' })
  await page.user.click(await button('Выгрузить решения в LMS'))
  const dialog = await screen.findByRole('alertdialog')
  expect(dialog.textContent).toMatch(/Практическая безопасность.*sec-autumn-26.*Оценки в LMS изменятся/)
  await page.user.click(within(dialog).getByRole('button', { name: 'Не выгружать' }))
  expect(page.count('uploadToLms')).toBe(0)
  await page.upload()
  await result('Не отправлено: 3')
  const why = within(getCauses()).getAllByRole('listitem')
  expect(why.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^в курсе нет такого участника.+, «.+»$/),
    expect.stringMatching(/^журнал оценок участника закрыт преподавателем.+, «.+»$/),
    expect.stringMatching(/^LMS не ответила вовремя, оценка не сохранена.+, «.+»$/),
  ])
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Выгрузить решения в LMS'))
  await page.user.click(screen.getByRole('tab', { name: 'Задания' }))
  await screen.findByRole('tabpanel', { name: 'Задания' })
  await page.user.click(screen.getByRole('tab', { name: 'LMS' }))
  await result('Не отправлено: 3')
  await page.upload()
  await result('Решения отправлены')
  // The newest comes first.
  expect(screen.getAllByText('Отправлено повторно')[0]?.nextSibling?.textContent).toBe('3')
  const titles = screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)
  expect(titles).toEqual(['Решения отправлены', 'Не отправлено: 3'])
})

test('a download shows the count and refetches the group', async () => {
  const page = await open()
  const before = page.count('getGroup')
  await page.download()
  await result(/^Обновлено участников: \d+$/)
  await waitFor(() => expect(page.count('getGroup')).toBeGreaterThan(before))
})

test('S09 results survive a reload with the time of the last sync, and end with the session', async () => {
  const page = await open({ scenario: 'lmsPartlyFailed' })
  await page.upload()
  await result('Не отправлено: 3')
  const stored = { ...sessionStorage }
  expect(Object.keys(stored).filter(key => key.startsWith('flagship.lms.'))).toHaveLength(1)
  page.close()
  const again = await renderRoute('/group/1?tab=lms', {
    as: 'admin',
    prepare: () => {
      for (const [key, value] of Object.entries(stored)) sessionStorage.setItem(key, value)
      sessionStorage.setItem('flagship.lms.999.1', '[]')
    },
  })
  await result('Не отправлено: 3')
  screen.getByText(/^\d+ [а-я]+ 20\d\d.г\. в \d\d:\d\d$/)
  expect(getCauses().children).toHaveLength(3)
  expect(again.calls()).not.toContain('uploadToLms')
  // What another user has left in this tab.
  expect(sessionStorage.getItem('flagship.lms.999.1')).toBeNull()
  await act(() => api.session.logout())
  expect(Object.keys(sessionStorage).filter(key => key.startsWith('flagship.lms.'))).toEqual([])
})

test.each([
  'null',
  '{}',
  '[1]',
  '[{"at":1e99,"direction":"upload","kind":"downloaded"}]',
  '[{"at":1,"direction":"upload","kind":"refused","error":{"kind":"x"}}]',
  'x',
])('S03 a stored history like %s is left out', async text => {
  sessionStorage.setItem('flagship.lms.1.1', text)
  expect(readLmsHistory(1, 1)).toEqual([])
})

describe('the stored history', () => {
  beforeEach(() => clearTabData())
  afterEach(() => clearTabData())

  const storeDownload = (at: number, user = 1) =>
    storeLmsSync(user, 1, { id: at, direction: 'download', at, outcome: { kind: 'downloaded', updated: at } })
  const readTimes = () => readLmsHistory(1, 1).map(({ at }) => at)

  test('keeps the newest results, oldest first', () => {
    for (let at = 1; at <= MAX_HISTORY + 5; at += 1) storeDownload(at)
    expect(readTimes()).toEqual(Array.from({ length: MAX_HISTORY }, (_, index) => index + 6))
  })

  test('loses its oldest results when it is too long', () => {
    const errors = Array.from({ length: 99 }, () => 'x'.repeat(1000))
    const counts = { sent: 1, resent: 0, failed: 99 }
    const report = { status: 'partly', code: 'sent', ...counts, errors, message: '' } as const
    for (let at = 1; at <= 9; at += 1)
      storeLmsSync(1, 1, { id: at, direction: 'upload', at, outcome: { kind: 'uploaded', report } })
    expect(readTimes()).toEqual([5, 6, 7, 8, 9])
  })

  test('S09 is removed for a user whose id begins with the same digits', () => {
    for (const user of [1, 12]) storeDownload(1, user)
    clearTabData(1)
    expect([1, 12].map(user => readLmsHistory(user, 1).length)).toEqual([1, 0])
  })
})

test('results are listed by day, and an earlier upload names its causes in one line', async () => {
  const report = (failed: number, errors: string[]) => ({
    status: 'partially_sent',
    sent_count: 5,
    failed_count: failed,
    errors,
  })
  const entry = (at: string, answer: object) => ({
    direction: 'upload',
    at: Date.parse(at),
    kind: 'uploaded',
    answer,
  })
  const page = await renderRoute('/group/1?tab=lms', {
    as: 'admin',
    prepare: () =>
      sessionStorage.setItem(
        `flagship.lms.${personas.admin.id}.1`,
        JSON.stringify([
          entry('2026-10-01T12:00:00Z', report(1, ['anna, «A»: closed'])),
          entry(
            '2026-10-02T12:00:00Z',
            report(3, ['anna, «A»: closed', 'ivan, «A»: not found', 'oleg, «B»: closed']),
          ),
        ]),
      ),
  })
  const moments = await screen.findAllByText(/^[12] октября 2026.г\. в/)
  expect(moments.map(({ textContent }) => textContent?.[0])).toEqual(['2', '1'])
  const [latest, earlier] = screen.getAllByRole('list', { name: 'Почему не отправлено', hidden: true })
  expect([...(latest?.children ?? [])].map(({ textContent }) => textContent)).toEqual([
    'closed (2)anna, «A»; oleg, «B»',
    'not foundivan, «A»',
  ])
  expect([latest, earlier].map(list => list?.closest('details')?.open)).toEqual([undefined, false])
  expect(screen.getAllByText('closed', { selector: 'p > bdi' })).toHaveLength(1)
  expect(screen.getAllByText(/^Устраните причины/)).toHaveLength(1)
  expect(page.calls()).not.toContain('uploadToLms')
})

test('ten clicks send one request and block the other button', async () => {
  const { fault, answer } = holdAnswer()
  const page = await open({ operation: 'downloadFromLms', fault })
  const press = await button('Обновить участников из LMS')
  for (let click = 0; click < 10; click += 1) act(() => press.click())
  await screen.findByText('Обмен с LMS уже идёт')
  expect((await button('Выгрузить решения в LMS')).getAttribute('aria-disabled')).toBe('true')
  await act(async () => answer())
  await result(/^Обновлено участников/)
  act(() => void window.dispatchEvent(new Event('online')))
  // The second click of a double click, after a fast response.
  fireEvent.click(press, { detail: 2 })
  expect(press.ariaBusy).toBeNull()
  expect(page.count('downloadFromLms')).toBe(1)
})

describe('other outcomes of an upload', () => {
  test.each<[name: string, opening: Opening, title: string, text: RegExp]>([
    [
      'all already sent',
      { fault: withBody({ status: 'already_sent' }) },
      'Всё уже отправлено раньше',
      /новых решений/,
    ],
    [
      'N11 404, a status only',
      { scenario: 'lmsMissingCourse' },
      'В LMS нет такой группы',
      /sec-autumn-26 есть в LMS/,
    ],
    ['an unknown status', { fault: withBody({ status: '<b>' }) }, 'Результат выгрузки неизвестен', /«<b>»/],
    [
      '403',
      { fault: { kind: 'status', status: 403, detail: 'group admins only' } },
      'Решения не выгружены',
      /только администраторам/,
    ],
    [
      '403 of a firewall',
      { fault: { kind: 'html', status: 403 } },
      'Решения не выгружены',
      /^(?!.*только администраторам).*прокси или межсетевой экран.*Код ошибки: 403/,
    ],
    ['404 of a proxy', { fault: { kind: 'html', status: 404 } }, 'Решения не выгружены', /Код ошибки: 404/],
    [
      'a lost answer',
      { fault: { kind: 'abort', after: true } },
      'Неизвестно, приняла ли LMS решения',
      /повторно не уйдут/,
    ],
    [
      'N05 an empty answer',
      { fault: { kind: 'empty', status: 200 } },
      'Неизвестно, приняла ли LMS решения',
      /ещё раз/,
    ],
  ])('%s', async (_, opening, title, text) => {
    const page = await open(opening)
    await page.upload()
    await result(title)
    expect(screen.getByRole('tabpanel').textContent).toMatch(text)
    expect(page.count('uploadToLms')).toBe(1)
  })
})

test('an LMS that is off is explained once, above the buttons, which are disabled until a reload', async () => {
  const page = await open({ scenario: 'lmsAndMailDown' })
  await page.download()
  await screen.findByText(/^Ничего не изменилось/)
  screen.getByText('Обмен с LMS отключён', { selector: '.font-semibold' })
  expect(screen.getByText(/^Код ошибки: 409$/).closest('details')?.open).toBe(false)
  expect(screen.queryByRole('heading', { level: 3 })).toBeNull()
  await page.user.click(await button('Выгрузить решения в LMS'))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  const stored = { ...sessionStorage }
  page.close()
  const again = await renderRoute('/group/1?tab=lms', {
    as: 'admin',
    prepare: () => {
      for (const [key, value] of Object.entries(stored)) sessionStorage.setItem(key, value)
    },
  })
  await result('Обмен с LMS отключён')
  await again.user.click(await button('Обновить участников из LMS'))
  await result(/^Обновлено участников/)
})

test('offline: shows the reason and sends nothing, not even on reconnect', async () => {
  const page = await open()
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await page.download()
  await result('Участники не обновлены')
  screen.getByText(/^Нет соединения, ничего/)
  vi.restoreAllMocks()
  act(() => void window.dispatchEvent(new Event('online')))
  await page.download()
  await result(/^Обновлено участников/)
  expect(screen.getAllByRole('heading', { level: 3 })).toHaveLength(1)
  expect(page.count('downloadFromLms')).toBe(1)
})

test('without a visible code the server decides', async () => {
  const page = await open({ group: 4 })
  screen.getByText(/^Платформа не показывает код группы в LMS/)
  await page.download()
  expect(page.count('downloadFromLms')).toBe(1)
  await result('Участники не обновлены')
  screen.getByText(/У группы нет кода/)
})

test('M01 X07 a thousand reasons scroll, each as truncated text', async () => {
  const errors = Array.from({ length: 1000 }, (_, at) => `<img src=x> ${at} ${'я'.repeat(1900)}`)
  const page = await open({ fault: withBody({ status: 'partially_sent', failed_count: 1000, errors }) })
  await page.upload()
  await result(/^Не отправлено: 1.000$/)
  const list = getCauses
  // Scrollable content is focusable.
  expect(list().closest('[class*="overflow-y"]')?.getAttribute('tabindex')).toBe('0')
  expect(list().children).toHaveLength(1000)
  expect(list().textContent?.length).toBeLessThan(310_000)
  expect(list().querySelector('img')).toBeNull()
  const copy = vi.spyOn(navigator.clipboard, 'writeText')
  await page.user.click(await button('Скопировать причины'))
  expect(String(copy.mock.calls[0]?.[0]).length).toBeGreaterThan(1_900_000)
})

function withBody(changes: object): Fault {
  const body = { sent_count: 0, resend_count: 0, failed_count: 0, errors: [], message: '', ...changes }
  return { kind: 'body', status: 200, body }
}

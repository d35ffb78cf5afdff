import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { apiHealth } from '../../api/api-health'
import { ApiError } from '../../api/errors'
import { loadMessages } from '../../i18n/init'
import { announcements } from '../../lib/announce'
import { serverClock } from '../../lib/server-clock'
import { storage } from '../../lib/storage'
import { captureDownloads } from '../../test/capture-downloads'
import { openExamTab } from '../../test/exam-page'
import { renderRoute } from '../../test/render-route'
import type { LedgerEntry } from './ledger'
import { createLedgerFile, type LedgerFileOptions } from './ledger-file'

const at = Date.parse('2026-11-21T10:00:00Z')
const entries: LedgerEntry[] = [
  { id: 'a-1', attempt: 2, kind: 'gap', from: at, to: at + 150_400 },
  {
    id: 'a-2',
    attempt: 2,
    kind: 'unsent',
    from: at + 60_000,
    to: at + 62_000,
    operation: 'submitFlags',
    task: 501,
    failure: 'timeout',
  },
  {
    id: 'a-3',
    attempt: 2,
    kind: 'failure',
    from: at + 90_000,
    to: at + 90_000,
    operation: 'getGroup',
    failure: 'http',
    status: 502,
    isAgain: true,
  },
]

/** The first render loads the code of the page and of the tab. */
const findLog = () => screen.findByRole('region', { name: 'История соединения' })

afterEach(announcements.clear)

/** Until the returned function is called. */
const refuseDownloads = () => {
  const { createObjectURL } = URL
  URL.createObjectURL = () => {
    throw new Error('refused')
  }
  return () => {
    URL.createObjectURL = createObjectURL
  }
}

test('the log is recorded and shown live during an exam, and can be downloaded', async () => {
  const { saved } = captureDownloads()
  const page = await openExamTab({ scenario: 'examRunning' })
  const ledger = await findLog()
  const operation = 'getGroup'
  const recordFailure = () =>
    apiHealth.record(operation, serverClock.now(), new ApiError({ kind: 'network', operation }))
  // The recorder loads after the page.
  await waitFor(() => expect(storage.get('flagship.examLedger')).toContain('opened'))
  expect(ledger.textContent).toContain('Обрывов нет')
  act(recordFailure)
  await within(ledger).findByText('Состояние экзамена: нет ответа')
  expect(ledger.textContent).toContain('Обрывов нет')
  act(recordFailure)
  await within(ledger).findByText(/^Обрыв связи, ещё длится/)
  act(() => apiHealth.record(operation, serverClock.now(), null))
  await within(ledger).findByText('Состояние экзамена: при повторе ответ пришёл')
  expect(within(ledger).getByText('Обрыв связи')).toBeTruthy()
  expect(ledger.textContent).toContain('1 обрыв,')
  const allow = refuseDownloads()
  const download = within(ledger).getByRole('button', { name: 'Скачать историю', hidden: true })
  await page.user.click(download)
  await within(ledger).findByText(/Браузер не сохранил файл/)
  allow()
  await page.user.click(download)
  const text = await saved[0]?.content.text()
  expect(text).toContain('Имя пользователя: candidate')
  expect(text).toContain('при повторе ответ пришёл')
})

test('a finished attempt keeps its log, newest first, without open entries', async () => {
  await openExamTab({
    scenario: 'reportDue',
    prepare: () => {
      const [gap, ...rest] = entries
      storage.set('flagship.examLedger', JSON.stringify({ entries: [{ ...gap, isOpen: true }, ...rest] }))
    },
  })
  const ledger = await findLog()
  within(ledger).getByText(/^1 обрыв, 2\sмин\s30\sс; 1 отправка флага без ответа$/)
  await within(ledger).findByText('Время сервера, Europe/Moscow')
  within(ledger).getByRole('columnheader', { name: 'Длительность', hidden: true })
  const rows = within(ledger).getAllByRole('row', { hidden: true }).slice(1)
  const cells = rows.map(row =>
    within(row)
      .getAllByRole('cell', { hidden: true })
      .map(cell => cell.textContent),
  )
  expect(cells.map(([, what]) => what)).toEqual([
    'Состояние экзамена: ошибка сервера 502 (повтор)',
    'Отправка флага, Витрина: ответ не пришёл вовремя',
    'Обрыв связи',
  ])
  expect(cells[2]?.[0]).toContain('13:00:00')
})

test('a finished attempt without entries on this device shows no log', async () => {
  await openExamTab({ scenario: 'reportDue' })
  await screen.findByRole('heading', { level: 2, name: /отчёт/i })
  expect(screen.queryByText('История соединения')).toBeNull()
})

const facts: LedgerFileOptions = {
  examName: 'Экзамен\n\u202eподмена',
  attempt: 2,
  username: 'candidate',
  zone: 'America/New_York',
  now: at + 3_600_000,
  deviceAheadMs: -2600,
  dropped: 3,
  getTaskTitle: id => (id === 501 ? 'Витрина' : null),
}

test('the file names the user and time zone, and lists every entry in order', async () => {
  await renderRoute('/contacts')
  await loadMessages('ledger')
  const lines = createLedgerFile(entries, facts).split('\n')
  expect(lines).toContain('Экзамен: Экзамен подмена')
  expect(lines).toContain('Время сервера, America/New_York (-05:00)')
  expect(lines).toContain('Часы устройства минус часы сервера при выгрузке: -3\u00a0с')
  expect(lines).toContain('Выгружено: 2026-11-21 06:00:00 -05:00')
  const rows = lines.filter(line => / \| .* \| /.test(line)).slice(1)
  expect(rows.map(row => row.split('|').map(cell => cell.trim()))).toEqual([
    ['2026-11-21 05:00:00 -05:00', '2026-11-21 05:02:30 -05:00', '2\u00a0мин\u00a030\u00a0с', 'Обрыв связи'],
    [
      '2026-11-21 05:01:00 -05:00',
      '2026-11-21 05:01:02 -05:00',
      '2\u00a0с',
      'Отправка флага, Витрина: ответ не пришёл вовремя',
    ],
    [
      '2026-11-21 05:01:30 -05:00',
      '2026-11-21 05:01:30 -05:00',
      '',
      'Состояние экзамена: ошибка сервера 502 (повтор)',
    ],
  ])
})

const section = async (name: string) => within(await screen.findByRole('region', { name }))

test('a due report shows its deadline, instructions and review date, and saves them as a calendar file', async () => {
  const { saved } = captureDownloads()
  const { user } = await openExamTab({ scenario: 'reportDue' })
  const report = await section('Куда и как')
  screen.getByText(/^Срок сдачи отчёта: .* (?:UTC|МСК|GMT)/)
  screen.getByText(/^Осталось .*\.$/)
  await report.findByText(/^Проверка занимает до 3 рабочих дней/)
  const mail = await report.findByRole('link', { name: 'exam@sample.example' })
  const { searchParams, pathname } = new URL(mail.getAttribute('href') ?? '')
  expect([pathname, searchParams.get('subject')]).toEqual([
    'exam@sample.example',
    expect.stringMatching(/^\S+ · Отчёт, попытка 2: \S/),
  ])
  const send = screen.getByRole('link', { name: 'Написать письмо с отчётом' })
  expect(send.getAttribute('href')).toBe(mail.getAttribute('href'))
  const allow = refuseDownloads()
  const save = screen.getByRole('button', { name: /^Сроки в календарь/ })
  await user.click(save)
  const alert = await screen.findByText(/Браузер не сохранил файл/)
  allow()
  await user.dblClick(save)
  await waitFor(() =>
    expect(announcements.get().map(({ text }) => text)).toContain(
      'Файл со сроками сохранён: откройте его в своём календаре',
    ),
  )
  expect(saved).toHaveLength(1)
  expect(alert.isConnected).toBe(false)
  expect(saved[0]?.name).toMatch(/^[^/\\:]+\.ics$/)
  const text = (await saved[0]?.content.text())?.replaceAll('\r\n ', '') ?? ''
  expect(text.match(/^SUMMARY:.*$/gm)).toEqual([
    expect.stringMatching(/^SUMMARY:Срок сдачи отчёта: /),
    expect.stringMatching(/^SUMMARY:Результат проверки отчёта \(не позже\): /),
  ])
})

test('after the deadline and without a configuration, shows what to do and whom to ask', async () => {
  await openExamTab({
    scenario: 'reportDue',
    config: 'nothing of the kind',
    prepare: ({ db }) => db.clock.advance(20 * 86_400_000),
  })
  const report = await section('Отчёт')
  screen.getByText(/^Отчёт ждали до \d+ .+, \d\d:\d\d$/)
  screen.getByText(/^Если отчёт уже отправлен.* нажмите «Написать организаторам»/)
  // Not only by colour: the step that failed has its own state.
  expect(screen.getByRole('list', { name: 'Этапы экзамена' }).textContent).toMatch(/Отчёт.*до \d+ /)
  await report.findByText(/^Как сдать отчёт, здесь не указано/)
  expect(report.getByRole('link', { name: 'контакты' }).getAttribute('href')).toBe('/contacts')
  report.getByText(/^№.2$/)
  expect(report.queryByText(/не позже/)).toBeNull()
  expect(screen.queryByRole('button', { name: /^Сроки в календарь/ })).toBeNull()
})

test('the rejection reason is plain text, a remark a line, with its own direction', async () => {
  const reason = 'Находка 1: <img src=x onerror=alert(1)>\n\u202eНаходка 2: **нет шагов**'
  await openExamTab({
    scenario: 'reportRejected',
    language: 'en',
    prepare: ({ db }) => {
      const review = db.tables.attempts.get(2)?.review
      if (review) db.tables.attempts.patch(2, { review: { ...review, reason } })
    },
  })
  const report = await section('Remarks')
  const remarks = report.getAllByRole('listitem')
  expect(remarks.map(({ textContent }) => textContent)).toEqual(reason.split('\n'))
  for (const remark of remarks) expect(remark.querySelector('bdi')).not.toBeNull()
  report.getByText(/request a new attempt/)
})

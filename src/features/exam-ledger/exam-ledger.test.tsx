import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { apiHealth } from '../../api/api-health'
import { ApiError } from '../../api/errors'
import { loadMessages } from '../../i18n/init'
import { announcements } from '../../lib/announce'
import { serverClock } from '../../lib/server-clock'
import { storage } from '../../lib/storage'
import type { LedgerEntry } from '../../queries/exam-ledger-entries'
import { renderRoute } from '../../test/render-route'
import { createLedgerFile, type LedgerFileOptions } from './ledger-file'
import { formatZonedTime } from './zone-time'

const at = Date.parse('2026-11-21T10:00:00Z')
const entries: LedgerEntry[] = [
  { id: 'a-1', attempt: 2, kind: 'gap', from: at, to: at + 150_400 },
  {
    id: 'a-2',
    attempt: 2,
    kind: 'unsent',
    from: at + 60_000,
    to: at + 62_000,
    operation: 'post /pass_flag',
    task: 501,
    failure: 'timeout',
  },
  {
    id: 'a-3',
    attempt: 2,
    kind: 'failure',
    from: at + 90_000,
    to: at + 90_000,
    operation: 'get /groups/{id}',
    failure: 'http',
    status: 502,
    isAgain: true,
  },
]

/** The first render loads the code of the page and of the tab. */
const region = () => screen.findByRole('region', { name: 'Журнал связи' }, { timeout: 15_000 })

/** jsdom has no downloads. */
const captureFiles = () => {
  onTestFinished(() => announcements.clear())
  const files: Blob[] = []
  Object.assign(URL, {
    createObjectURL: (file: Blob) => {
      files.push(file)
      return 'blob:x'
    },
    revokeObjectURL: () => {},
  })
  onTestFinished(() => {
    Reflect.deleteProperty(URL, 'createObjectURL')
    Reflect.deleteProperty(URL, 'revokeObjectURL')
  })
  return files
}

test('the log is recorded and shown live during an exam, and can be downloaded', async () => {
  const files = captureFiles()
  const page = await renderRoute('/group/5?tab=exam', { as: 'candidate', scenario: 'examRunning' })
  const ledger = await region()
  const operation = 'get /groups/{id}'
  const recordFailure = () =>
    apiHealth.record(operation, serverClock.now(), new ApiError({ kind: 'network', operation }))
  // The recorder loads after the page.
  await waitFor(() => expect(storage.get('flagship.examLedger')).toContain('opened'))
  expect(ledger.textContent).toContain('Обрывов связи нет')
  act(recordFailure)
  await within(ledger).findByText('Состояние экзамена: нет ответа')
  expect(ledger.textContent).toContain('Обрывов связи нет')
  act(recordFailure)
  await within(ledger).findByText(/^Обрыв связи, ещё длится/)
  act(() => apiHealth.record(operation, serverClock.now(), null))
  await within(ledger).findByText('Состояние экзамена: при повторе ответ пришёл')
  expect(within(ledger).getByText('Обрыв связи')).toBeTruthy()
  expect(ledger.textContent).toContain('1 обрыв, всего')
  const { createObjectURL } = URL
  URL.createObjectURL = () => {
    throw new Error('refused')
  }
  const download = within(ledger).getByRole('button', { name: 'Скачать журнал' })
  await page.user.click(download)
  await within(ledger).findByText(/Браузер не сохранил файл/)
  URL.createObjectURL = createObjectURL
  await page.user.click(download)
  const text = await files[0]?.text()
  expect(text).toContain('Имя пользователя: candidate')
  expect(text).toContain('при повторе ответ пришёл')
})

test('a finished attempt keeps its log, newest first, without open entries', async () => {
  await renderRoute('/group/5?tab=exam', {
    as: 'candidate',
    scenario: 'reportDue',
    prepare: () => {
      const [gap, ...rest] = entries
      storage.set('flagship.examLedger', JSON.stringify({ entries: [{ ...gap, isOpen: true }, ...rest] }))
    },
  })
  const ledger = await region()
  within(ledger).getByText(/^1 обрыв, всего 2\sмин\s30\sс; 1 отправка флага без ответа$/)
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
    'Отправка флага, задание 501: ответ не пришёл вовремя',
    'Обрыв связи',
  ])
  expect(cells[2]?.[0]).toContain('13:00:00')
})

test('a finished attempt without entries on this device shows no log', async () => {
  await renderRoute('/group/5?tab=exam', { as: 'candidate', scenario: 'reportDue' })
  await screen.findByRole('heading', { level: 2, name: /отчёт/i })
  expect(screen.queryByText('Журнал связи')).toBeNull()
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

test.each([
  ['Europe/Moscow', '2026-11-21 13:00:00 +03:00'],
  ['UTC', '2026-11-21 10:00:00 +00:00'],
  ['Asia/Kathmandu', '2026-11-21 15:45:00 +05:45'],
  ['Asia/Vladivostok', '2026-11-21 20:00:00 +10:00'],
  ['Pacific/Honolulu', '2026-11-21 00:00:00 -10:00'],
])('E04 formats a time in %s', (zone, text) => {
  expect(formatZonedTime(at, zone)).toBe(text)
})

test('E04 the repeated hour at the end of DST has two offsets', () => {
  const first = Date.parse('2026-11-01T05:30:00Z')
  expect(formatZonedTime(first, 'America/New_York')).toBe('2026-11-01 01:30:00 -04:00')
  expect(formatZonedTime(first + 3_600_000, 'America/New_York')).toBe('2026-11-01 01:30:00 -05:00')
})

import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Fault } from '../../../mocks/platform/faults'
import {
  chooseFile,
  countFeedbackPosts,
  feedbackDialog,
  makeFile,
  openFeedback,
} from '../../test/feedback-page'

vi.setConfig({ testTimeout: 60_000 })
afterEach(() => {
  vi.restoreAllMocks()
})

const { dialog, field, sendButton, write, alerts, press, done } = feedbackDialog()

const withStatus = (status: number, detail: string): Fault => ({ kind: 'status', status, detail })
const withFieldError = (name: string): Fault => ({
  kind: 'body',
  status: 422,
  body: { detail: [{ loc: ['body', name], msg: 'Server words', type: 'value_error' }] },
})

interface Row {
  name: string
  fault: Fault
  /** How often the fault applies: after a 401 the client retries once. */
  times?: number
  /** Where the message is shown; form errors are followed by a note that nothing is lost. */
  target: 'form' | 'file' | 'text'
  ru: string
  en: string
}

const large = { ru: 'Файл не должен превышать 5 МБ', en: 'The file must be no more than 5 MB' }
const broken = { ru: 'Ошибка сервера', en: 'Server error' }

/** Every documented error of `POST feedback`, and those of gateways. */
const table: Row[] = [
  {
    name: '401 No token provided',
    fault: withStatus(401, 'No token provided'),
    times: 2,
    target: 'form',
    ru: 'Войдите в систему, чтобы продолжить.',
    en: 'Log in to continue.',
  },
  {
    name: '401 Invalid token',
    fault: withStatus(401, 'Invalid token'),
    times: 2,
    target: 'form',
    ru: 'Ссылка недействительна, проверьте почту.',
    en: 'The link is incorrect, please check your email.',
  },
  { name: '413', fault: withStatus(413, 'file is too large'), target: 'file', ...large },
  { name: '413 of a gateway', fault: { kind: 'html', status: 413 }, target: 'file', ...large },
  {
    name: '422 about the file',
    fault: withFieldError('files'),
    target: 'file',
    ru: 'Сервер не принял файл. Выберите другой или отправьте сообщение без файла.',
    en: 'The server rejected the file. Choose another one or send the message without it.',
  },
  {
    name: '422 about the text',
    fault: withFieldError('text'),
    target: 'text',
    ru: 'Сервер не принял текст сообщения. Измените его и отправьте ещё раз.',
    en: 'The server rejected the message. Change it and send it again.',
  },
  {
    name: '422 about something else',
    fault: withFieldError('subject'),
    target: 'form',
    ru: 'Ошибка сетевого запроса',
    en: 'Network request error',
  },
  {
    name: '429',
    fault: withStatus(429, 'too many attempts'),
    target: 'form',
    ru: 'Слишком много попыток. Подождите и повторите.',
    en: 'Too many tries. Wait and try again.',
  },
  {
    name: '500',
    fault: withStatus(500, 'common'),
    target: 'form',
    ru: 'Неизвестная ошибка. Ошибка сервера',
    en: 'Unknown error. Server error',
  },
  { name: '502 with HTML', fault: { kind: 'html', status: 502 }, target: 'form', ...broken },
  {
    name: '200 with HTML',
    fault: { kind: 'html', status: 200 },
    target: 'form',
    ru: 'Неожиданный ответ сервера. Повторите попытку.',
    en: 'Unexpected server response. Try again.',
  },
  {
    name: 'an unknown detail',
    fault: withStatus(400, '<b>raw</b>'),
    target: 'form',
    ru: 'Неизвестная ошибка',
    en: 'Unknown error',
  },
]

const keptNote = { ru: 'Текст сохранён.', en: 'Your text is kept.' }

test.each(['ru', 'en'] as const)(
  'U05 every failure in %s is shown at its target, keeps the input and can be retried',
  async language => {
    const here = feedbackDialog(language)
    const page = await openFeedback({ language })
    here.write('Текст')
    chooseFile(makeFile())
    for (const row of table) {
      page.platform.db.faults.add('sendFeedback', row.fault, row.times)
      await page.user.click(here.sendButton())
      await waitFor(() => {
        const described = here.field().getAttribute('aria-describedby')?.split(' ')[0] ?? ''
        const found =
          row.target === 'text' ? [document.getElementById(described)?.textContent] : here.alerts()
        const words =
          row.target === 'form'
            ? `${row[language].replace(/[^.]$/, '$&.')} ${keptNote[language]}`
            : row[language]
        expect([row.name, ...found]).toEqual([row.name, words])
      })
      if (row.target === 'file') expect(within(here.dialog()).getAllByRole('alert')).toHaveLength(1)
      expect(document.body.textContent).not.toContain('Server words')
      expect(here.field().value).toBe('Текст')
      expect(within(here.dialog()).getByText('отчёт')).toBeTruthy()
    }
    await page.user.click(here.sendButton())
    await here.done()
    expect(page.platform.db.tables.feedback.values()).toMatchObject([
      { text: 'Текст', file: { name: 'отчёт.pdf' } },
    ])
  },
)

test('N07 429 with Retry-After: the button is disabled and counts down', async () => {
  const page = await openFeedback()
  const headers = { 'Retry-After': '30' }
  page.platform.db.faults.add('sendFeedback', {
    kind: 'status',
    status: 429,
    detail: 'too many attempts',
    headers,
  })
  write('Текст')
  await page.user.click(sendButton())
  await within(dialog()).findAllByText(/^Отправить можно через \d+ с$/)
  await page.user.click(sendButton())
  expect(countFeedbackPosts(page)).toBe(1)
  expect(alerts()).toEqual(['Слишком много попыток. Подождите и повторите. Текст сохранён.'])
})

test('the rate limit: the sixth message within a minute waits and is kept', async () => {
  const page = await openFeedback()
  for (let count = 1; count <= 6; count += 1) {
    write(`Сообщение ${count}`)
    await page.user.click(sendButton())
    if (count === 6) break
    await page.user.click(await done())
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await press(page)
  }
  await within(dialog()).findAllByText(/^Отправить можно через/)
  expect(page.platform.db.tables.feedback.values()).toHaveLength(5)
  expect(field().value).toBe('Сообщение 6')
})

test('U05 no response, online or offline: shows an error, keeps the input, can be sent again', async () => {
  const page = await openFeedback()
  write('Текст')
  const rows: [boolean, string][] = [
    [true, 'Сервер не отвечает. Проверьте соединение и повторите попытку.'],
    [false, 'Нет соединения с интернетом. Проверьте сеть и повторите попытку.'],
  ]
  for (const [isOnline, words] of rows) {
    page.platform.db.faults.add('sendFeedback', { kind: 'abort' })
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)
    await page.user.click(sendButton())
    await waitFor(() => expect(alerts()).toEqual([expect.stringContaining(words)]))
    expect(field().value).toBe('Текст')
    vi.restoreAllMocks()
  }
  await page.user.click(sendButton())
  await done()
  // A failed attempt leaves nothing behind.
  expect(page.platform.db.tables.feedback.values()).toHaveLength(1)
})

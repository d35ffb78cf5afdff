import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Fault } from '../../../mocks/platform/faults'
import {
  chooseFile,
  countFeedbackPosts,
  feedbackDialog,
  makeFile,
  openFeedback,
} from '../../test/feedback-page'
import { holdAnswer } from '../../test/hold-answer'
import type { RenderedRoute } from '../../test/render-route'

vi.setConfig({ testTimeout: 60_000 })

afterEach(() => {
  vi.restoreAllMocks()
})

const { dialog, field, sendButton, write, alerts, press, done } = feedbackDialog()
const thanks = 'Ваше обращение зарегистрировано. Спасибо за обратную связь!'
const rows = (page: RenderedRoute) => page.platform.db.tables.feedback.values()
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
const pendingForever: Parameters<typeof openFeedback>[0] = {
  prepare: ({ db }) => db.faults.add('sendFeedback', { kind: 'never' }),
}

test('U08 shows a fixed confirmation, announces it once and never echoes the server', async () => {
  const page = await openFeedback({
    prepare: ({ db }) =>
      db.faults.add('sendFeedback', { kind: 'body', status: 200, body: { message: 'Server says hi' } }),
  })
  write('Спасибо')
  await page.user.click(sendButton())
  const close = await done()
  await waitFor(() => expect(document.activeElement).toBe(close))
  expect(screen.queryByRole('textbox', { name: 'Сообщение' })).toBeNull()
  expect(within(dialog()).getByText(thanks)).toBeTruthy()
  expect(document.body.textContent).not.toContain('Server says hi')
  const live = [...document.querySelectorAll('[role=status], [role=alert]')]
  expect(live.filter(region => region.textContent?.includes(thanks))).toHaveLength(1)
  await page.user.click(close)
  await isClosed()
  await press(page)
  expect(field().value).toBe('')
})

test('U06 two clicks and Ctrl+Enter at once send one message', async () => {
  const page = await openFeedback()
  write('Один раз')
  // Before the pending state is rendered.
  act(() => {
    fireEvent.click(sendButton())
    fireEvent.click(sendButton())
    fireEvent.keyDown(field(), { key: 'Enter', ctrlKey: true })
  })
  await done()
  expect(countFeedbackPosts(page)).toBe(1)
  expect(rows(page)).toHaveLength(1)
})

test('Ctrl+Enter and ⌘+Enter submit', async () => {
  const page = await openFeedback()
  for (const modifier of [{ ctrlKey: true }, { metaKey: true }]) {
    write('Горячая клавиша')
    fireEvent.keyDown(field(), { key: 'Enter', ...modifier })
    await page.user.click(await done())
    await isClosed()
    await press(page)
  }
  expect(countFeedbackPosts(page)).toBe(2)
})

test('U05 cancelling keeps message and file, which can be sent again', async () => {
  const page = await openFeedback(pendingForever)
  write('Долгое')
  chooseFile(makeFile())
  await page.user.click(sendButton())
  expect(field().readOnly).toBe(true)
  await page.user.click(await screen.findByRole('button', { name: 'Отменить отправку' }))
  await within(dialog()).findByText('Отправка отменена. Сообщение и файл сохранены.')
  await waitFor(() => expect(document.activeElement).toBe(field()))
  expect(field().value).toBe('Долгое')
  expect(within(dialog()).getByText('отчёт')).toBeTruthy()
  await page.user.click(sendButton())
  await done()
  expect(rows(page)).toHaveLength(1)
})

test('U05 closing while sending asks for confirmation; leaving keeps message and file', async () => {
  const page = await openFeedback(pendingForever)
  write('Долгое')
  chooseFile(makeFile())
  await page.user.click(sendButton())
  await screen.findByRole('button', { name: 'Отменить отправку' })
  await page.user.keyboard('{Escape}')
  await page.user.click(await screen.findByRole('button', { name: 'Продолжить отправку' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  await page.user.click(within(dialog()).getByRole('button', { name: 'Закрыть' }))
  await page.user.click(await screen.findByRole('button', { name: 'Прервать отправку' }))
  await isClosed()
  expect(localStorage.getItem('FeedBack')).toBe('Долгое')
  await press(page)
  expect(field().value).toBe('Долгое')
  expect(within(dialog()).getByText('отчёт')).toBeTruthy()
  expect(within(dialog()).getByText(/^Отправка отменена/)).toBeTruthy()
})

test('N10 ignores a response after unmount', async () => {
  const { fault, answer } = holdAnswer()
  const page = await openFeedback({
    prepare: ({ db }) => db.faults.add('sendFeedback', fault),
  })
  const complaints = vi.spyOn(console, 'error')
  write('Поздно')
  await page.user.click(sendButton())
  page.unmount()
  answer()
  await waitFor(() => expect(rows(page)).toHaveLength(1))
  expect(localStorage.getItem('FeedBack')).toBe('Поздно')
  expect(complaints).not.toHaveBeenCalled()
})

const withFieldError = (name: string): Fault => ({
  kind: 'body',
  status: 422,
  body: { detail: [{ loc: ['body', name], msg: 'Server words', type: 'value_error' }] },
})

/** Where the message is shown; errors of the form are followed by a note that nothing is lost. */
const failures: [name: string, fault: Fault, at: 'form' | 'file' | 'text', text: string][] = [
  ['413 of a gateway', { kind: 'html', status: 413 }, 'file', 'Файл не должен превышать 5 МБ'],
  [
    '422 about the file',
    withFieldError('files'),
    'file',
    'Сервер не принял файл. Выберите другой или отправьте сообщение без файла.',
  ],
  [
    '422 about the text',
    withFieldError('text'),
    'text',
    'Сервер не принял текст сообщения. Измените его и отправьте ещё раз.',
  ],
  [
    '422 about something else',
    withFieldError('subject'),
    'form',
    'Ошибка сетевого запроса. Текст и файл сохранены, попробуйте ещё раз.',
  ],
  [
    '502 with HTML',
    { kind: 'html', status: 502 },
    'form',
    'Ошибка сервера. Текст и файл сохранены, попробуйте ещё раз.',
  ],
  [
    'an unknown detail',
    { kind: 'status', status: 400, detail: '<b>raw</b>' },
    'form',
    'Неизвестная ошибка. Текст и файл сохранены, попробуйте ещё раз.',
  ],
]

test('U05 every failure is shown at its target, keeps the input and can be retried', async () => {
  const page = await openFeedback()
  write('Текст')
  chooseFile(makeFile())
  for (const [name, fault, at, text] of failures) {
    page.platform.db.faults.add('sendFeedback', fault)
    await page.user.click(sendButton())
    await waitFor(() => {
      const described = field().getAttribute('aria-describedby')?.split(' ')[0] ?? ''
      const found = at === 'text' ? [document.getElementById(described)?.textContent] : alerts()
      expect([name, ...found]).toEqual([name, text])
    })
    if (at === 'file') expect(within(dialog()).getAllByRole('alert')).toHaveLength(1)
    expect(document.body.textContent).not.toContain('Server words')
    expect(field().value).toBe('Текст')
    expect(within(dialog()).getByText('отчёт')).toBeTruthy()
  }
  await page.user.click(sendButton())
  await done()
  expect(page.platform.db.tables.feedback.values()).toMatchObject([
    { text: 'Текст', file: { name: 'отчёт.pdf' } },
  ])
})

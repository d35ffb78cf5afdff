import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import {
  chooseFile,
  countFeedbackPosts,
  feedbackDialog,
  makeFile,
  openFeedback,
} from '../../test/feedback-page'
import { recordUploads } from '../../test/node-forms'
import type { RenderedRoute } from '../../test/render-route'

vi.setConfig({ testTimeout: 30_000 })

const { dialog, field, sendButton, write, press, done } = feedbackDialog()
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
  fireEvent.click(sendButton())
  fireEvent.click(sendButton())
  fireEvent.keyDown(field(), { key: 'Enter', ctrlKey: true })
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

test('A11, U06 resends 4.9 MB unchanged after a token refresh: one message', async () => {
  const page = await openFeedback()
  const uploads = recordUploads()
  const { db } = page.platform
  db.clock.advance(db.settings.accessLifetimeSeconds * 1000 + 1)
  write('С файлом')
  chooseFile(makeFile('Журнал.txt', 4_900_000))
  await page.user.click(sendButton())
  await done()
  expect(rows(page)).toMatchObject([{ text: 'С файлом', file: { name: 'Журнал.txt', size: 4_900_000 } }])
  const [first, second] = uploads
  expect(uploads).toHaveLength(2)
  expect(second?.headers['content-type']).toBe(first?.headers['content-type'])
  expect(Buffer.compare(Buffer.from(first?.body ?? []), Buffer.from(second?.body ?? []))).toBe(0)
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
  let answer = () => {}
  const until = new Promise<void>(resolve => {
    answer = resolve
  })
  const page = await openFeedback({
    prepare: ({ db }) => db.faults.add('sendFeedback', { kind: 'wait', until }),
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

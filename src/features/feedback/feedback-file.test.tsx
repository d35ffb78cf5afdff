import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import {
  chooseFile,
  dropFiles,
  dropOn,
  feedbackIn,
  feedbackPosts,
  makeFile,
  openFeedback,
} from '../../test/feedback-page'

vi.setConfig({ testTimeout: 30_000 })

const { dialog, field, sendButton, write, alerts, done } = feedbackIn()
const removeButton = () => screen.queryByRole('button', { name: 'Убрать файл' })

const kind = 'Этот файл не подходит. Выберите файл .docx, .txt или .pdf.'
const name = /^Имя файла может ввести в заблуждение/

test.each([
  ['button', chooseFile],
  ['drop', (file: File) => dropFiles([file])],
])('U01, U02, U03 the rules for a file that comes by %s', async (_, take) => {
  await openFeedback()
  const lying = new File(['<script>'], 'a.pdf', { type: 'text/html' })
  const rows: [File, string | RegExp | null][] = [
    [makeFile('a.pdf', 5_242_880), null],
    [makeFile('a.pdf', 5_242_881), 'Файл не должен превышать 5 МБ'],
    [makeFile('a.pdf', 0), 'Файл пуст. Выберите другой.'],
    [makeFile('A.DOCX'), null],
    [makeFile('a.pdf.exe'), kind],
    [makeFile('.pdf'), kind],
    [makeFile('a.exe .pdf'), name],
    [makeFile('a\u202efdp.exe.pdf'), name],
    [makeFile('a\u0000.pdf'), name],
    [lying, null],
  ]
  for (const [file, words] of rows) {
    take(file)
    expect([file.name, ...alerts()]).toEqual([file.name, ...(words ? [expect.stringMatching(words)] : [])])
    const remove = removeButton()
    expect(remove !== null).toBe(words === null)
    if (!remove) continue
    fireEvent.click(remove)
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Выбрать файл' })),
    )
  }
  // Nothing of a file is ever opened.
  expect(document.querySelector('iframe, embed, object, [src^="blob:"], [href^="blob:"]')).toBeNull()
})

test('U07 of two dropped files none is taken, nor a folder, and the one before stays', async () => {
  await openFeedback()
  dropFiles([makeFile('первый.pdf')])
  dropFiles([makeFile('второй.pdf'), makeFile('третий.pdf')])
  expect(alerts()).toEqual(['Можно приложить только один файл. Перетащите один.'])
  dropFiles([makeFile('папка.pdf', 0)], 1)
  expect(alerts()).toEqual(['Папку приложить нельзя. Выберите один файл.'])
  expect(within(dialog()).getByText('первый')).toBeTruthy()
  dropFiles([makeFile('четвёртый.txt')])
  expect(alerts()).toEqual([])
  expect(within(dialog()).getByText('четвёртый')).toBeTruthy()
})

test('a dropped file never opens in place of the page, and dragged text is left alone', async () => {
  await openFeedback()
  expect(dropFiles([makeFile()]).defaultPrevented).toBe(true)
  expect(dropOn(field(), { types: ['text/plain'], files: [], items: [] }).defaultPrevented).toBe(false)
})

test('U07 a file deleted from the disk is said so, nothing is sent, and the message stays', async () => {
  const page = await openFeedback()
  const gone = makeFile()
  gone.arrayBuffer = () => Promise.reject(new DOMException('gone', 'NotFoundError'))
  chooseFile(gone)
  write('Вот отчёт')
  await page.user.click(sendButton())
  await waitFor(() => expect(alerts()).toEqual([expect.stringMatching(/^Не удалось прочитать файл/)]))
  expect(feedbackPosts(page)).toBe(0)
  expect(field().value).toBe('Вот отчёт')
  chooseFile(makeFile())
  expect(alerts()).toEqual([])
  await page.user.click(sendButton())
  await done()
})

test('X13 whatever a name holds, it stands as text and is cut in sight only', async () => {
  await openFeedback()
  const names = [
    "<img src=x onerror='alert(1)'>.pdf",
    'مرحبا.pdf',
    `${'д'.repeat(4000)}.pdf`,
    `${'👨‍👩‍👧'.repeat(50)}.docx`,
    'a{{x}}$t(send).txt',
  ]
  for (const one of names) {
    chooseFile(makeFile(one))
    const shown = dialog().querySelector('bdi')
    expect(shown?.textContent).toBe(one)
    expect(shown?.firstElementChild?.className).toContain('truncate')
    expect(dialog().querySelector('img')).toBeNull()
  }
})

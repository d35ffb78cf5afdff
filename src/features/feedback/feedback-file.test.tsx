import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import {
  chooseFile,
  countFeedbackPosts,
  dropFiles,
  dropOn,
  feedbackDialog,
  makeFile,
  openFeedback,
} from '../../test/feedback-page'

vi.setConfig({ testTimeout: 30_000 })

const { dialog, field, sendButton, write, alerts, done } = feedbackDialog()
const removeButton = () => screen.queryByRole('button', { name: 'Убрать файл' })

const kind = 'Файлы такого типа не подходят. Выберите файл .docx, .txt или .pdf.'
const name = /^Имя файла может ввести в заблуждение/

test.each([
  ['button', chooseFile],
  ['drop', (file: File) => dropFiles([file])],
])('U01, U02, U03 validates a file from a %s', async (_, addFile) => {
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
    addFile(file)
    expect([file.name, ...alerts()]).toEqual([file.name, ...(words ? [expect.stringMatching(words)] : [])])
    const remove = removeButton()
    expect(remove !== null).toBe(words === null)
    if (!remove) continue
    fireEvent.click(remove)
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Выбрать файл' })),
    )
  }
  // The file is never opened.
  expect(document.querySelector('iframe, embed, object, [src^="blob:"], [href^="blob:"]')).toBeNull()
})

test('U07 rejects two files or a folder and keeps the chosen file', async () => {
  await openFeedback()
  dropFiles([makeFile('первый.pdf')])
  dropFiles([makeFile('второй.pdf'), makeFile('третий.pdf')])
  expect(alerts()).toEqual(['Можно приложить только один файл.'])
  dropFiles([makeFile('папка.pdf', 0)], 1)
  expect(alerts()).toEqual(['Папку приложить нельзя. Выберите один файл.'])
  expect(within(dialog()).getByText('первый')).toBeTruthy()
  dropFiles([makeFile('четвёртый.txt')])
  expect(alerts()).toEqual([])
  expect(within(dialog()).getByText('четвёртый')).toBeTruthy()
})

test('a dropped file never replaces the page, and text drops work as usual', async () => {
  await openFeedback()
  expect(dropFiles([makeFile()]).defaultPrevented).toBe(true)
  expect(dropOn(field(), { types: ['text/plain'], files: [], items: [] }).defaultPrevented).toBe(false)
})

test('U07 reports a deleted file, sends nothing and keeps the message', async () => {
  const page = await openFeedback()
  const gone = makeFile()
  gone.arrayBuffer = () => Promise.reject(new DOMException('gone', 'NotFoundError'))
  chooseFile(gone)
  write('Вот отчёт')
  await page.user.click(sendButton())
  await waitFor(() => expect(alerts()).toEqual([expect.stringMatching(/^Не удалось прочитать файл/)]))
  expect(countFeedbackPosts(page)).toBe(0)
  expect(field().value).toBe('Вот отчёт')
  chooseFile(makeFile())
  expect(alerts()).toEqual([])
  await page.user.click(sendButton())
  await done()
})

test('X13 renders any file name as text, truncated only visually', async () => {
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

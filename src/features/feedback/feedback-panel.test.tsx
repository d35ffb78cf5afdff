import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { setClock } from '../../lib/clock'
import {
  chooseFile,
  countFeedbackPosts,
  dropFiles,
  dropOn,
  feedbackDialog,
  makeFile,
  openFeedback,
} from '../../test/feedback-page'
import { installNodeForms } from '../../test/node-forms'
import { type RenderedRoute, renderRoute } from '../../test/render-route'

afterEach(() => setClock(null))

const { dialog, field, sendButton, isSendDisabled: isRefused, write, press, done, alerts } = feedbackDialog()
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

const hide = (element: HTMLElement | undefined) => {
  if (element) element.checkVisibility = () => false
}

describe('U04 the message', () => {
  test('empty, blank or too long: the button is disabled with a reason and sends nothing', async () => {
    const page = await openFeedback()
    const rows: [string, string][] = [
      ['', 'Сначала напишите сообщение'],
      ['  \n \u00a0', 'Сначала напишите сообщение'],
      ['😀'.repeat(1501), 'Сначала сократите сообщение'],
      [`${'\n'.repeat(1500)}a`, 'Сначала сократите сообщение'],
    ]
    for (const [text, reason] of rows) {
      write('a')
      expect(isRefused()).toBe(false)
      write(text)
      expect(isRefused()).toBe(true)
      const described = sendButton().getAttribute('aria-describedby') ?? ''
      expect(document.getElementById(described)?.textContent).toBe(reason)
      fireEvent.click(sendButton())
      fireEvent.keyDown(field(), { key: 'Enter', ctrlKey: true })
      expect(field().value).toBe(text)
    }
    expect(countFeedbackPosts(page)).toBe(0)
  })

  test('a message of 1500 characters is accepted by the form and by the platform, and sent as typed', async () => {
    const text = '😀'.repeat(1499)
    const page = await openFeedback()
    write(`${text}\n`)
    await page.user.click(sendButton())
    await done()
    expect(page.platform.db.tables.feedback.values()).toMatchObject([{ text: `${text}\n` }])
  })

  test('the counter appears at 1400; text over 1500 is kept and reported', async () => {
    await openFeedback()
    write('я'.repeat(1399))
    expect(within(dialog()).queryByText(/ из 1/)).toBeNull()
    write('я'.repeat(1400))
    expect(within(dialog()).getByText('1 400 из 1 500')).toBeTruthy()
    write('я'.repeat(1522))
    expect(field().value).toHaveLength(1522)
    expect(field().getAttribute('aria-invalid')).toBe('true')
    expect(within(dialog()).getByText('Сообщение слишком длинное: сократите его на 22 символа.')).toBeTruthy()
  })
})

describe('the draft', () => {
  test('S07, U08 is stored 300 ms after the last key, restored on opening, removed after sending', async () => {
    const page = await openFeedback()
    const due: (() => void)[] = []
    const timer = (delay: number, run: () => void) => {
      if (delay > 250 && delay <= 300) due.push(run)
      return () => {}
    }
    setClock({ timer })
    write('Тай')
    write('Таймер стоит')
    expect(localStorage.getItem('FeedBack')).toBeNull()
    due.at(-1)?.()
    expect(localStorage.getItem('FeedBack')).toBe('Таймер стоит')
    setClock(null)
    await page.user.keyboard('{Escape}')
    await isClosed()
    await press(page)
    expect(field().value).toBe('Таймер стоит')
    await page.user.click(sendButton())
    await done()
    expect(localStorage.getItem('FeedBack')).toBeNull()
  })

  test.each([
    ['the dialog closes', (page: RenderedRoute) => page.user.keyboard('{Escape}')],
    ['the page is hidden', async () => fireEvent(window, new Event('pagehide'))],
    ['the page unmounts', async (page: RenderedRoute) => page.unmount()],
  ])('S07 is stored at once when %s', async (_, leave) => {
    const page = await openFeedback()
    setClock({ timer: () => () => {} })
    write('Не потерять')
    await leave(page)
    expect(localStorage.getItem('FeedBack')).toBe('Не потерять')
  })

  test('S07 an empty message removes the draft', async () => {
    const page = await openFeedback({ prepare: () => localStorage.setItem('FeedBack', 'Старое') })
    expect(field().value).toBe('Старое')
    write('')
    await page.user.keyboard('{Escape}')
    expect(localStorage.getItem('FeedBack')).toBeNull()
  })

  test('text over the limit survives closing the dialog', async () => {
    const page = await openFeedback()
    write('я'.repeat(1600))
    await page.user.keyboard('{Escape}')
    await isClosed()
    expect(localStorage.getItem('FeedBack')).toHaveLength(1500)
    await press(page)
    expect(field().value).toHaveLength(1600)
  })

  test('S07 text over the limit survives a reload', async () => {
    const page = await openFeedback()
    write('я'.repeat(1700))
    fireEvent(window, new Event('pagehide'))
    const kept = Object.entries({ ...sessionStorage })
    page.unmount()
    await openFeedback({
      prepare: () => {
        for (const [key, value] of kept) sessionStorage.setItem(key, value)
      },
    })
    expect(field().value).toHaveLength(1700)
  })

  test('S07 a file that a reload has lost is asked for again', async () => {
    const lost = 'Файл не сохранился при перезагрузке страницы. Выберите его снова.'
    const page = await openFeedback({
      prepare: () => sessionStorage.setItem('flagship.draft.1.feedback.file', 'chosen'),
    })
    expect(within(dialog()).getByText(lost)).toBeTruthy()
    chooseFile(makeFile('report.pdf'))
    expect(within(dialog()).queryByText(lost)).toBeNull()
    expect(sessionStorage.getItem('flagship.draft.1.feedback.file')).toBe('chosen')
    write('С файлом')
    await page.user.click(sendButton())
    await done()
    expect(sessionStorage.getItem('flagship.draft.1.feedback.file')).toBeNull()
  })

  test('A20 a draft is not passed to the next user', async () => {
    const page = await openFeedback()
    write('Личное')
    localStorage.setItem('flagship.user', '999')
    page.unmount()
    expect(localStorage.getItem('FeedBack')).toBeNull()
  })
})

describe('the dialog', () => {
  test('stays open when the menu that contains its button closes', async () => {
    await installNodeForms()
    const page = await renderRoute('/groups', { as: 'student' })
    // The header of the loading state, whose heading is the same, is replaced with the page.
    await screen.findAllByRole('heading', { level: 3 })
    const menuButton = await screen.findByRole('button', { name: 'Меню профиля' })
    await page.user.click(menuButton)
    const menu = await screen.findByRole('dialog', { name: 'Меню профиля' })
    // jsdom has no layout: hides the button as a narrow screen does.
    hide(screen.getAllByRole('button', { name: 'Обратная связь', hidden: true })[0])
    const button = within(menu).getByRole('button', { name: 'Обратная связь' })
    // The rest of the menu is lazy and must not replace the button.
    await within(menu).findByRole('button', { name: 'Выйти' })
    await page.user.click(button)
    await waitFor(() => expect(document.activeElement).toBe(field()))
    expect(screen.queryByRole('dialog', { name: 'Меню профиля' })).toBeNull()
    await page.user.keyboard('{Escape}')
    await waitFor(() => expect(document.activeElement).toBe(menuButton))
  })
})

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
    [makeFile('a.exe .pdf'), name],
    [makeFile('a\u202efdp.exe.pdf'), name],
    [lying, null],
  ]
  for (const [file, message] of rows) {
    addFile(file)
    expect([file.name, ...alerts()]).toEqual([
      file.name,
      ...(message ? [expect.stringMatching(message)] : []),
    ])
    const remove = removeButton()
    expect(remove !== null).toBe(message === null)
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

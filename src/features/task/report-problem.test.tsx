import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { feedbackDialog } from '../../test/feedback-page'
import { ru } from '../../test/messages'
import { installNodeForms } from '../../test/node-forms'
import { type RenderedRoute, renderRoute } from '../../test/render-route'

const { task, feedback, lab } = ru
const { dialog, field, sendButton, done } = feedbackDialog()

const open = async (prepare?: (platform: RenderedRoute['platform']) => void) => {
  await installNodeForms()
  const page = await renderRoute('/group/1/task/104', { as: 'student', ...(prepare && { prepare }) })
  await screen.findByRole('heading', { level: 1 })
  return page
}
const report = async (page: RenderedRoute) => {
  await page.user.click(screen.getByRole('button', { name: task['report.open'] }))
  await waitFor(() => expect(document.activeElement).toBe(field()))
}
const getSent = () =>
  within(dialog())
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

test('a problem is described without flags and notes; what was sent is listed with its number', async () => {
  const page = await open(({ db }) => db.faults.add('startLab', { kind: 'status', status: 503 }))
  const start = await screen.findByRole('button', { name: lab.start })
  await page.user.click(start)
  await screen.findByText(lab['failure.start'], { exact: false })
  fireEvent.input(screen.getByLabelText(task['flags.label']), { target: { value: 'flag{typed}' } })
  await page.user.click(screen.getByRole('button', { name: task['notes.label'] }))
  fireEvent.input(screen.getByRole('textbox', { name: task['notes.title'] }), {
    target: { value: 'my note' },
  })
  await report(page)
  const lines = field().value.split('\n')
  expect(dialog().getAttribute('aria-labelledby')).toBe(
    screen.getByRole('heading', { name: task['report.title'] }).id,
  )
  expect(field().selectionStart).toBe(0)
  expect(lines).toEqual([
    '',
    '',
    'Проблема с заданием «Первый вход: осмотритесь на сервере»',
    'Группа: Практическая безопасность: осень 2026',
    'Адрес: http://localhost/group/1/task/104',
    expect.stringMatching(/^Лаборатория: (?:Выключена|Неизвестно)$/),
    expect.stringMatching(/^Ошибка на странице: .+ \(startLab 503\)$/),
    'Язык: русский',
  ])
  expect(page.calls()).not.toContain('sendFeedback')
  fireEvent.input(field(), { target: { value: 'Не запускается\nникак' } })
  await page.user.click(sendButton())
  await done()
  expect(page.platform.db.tables.feedback.values()).toMatchObject([{ text: 'Не запускается\nникак' }])
  expect(getSent()).toEqual([expect.stringMatching(/^Не запускается.+Номер: FB-\d+$/)])
  await page.user.click(await done())
  await report(page)
  expect(field().value).toMatch(/^\s*Проблема с заданием/)
  expect(getSent()).toHaveLength(1)
})

test('a lab that is off because its start failed says why, a running one does not', async () => {
  const answer = (status: string) => ({ status, endpoints: [], error: 'No room for another machine.' })
  const read = async (status: string) => {
    const body = answer(status)
    const page = await open(({ db }) =>
      db.faults.add('getLabStatus', { kind: 'body', status: 200, body }, Number.POSITIVE_INFINITY),
    )
    await screen.findAllByText(status === 'off' ? lab['state.failed'] : lab['state.ready'])
    await report(page)
    const text = field().value
    page.close()
    return text
  }
  expect(await read('off')).toContain('Лаборатория не запустилась: No room for another machine.')
  expect(await read('ready')).not.toContain('No room')
})

test.each([
  ['nothing', { kind: 'empty', status: 204 }],
  ['no number', { kind: 'body', status: 200, body: {} }],
  ['an object as the number', { kind: 'body', status: 200, body: { ticket: { id: 1 } } }],
] as const)('an answer with %s costs the number only', async (_, fault) => {
  const page = await open(({ db }) => db.faults.add('sendFeedback', fault as never))
  await report(page)
  expect(field().value).not.toContain('Ошибка')
  await page.user.click(sendButton())
  await done()
  expect(getSent()).toEqual([expect.stringMatching(/^Проблема с заданием/)])
  expect(getSent()[0]).not.toContain(feedback['history.ticket'])
})

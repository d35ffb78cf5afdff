import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { TestServer } from '../../../mocks/hosts/node'
import type { ScenarioName } from '../../../mocks/platform/scenario-names'
import { configQuery } from '../../api/queries/config'
import { fillIn } from '../../test/fill-in'
import { messages, startingWith } from '../../test/messages'
import { installNodeForms } from '../../test/node-forms'
import { renderRoute } from '../../test/render-route'

beforeEach(installNodeForms)

const open = async (scenario: ScenarioName, group = 5) => {
  const page = await renderRoute(`/group/${group}?tab=exam`, { as: 'candidate', scenario })
  const help = await screen.findByRole('button', { name: 'Написать организаторам' })
  return { ...page, help }
}

const openFeedback = async ({ user, help }: Awaited<ReturnType<typeof open>>) => {
  help.focus()
  await user.keyboard('{Enter}')
  const dialog = within(await screen.findByRole('dialog'))
  const field = await dialog.findByRole<HTMLTextAreaElement>('textbox')
  return { dialog, field }
}

describe('E12 the feedback opens with what the organisers need', () => {
  test('attempt, status and the connection log; it is sent only by the button', async () => {
    const page = await open('examRunning')
    const { dialog, field } = await openFeedback(page)
    expect(field.value).toMatch(/^Экзамен «.+»\. Попытка №.2, статус: Экзамен идёт\.\nЧто случилось: $/)
    expect(dialog.getByText('flagship-exam-2-connection')).toBeTruthy()
    expect(page.calls()).not.toContain('sendFeedback')
    fillIn(field, `${field.value}нет связи`)
    await page.user.click(dialog.getByRole('button', { name: 'Отправить' }))
    await dialog.findByText(/^Ваше обращение зарегистрировано/)
    const [sent] = page.platform.db.tables.feedback.values()
    expect(sent?.text).toContain('нет связи')
    expect(sent?.file?.name).toBe('flagship-exam-2-connection.txt')
  })

  test('a draft and a chosen file of the user stay', async () => {
    const page = await open('reportDue')
    localStorage.setItem('FeedBack', 'Моё начатое письмо')
    const first = await openFeedback(page)
    expect(first.field.value).toMatch(/^Моё начатое письмо\n\nЭкзамен «.+статус: (Нужен отчёт|Время вышло)/)
    await page.user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    // The prepared text was not typed by the user, so it is no draft.
    expect(localStorage.getItem('FeedBack')).toBe('Моё начатое письмо')
    await page.user.click(screen.getByRole('button', { name: 'Обратная связь' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect((await dialog.findByRole<HTMLTextAreaElement>('textbox')).value).toBe('Моё начатое письмо')
    expect(dialog.queryByText(/connection/)).toBeNull()
  })

  test('before the start there is no log', async () => {
    const page = await open('needPay')
    const { dialog } = await openFeedback(page)
    expect(dialog.queryByText(/connection/)).toBeNull()
  })
})

const DAY_MS = 86_400_000

describe.each(['ru', 'en'] as const)('E12 an exam with trouble, by keyboard (%s)', language => {
  const { exam, ledger, feedback } = messages[language]
  const openTrouble = async (scenario: ScenarioName, prepare: (platform: TestServer) => void = () => {}) => {
    const page = await renderRoute('/group/5?tab=exam', { as: 'candidate', scenario, language, prepare })
    const help = await screen.findByRole('button', { name: ledger['help.open'] })
    return { ...page, help }
  }
  const writeAndSend = async (page: Awaited<ReturnType<typeof openTrouble>>, status: string) => {
    const { dialog, field } = await openFeedback(page)
    expect(field.value).toContain(status)
    await waitFor(() => expect(document.activeElement === field).toBe(true))
    await page.user.keyboard('404')
    await page.user.keyboard('{Control>}{Enter}{/Control}')
    await dialog.findByText(startingWith(feedback.sent))
    const [sent] = page.platform.db.tables.feedback.values()
    expect(sent?.text).toMatch(/404$/)
    return sent
  }

  test('an unsettled payment: no log, because nothing has started', async () => {
    const page = await openTrouble('paymentPending')
    const sent = await writeAndSend(page, exam['headline.need_pay'])
    expect(sent?.file ?? null).toBeNull()
  })

  test('the advice names the button that writes to the organizers', () => {
    for (const key of ['text.overdue', 'report.reviewOverdue.text', 'report.rejected.noReason'] as const)
      expect(exam[key]).toContain(ledger['help.open'])
  })

  test('an overdue report: the log is attached', async () => {
    const page = await openTrouble('reportDue', ({ db }) => db.clock.advance(9 * DAY_MS))
    await screen.findByText(exam['text.overdue'])
    const sent = await writeAndSend(page, exam['headline.overdue'])
    expect(sent?.file?.name).toMatch(/^flagship-exam-\d+-connection\.txt$/)
  })

  test('a late review: the log is attached', async () => {
    const page = await openTrouble('reportInReview', ({ db }) => db.clock.advance(9 * DAY_MS))
    await screen.findByText(exam['report.reviewOverdue.title'])
    expect(screen.queryByText(exam['text.checking']), 'no advice to wait').toBeNull()
    const sent = await writeAndSend(page, exam['headline.checking'])
    expect(sent?.file?.name).toMatch(/^flagship-exam-\d+-connection\.txt$/)
  })
})

test('E13 before the start a list shows what is ready; it blocks nothing and sends nothing', async () => {
  const page = await open('examReady')
  const list = within(await screen.findByRole('region', { name: 'Проверьте до начала' }))
  const items = () => list.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(items()).toContain('готово: Почта подтверждена')
  expect(items()).toContain('готово: Связь с платформой есть')
  expect(items()).toContain('готово: Часы устройства идут верно')
  expect(items().some(text => text?.startsWith('проверьте: Файл VPN не скачан'))).toBe(true)
  const before = page.calls().length
  await page.user.click(await list.findByRole('button', { name: 'Скачать' }))
  await waitFor(() => expect(items()).toContain('готово: Файл VPN скачан'))
  expect(page.calls().slice(before)).toEqual(['getVpnConfig'])
  const start = screen.getByRole('button', { name: 'Начать экзамен' })
  expect(start.getAttribute('aria-disabled')).not.toBe('true')
})

test('E13 a practice exam is offered where the organizers have one', async () => {
  const page = await open('examReady')
  const list = within(await screen.findByRole('region', { name: 'Проверьте до начала' }))
  expect(list.queryByRole('link')).toBeNull()
  const url = 'https://demo.example.com/?scenario=examRunning'
  act(() => {
    page.queryClient.setQueryData(
      configQuery().queryKey,
      config => config && { ...config, exam: { ...config.exam, practice_url: url } },
    )
  })
  const link = await list.findByRole<HTMLAnchorElement>('link', { name: /^Пробный экзамен.*новой вкладке/ })
  expect([link.href, link.target, link.rel]).toEqual([url, '_blank', 'noopener noreferrer'])
  expect(list.getByText(/выдуманных заданиях.+не оплачивается.+попытка не расходуется/)).toBeTruthy()
})

test('E13 the list says when the browser stores nothing, which is only seen by writing', async () => {
  const { setItem } = Storage.prototype
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, key, value) {
    if (this === localStorage && key !== 'token') throw new DOMException('Full.', 'QuotaExceededError')
    setItem.call(this, key, value)
  })
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  onTestFinished(() => {
    vi.restoreAllMocks()
  })
  await open('examReady')
  await screen.findByText('Браузер не хранит', { exact: false })
  expect(localStorage.getItem('flagship.probe')).toBeNull()
})

test('the steps of an exam without a report end with the result', async () => {
  await open('waitsForAdmission', 8)
  const steps = within(screen.getByRole('list', { name: 'Этапы экзамена' })).getAllByRole('listitem')
  const names = steps.map(({ textContent }) => textContent ?? '')
  expect(names).toHaveLength(4)
  expect(names.at(-1)).toMatch(/Результат/)
  expect(names.join()).not.toMatch(/Отчёт/)
})

import { screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { announcements } from '../../lib/announce'
import { renderRoute } from '../../test/render-route'

const section = async (name: string) => within(await screen.findByRole('region', { name }))

const captureDownloads = () => {
  const saved: { name: string; content: Blob }[] = []
  const alive = new Map<string, Blob>()
  const capture = (event: MouseEvent) => {
    if (!(event.target instanceof HTMLAnchorElement) || !event.target.href.startsWith('blob:')) return
    event.preventDefault()
    const content = alive.get(event.target.href)
    if (content) saved.push({ name: event.target.download, content })
  }
  Object.assign(URL, {
    createObjectURL: (content: Blob) => {
      const address = `blob:test/${alive.size}`
      alive.set(address, content)
      return address
    },
    revokeObjectURL: (address: string) => alive.delete(address),
  })
  document.addEventListener('click', capture)
  onTestFinished(() => {
    document.removeEventListener('click', capture)
    Reflect.deleteProperty(URL, 'createObjectURL')
    Reflect.deleteProperty(URL, 'revokeObjectURL')
    announcements.clear()
  })
  return saved
}

test('a due report shows its deadline, instructions and review date, and saves them as a calendar file', async () => {
  const saved = captureDownloads()
  const { user } = await renderRoute('/group/5?tab=exam', { as: 'candidate', scenario: 'reportDue' })
  const report = await section('Отчёт')
  report.getByText(/^Срок сдачи отчёта: .* (?:UTC|GMT.*)\.$/)
  report.getByText(/^Осталось .*\.$/)
  await report.findByText(/не позже \d+ /)
  const mail = await report.findByRole('link', { name: 'exam@sample.example' })
  const { searchParams, pathname } = new URL(mail.getAttribute('href') ?? '')
  expect([pathname, searchParams.get('subject')]).toEqual([
    'exam@sample.example',
    expect.stringMatching(/^Отчёт, попытка 2: \S/),
  ])
  const { createObjectURL } = URL
  URL.createObjectURL = () => {
    throw new Error('refused')
  }
  const save = screen.getByRole('button', { name: 'Сохранить сроки в календарь' })
  await user.click(save)
  const alert = await screen.findByText(/Браузер не сохранил файл/)
  URL.createObjectURL = createObjectURL
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
  await renderRoute('/group/5?tab=exam', {
    as: 'candidate',
    scenario: 'reportDue',
    config: 'nothing of the kind',
    prepare: ({ db }) => db.clock.advance(20 * 86_400_000),
  })
  const report = await section('Отчёт')
  report.getByText('Что делать сейчас')
  report.getByText(/^Отчёт нужно было сдать до .* напишите преподавателю/)
  await report.findByText(/^Как сдать отчёт, здесь не указано/)
  expect(report.getByRole('link', { name: 'контакты' }).getAttribute('href')).toBe('/contacts')
  report.getByText(/Номер вашей попытки: 2\./)
  expect(report.queryByText(/не позже/)).toBeNull()
  expect(screen.queryByRole('button', { name: 'Сохранить сроки в календарь' })).toBeNull()
})

test('the rejection reason is plain text with its own line breaks and direction', async () => {
  const reason = 'Находка 1: <img src=x onerror=alert(1)>\n\u202eНаходка 2: **нет шагов**'
  await renderRoute('/group/5?tab=exam', {
    as: 'candidate',
    scenario: 'reportRejected',
    language: 'en',
    prepare: ({ db }) => {
      const review = db.tables.attempts.get(2)?.review
      if (review) db.tables.attempts.patch(2, { review: { ...review, reason } })
    },
  })
  const report = await section('Report')
  report.getByText('Why the report was rejected')
  const text = report.getByText(/Находка 1/)
  expect(text.textContent).toBe(reason)
  expect(text.closest('bdi')).not.toBeNull()
  expect(text.className).toContain('whitespace-pre-line')
  report.getByText(/request a new attempt/)
})

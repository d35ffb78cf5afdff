import { document as contract } from 'virtual:contract'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Fault } from '../../../mocks/platform/faults'
import { personas } from '../../../mocks/platform/personas'
import { findAssumedItems, omitFromAnswers } from '../../../packages/contract/assumed-items'
import { taskStatusesQuery } from '../../api/queries/groups'
import { clearTabData } from '../../lib/drafts'
import { monitorConnection } from '../../lib/online'
import { installFakeClock } from '../../test/fake-clock'
import {
  findFlagField,
  findVerdicts,
  getSendButton,
  getSubmissions,
  openFlagPage,
  revisitTask,
  sendFlags,
} from '../../test/flag-page'

import { holdAnswer } from '../../test/hold-answer'
import { getKeptText } from '../../test/kept-text'
import { type RenderedRoute, renderRoute } from '../../test/render-route'

const statusReads = (page: RenderedRoute) => page.calls().filter(call => call === 'listTaskStatuses').length

const setOnline = (state: 'online' | 'offline') => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(state === 'online')
  window.dispatchEvent(new Event(state))
}

afterEach(() => {
  vi.restoreAllMocks()
})

test('submissions are listed with masked flags, newest first, and outlive the page', async () => {
  const page = await openFlagPage(102)
  const [right = ''] = page.flags
  await sendFlags(`flag{first_guess}\n${right}`)
  await findVerdicts()
  await revisitTask(page, 102)
  await page.user.click(await screen.findByText('Ваши отправки (2)'))
  const rows = within(screen.getByRole('list', { name: 'Ваши отправки' }))
    .getAllByRole('listitem')
    .map(row => row.textContent?.replace(/^\d\d:\d\d/, ''))
  expect(rows[0]).toMatch(/^[\w-]+\{.•{5}.\}принят$/)
  expect(rows[1]).toBe('flag{f•••••s}неверный')
  clearTabData(personas.student.id + 1)
  expect(Object.keys(sessionStorage).filter(key => key.endsWith('.sent'))).toEqual([])
})

test('V06 flags are in no query key, cache or local storage, and accepted ones in no storage', async () => {
  const page = await openFlagPage()
  await sendFlags('flag{marked_wrong}')
  await findVerdicts()
  await waitFor(() => expect(localStorage.getItem('flagship.flagLog')).toBeTruthy())
  await waitFor(() => expect(getKeptText(page, [localStorage])).not.toContain('marked_wrong'))
  const [right = ''] = page.flags
  await sendFlags(right)
  await screen.findByText('Задание решено')
  await waitFor(() => expect(getKeptText(page, [localStorage])).not.toContain(right))
  expect(JSON.stringify({ ...sessionStorage })).not.toContain(right)
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('marked_wrong')
})

test('N10 a response after leaving the page stores the verdict silently', async () => {
  const { fault, answer } = holdAnswer()
  const page = await openFlagPage()
  const consoleError = vi.spyOn(console, 'error')
  page.failSubmission(fault)
  await sendFlags('flag{late_verdict}')
  await waitFor(() => expect(getSendButton().ariaDisabled).toBe('true'))
  await page.router.navigate({ to: '/groups' })
  await screen.findByRole('heading', { level: 1, name: 'Моё обучение' })
  answer()
  await waitFor(() =>
    expect(sessionStorage.getItem('flagship.draft.1.flag.1.101.sent')).toContain('incorrect'),
  )
  expect(screen.queryByText(/остался в поле/)).toBeNull()
  await page.router.navigate({ to: '/group/$groupId/task/$taskId', params: { groupId: 1, taskId: 101 } })
  expect((await findFlagField()).value).toBe('flag{late_verdict}')
  expect(screen.getByText('Ваши отправки (1)')).toBeTruthy()
  expect(getSubmissions(page)).toHaveLength(1)
  expect(consoleError).not.toHaveBeenCalled()
})

test('offline sends nothing and keeps the text', async () => {
  const page = await openFlagPage()
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const field = await sendFlags('flag{kept}')
  const form = screen.getByRole('form', { name: 'Отправка флагов' })
  expect((await within(form).findByRole('alert')).textContent).toMatch(/^Нет соединения/)
  expect(field.value).toBe('flag{kept}')
  expect(getSubmissions(page)).toEqual([])
})

/** Sends a right flag: the answer is lost, and so is that of the first check. */
const loseAnswer = async () => {
  onTestFinished(monitorConnection())
  const page = await openFlagPage(102)
  const [right = ''] = page.flags
  page.failSubmission({ kind: 'abort', after: true })
  page.platform.db.faults.add('listTaskStatuses', { kind: 'abort' })
  await sendFlags(right)
  await screen.findByText(/Засчитан ли флаг, проверим/)
  return { page, right }
}

test('a response lost with the connection is resolved when back online, without resending', async () => {
  const { page } = await loseAnswer()
  // The one primary action while the answer is unknown.
  const [check, send] = [screen.getByRole('button', { name: 'Проверить сейчас' }), getSendButton()]
  expect([check, send].map(({ className }) => className.includes('bg-accent'))).toEqual([true, false])
  const before = statusReads(page)
  setOnline('offline')
  setOnline('online')
  await screen.findAllByText('Флаг всё-таки засчитан.')
  expect(statusReads(page)).toBeGreaterThan(before)
  expect(getSubmissions(page)).toHaveLength(1)
})

test('the user can recheck the statuses at once', async () => {
  const page = await openFlagPage()
  page.failSubmission({ kind: 'abort' })
  page.platform.db.faults.add('listTaskStatuses', { kind: 'abort' })
  await sendFlags('flag{kept}')
  await page.user.click(await screen.findByRole('button', { name: 'Проверить сейчас' }))
  await screen.findByText(/Флаг не засчитан\. Отправьте его ещё раз/)
  expect(getSubmissions(page)).toHaveLength(1)
})

test('a flag can be sent while a lost answer is being checked, and its verdict stays', async () => {
  const { page, right } = await loseAnswer()
  const { fault, answer } = holdAnswer()
  page.platform.db.faults.add('listTaskStatuses', fault)
  setOnline('offline')
  setOnline('online')
  await waitFor(() => expect(page.queryClient.isFetching(taskStatusesQuery(1))).toBe(1))
  await sendFlags('flag{another}')
  const verdicts = ['Неверно: flag{another}']
  expect(await findVerdicts()).toEqual(verdicts)
  answer()
  await waitFor(() => expect(page.queryClient.isFetching()).toBe(0))
  expect(await findVerdicts()).toEqual(verdicts)
  expect(screen.queryByText(/Флаг всё-таки засчитан/)).toBeNull()
  expect(getSubmissions(page)).toEqual([[right], ['flag{another}']])
})

const tooMany: Fault = {
  kind: 'status',
  status: 429,
  detail: 'too many attempts',
  headers: { 'retry-after': '90' },
}

test('a cooldown survives a reload, has a stable description, and ends on time', async () => {
  const page = await openFlagPage()
  page.failSubmission(tooMany)
  await sendFlags('flag{kept}')
  await screen.findByText(/^Повторить можно через \d+ с$/)
  const stored = { ...sessionStorage }
  cleanup()
  const clock = installFakeClock()
  const again = await renderRoute('/group/1/task/101', {
    as: 'student',
    prepare: () => {
      for (const [key, value] of Object.entries(stored)) sessionStorage.setItem(key, value)
    },
  })
  const field = await findFlagField()
  expect(field.value).toBe('flag{kept}')
  const button = getSendButton()
  const description = () =>
    document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent
  expect(description()).toBe('Слишком много попыток. Подождите 2\u00a0минуты.')
  fireEvent.keyDown(field, { key: 'Enter' })
  await screen.findByText(/^Повторить можно через \d+ секунд[уы]?$/)
  clock.advance(5000)
  expect(description()).toBe('Слишком много попыток. Подождите 2\u00a0минуты.')
  clock.advance(120_000)
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBeNull())
  expect(getSubmissions(again)).toEqual([])
})

describe('a server that says nothing about solved flags', () => {
  const openSilentPage = async () => {
    const page = await renderRoute('/group/1/task/101', {
      as: 'student',
      prepare: platform =>
        omitFromAnswers(
          findAssumedItems(contract).filter(({ kind }) => kind === 'property'),
          platform,
        ),
    })
    await findFlagField()
    return { page, right: page.platform.db.getFlags(personas.student.id, 1, 101)[0] ?? '' }
  }

  test('never calls a right flag wrong, and takes it again', async () => {
    const { page, right } = await openSilentPage()
    for (const count of [1, 2]) {
      const field = await sendFlags(right)
      await waitFor(() => expect(getSubmissions(page)).toHaveLength(count))
      expect(await findVerdicts()).toEqual([`Результат неизвестен: ${right}`])
      expect(field.value).toBe(right)
    }
    expect(document.body.textContent).not.toMatch(/неверн/i)
  })

  test('leaves the verdict open when the answer is lost', async () => {
    const { page, right } = await openSilentPage()
    page.platform.db.faults.add('submitFlags', { kind: 'abort', after: true })
    const field = await sendFlags(right)
    await screen.findByText(/Сервер не сообщил, засчитан ли флаг\. Его можно отправить ещё раз/)
    expect(field.value).toBe(right)
    expect(document.body.textContent).not.toContain('не засчитан.')
  })
})

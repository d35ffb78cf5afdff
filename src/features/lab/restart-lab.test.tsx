import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { personas } from '../../../mocks/platform/personas'
import { api } from '../../api/api'
import { clock } from '../../lib/clock'
import { holdAnswer } from '../../test/hold-answer'
import {
  count,
  errorFault,
  findButton,
  getAnnouncements,
  makeReady,
  openLabPage,
  panel,
  stopLab,
} from '../../test/lab-page'

type Page = Awaited<ReturnType<typeof openLabPage>>

const KEY = `flagship.labRestart.${personas.student.id}.1/104`
const QUESTION = 'Перезапустить'
const STOPPING = /^Останавливаем лабораторию/

const openReady = async () => {
  const page = await openLabPage()
  await makeReady(page)
  return page
}

const restart = async (page: Page, answer = QUESTION) => {
  await page.user.click(panel().getByRole('button', { name: 'Перезапустить' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(dialog.getByText(/пропадёт.+флаги и заметки останутся/)).toBeTruthy()
  await page.user.click(dialog.getByRole('button', { name: answer }))
}

/** After the first start, which every test needs. */
const getWrites = (page: Page) =>
  page
    .calls()
    .filter(call => call === 'startLab' || call === 'stopLab')
    .slice(1)

const inOtherTab = (value: string | null) =>
  act(() => {
    if (value === null) localStorage.removeItem('flagship.lab')
    else localStorage.setItem('flagship.lab', value)
    dispatchEvent(new StorageEvent('storage', { key: 'flagship.lab', newValue: value }))
  })

describe('T18 a restart stops once and starts once', () => {
  test('a cancelled one ends with the stop', async () => {
    const page = await openReady()
    const { fault, answer } = holdAnswer()
    page.platform.db.faults.add('stopLab', fault)
    await restart(page)
    await page.user.click(await findButton('Не запускать снова'))
    answer()
    await findButton('Запустить лабораторию')
    await page.pass(12)
    expect(getWrites(page)).toEqual(['stopLab'])
  })

  test('step by step, after one question', async () => {
    const page = await openReady()
    await restart(page, 'Не перезапускать')
    expect(getWrites(page)).toEqual([])
    const { fault, answer } = holdAnswer()
    page.platform.db.faults.add('stopLab', fault)
    await restart(page)
    await panel().findByText(STOPPING)
    expect(panel().getByText('Перезапускается')).toBeTruthy()
    expect(panel().queryByRole('timer')).toBeNull()
    expect(sessionStorage.getItem(KEY)).not.toBeNull()
    await waitFor(() => expect(document.activeElement?.id).toBe('lab'))
    expect(getWrites(page)).not.toContain('startLab')
    answer()
    await panel().findByText(/^Прошло/)
    await page.pass(5)
    expect(getWrites(page)).toEqual(['stopLab', 'startLab'])
    expect(sessionStorage.getItem(KEY)).toBeNull()
    expect(getAnnouncements()).toContain('Лаборатория запускается')
  })

  test.each([
    ['the connection breaks', { kind: 'abort', after: true }],
    ['a gateway answers', { kind: 'html', status: 502 }],
  ] as const)('when %s, the status says what became of the stop', async (_, fault) => {
    const page = await openReady()
    page.platform.db.faults.add('stopLab', fault)
    await restart(page)
    if ('after' in fault) {
      await panel().findByText(/^Прошло/)
      expect(getWrites(page)).toEqual(['stopLab', 'startLab'])
      return
    }
    await panel().findByText(/^Ответа на остановку нет/)
    await page.pass(12)
    expect(getWrites(page)).toEqual(['stopLab'])
    await page.user.click(panel().getByRole('button', { name: 'Не запускать снова' }))
    await panel().findByRole('timer')
    await waitFor(() => expect(document.activeElement?.id).toBe('lab'))
    expect(panel().getByText(/^Не удалось остановить лабораторию/)).toBeTruthy()
    // The lab ends later, for another reason.
    await page.pass(6 * 3600)
    await findButton('Запустить лабораторию')
    expect(getWrites(page)).toEqual(['stopLab'])
  })

  test('a refused stop leaves the lab as it is, and can be repeated', async () => {
    const page = await openReady()
    page.platform.db.faults.add('stopLab', errorFault(409, 'no started attempt exists'))
    await restart(page)
    await panel().findByText(/^Не удалось перезапустить лабораторию/)
    expect(panel().getByText(/Лаборатория осталась как была/)).toBeTruthy()
    expect(panel().getByRole('timer')).toBeTruthy()
    expect(sessionStorage.getItem(KEY)).toBeNull()
    expect(getWrites(page)).toEqual(['stopLab'])
    // A stop that is refused later is no restart.
    page.platform.db.faults.add('stopLab', errorFault(409, 'no started attempt exists'))
    await stopLab(page)
    await panel().findByText(/^Не удалось остановить лабораторию/)
    page.platform.db.faults.add('stopLab', errorFault(409, 'no started attempt exists'))
    await restart(page)
    await panel().findByText(/^Не удалось перезапустить лабораторию/)
    await page.user.click(panel().getByRole('button', { name: 'Повторить' }))
    await panel().findByText(/^Прошло/)
    expect(getWrites(page).slice(-2)).toEqual(['stopLab', 'startLab'])
  })

  test('a refused start leaves a stopped lab with its error', async () => {
    const page = await openReady()
    page.platform.db.faults.add('startLab', errorFault(500))
    await restart(page)
    await panel().findByText(/^Лаборатория не запустилась/)
    expect(panel().getByText('Выключена')).toBeTruthy()
    expect(panel().queryByText(/^Не удалось остановить/)).toBeNull()
    expect(getWrites(page)).toEqual(['stopLab', 'startLab'])
    await page.user.click(panel().getByRole('button', { name: 'Повторить' }))
    await panel().findByText(/^Прошло/)
  })

  test('it goes on after the page of the task is left', async () => {
    const page = await openReady()
    const { fault, answer } = holdAnswer()
    page.platform.db.faults.add('stopLab', fault)
    await restart(page)
    await panel().findByText(STOPPING)
    await page.router.navigate({ to: '/groups' })
    await screen.findByRole('heading', { level: 1, name: 'Моё обучение' })
    answer()
    await waitFor(() => expect(getWrites(page)).toEqual(['stopLab', 'startLab']))
  })

  test('it ends with the session', async () => {
    const page = await openReady()
    const { fault, answer } = holdAnswer()
    page.platform.db.faults.add('stopLab', fault)
    await restart(page)
    await panel().findByText(STOPPING)
    await act(() => api.session.logout())
    await screen.findByRole('heading', { level: 1, name: 'Вход' })
    answer()
    await page.pass(12)
    expect(sessionStorage.getItem(KEY)).toBeNull()
    expect(getWrites(page)).not.toContain('startLab')
  })

  test('a lab that another tab has started meanwhile is not started again', async () => {
    const page = await openReady()
    page.platform.db.faults.add('stopLab', { kind: 'html', status: 502 })
    await restart(page)
    await panel().findByText(/^Ответа на остановку нет/)
    // Seen there as off, then started.
    inOtherTab(null)
    expect(panel().getByText(STOPPING)).toBeTruthy()
    inOtherTab('1/104')
    await panel().findByRole('timer')
    await page.pass(6 * 3600)
    await findButton('Запустить лабораторию')
    expect(getWrites(page)).toEqual(['stopLab'])
  })
})

describe('T18 after a reload', () => {
  const reload = (age: number, options = {}) =>
    openLabPage('/group/1/task/104', {
      prepare: () => sessionStorage.setItem(KEY, String(clock.now() - age)),
      ...options,
    })

  test('nothing starts by itself', async () => {
    const page = await reload(5000, { scenario: 'labRunning' })
    await screen.findByText(/^Страница обновилась во время перезапуска\. Когда/)
    expect(panel().getByRole('timer')).toBeTruthy()
    const lab = page.platform.db.tables.labs.values().find(({ task_id }) => task_id === 104)
    if (!lab) throw new Error('The test needs a running lab.')
    page.platform.db.tables.labs.patch(`${lab.user_id}:104`, { stopped_at: page.platform.db.now() })
    await page.pass(6)
    await screen.findByText(/Лаборатория выключена: осталось её запустить/)
    await page.pass(12)
    expect(count(page, 'startLab')).toBe(0)
    await page.user.click(await findButton('Запустить лабораторию'))
    await panel().findByText(/^Прошло/)
    await waitFor(() => expect(panel().queryByText(/^Страница обновилась/)).toBeNull())
    expect(count(page, 'startLab')).toBe(1)
    expect(sessionStorage.getItem(KEY)).toBeNull()
  })

  test('the note can be dismissed, and is not shown after ten minutes', async () => {
    const page = await reload(9 * 60_000)
    await screen.findByText(/осталось её запустить/)
    await page.user.click(panel().getByRole('button', { name: 'Не запускать снова' }))
    await waitFor(() => expect(panel().queryByText(/осталось её запустить/)).toBeNull())
    page.close()
    await reload(10 * 60_000 + 1000)
    await findButton('Запустить лабораторию')
    expect(panel().queryByText(/осталось её запустить/)).toBeNull()
    expect(sessionStorage.getItem(KEY)).toBeNull()
  })
})

import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import type { OperationId } from '../../mocks/operations.gen'
import type { Fault } from '../../mocks/platform/faults'
import { personas } from '../../mocks/platform/personas'
import { cases } from './matrix/cases'
import { enter, expectMessages, findControl, findTitle, main, press, region } from './matrix/page'
import { anyOf, beforePlaceholder, ru } from './messages'
import { type RenderedRoute, renderRoute } from './render-route'

vi.setConfig({ testTimeout: 60_000 })

const { common, lab, task } = ru
const hang: Fault = { kind: 'never' }

const open = async (id: keyof typeof cases) => {
  const { path, as, scenario, setUp } = cases[id]
  const page = await renderRoute(path, { clock: 'held', ...(as && { as }), ...(scenario && { scenario }) })
  await findTitle()
  await setUp?.()
  return page
}

/** Passes time for page and platform, with time for answers in between. */
const pass = async (page: RenderedRoute, seconds: number): Promise<void> => {
  for (let passed = 0; passed < seconds; passed += 1) {
    page.pass(1000)
    await act(() => new Promise(resolve => setTimeout(resolve, 10)))
  }
}

/** Sends a write that is never answered, and waits until it has reached the server. */
const sendInVain = async (page: RenderedRoute, id: keyof typeof cases, fault: Fault = hang) => {
  const { faults } = page.platform.db
  faults.add(id, fault)
  await cases[id].trigger?.(page)
  await waitFor(() => expect(faults.has(id)).toBe(false))
}

const findShown = (text: string | RegExp) =>
  waitFor(() => expect(main()?.textContent).toMatch(typeof text === 'string' ? anyOf(text) : text))

const count = (page: RenderedRoute, id: OperationId) => page.calls().filter(call => call === id).length
const flagField = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: task['flags.label'] })

describe('N17 a flag without an answer', () => {
  test('after ten seconds can be given up, stays in the field, and can be sent again', async () => {
    const page = await open('submitFlags')
    await sendInVain(page, 'submitFlags')
    const typed = (await flagField()).value
    await pass(page, 9)
    expect(screen.queryByText(task['send.slow'])).toBeNull()
    await pass(page, 2)
    await press(common['slow.stop'])
    await findShown(task['arrival.unknown'])
    const field = await flagField()
    expect([field.value, field.readOnly]).toEqual([typed, false])
    await pass(page, 3)
    await findShown(task['arrival.missing'])
    expect((await flagField()).value).toBe(typed)
    await press(task['send.label'])
    await findShown(/Флаг неверный/)
  })

  test('that was counted shows after giving up', async () => {
    const page = await open('submitFlags')
    const { db } = page.platform
    const [flag = ''] = db.getFlags(personas.student.id, 1, 101)
    db.faults.add('submitFlags', { kind: 'never', after: true })
    await enter(task['flags.label'], flag)
    await press(task['send.label'])
    await waitFor(() => expect(db.faults.has('submitFlags')).toBe(false))
    await pass(page, 11)
    await press(common['slow.stop'])
    await pass(page, 3)
    await findShown(task['arrival.counted'])
    await findShown(task['solved.title'])
  })

  test('keeps its field free while nothing answers at all', async () => {
    const page = await open('submitFlags')
    const { faults } = page.platform.db
    faults.add('listTaskStatuses', hang, Number.POSITIVE_INFINITY)
    await sendInVain(page, 'submitFlags')
    await pass(page, 11)
    await press(common['slow.stop'])
    await pass(page, 5)
    // The reading hangs too: asking by hand can be given up in the same way.
    await press(task['arrival.recheck'])
    await pass(page, 11)
    await press(common['slow.stop'])
    await findShown(task['arrival.unknown'])
    expect((await flagField()).readOnly).toBe(false)
    faults.clear()
    await press(task['arrival.recheck'])
    await findShown(task['arrival.missing'])
  })
})

describe('N17 a lab whose', () => {
  const section = region(lab.title)

  test('start is not answered is asked for its state, and shows when it runs', async () => {
    const page = await open('startLab')
    await sendInVain(page, 'startLab', { kind: 'never', after: true })
    await pass(page, 9)
    expect(count(page, 'getLabStatus')).toBe(1)
    expectMessages([lab['starting.sending']], section())
    await pass(page, 4)
    await waitFor(() => expect(section()?.textContent).toContain(beforePlaceholder(lab['starting.elapsed'])))
    await pass(page, 30)
    await waitFor(() => expect(section()?.textContent).toContain(lab['state.ready']))
    expect(section()?.textContent).not.toContain(lab['failure.start'])
  })

  test('start never arrives can be given up and started again', async () => {
    const page = await open('startLab')
    await sendInVain(page, 'startLab')
    await pass(page, 14)
    expectMessages([lab['slow.start']], section())
    expect(count(page, 'getLabStatus')).toBeGreaterThan(1)
    await press(common['slow.stop'], section)
    await within(section() as HTMLElement).findByText(/Сервер не ответил вовремя/)
    await press(common.retry, section)
    await waitFor(() => expect(section()?.textContent).toContain(beforePlaceholder(lab['starting.elapsed'])))
  })

  test('stop is not answered closes the question once it is off', async () => {
    const page = await open('stopLab')
    await sendInVain(page, 'stopLab', { kind: 'never', after: true })
    await screen.findByRole('alertdialog')
    await pass(page, 14)
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    await waitFor(() => expectMessages([lab['state.off'], lab.start], section()))
    expect(section()?.textContent).not.toContain(lab['failure.stop'])
  })
})

test('N17 a login without an answer can be given up, and keeps what was typed', async () => {
  const page = await open('login')
  await sendInVain(page, 'login')
  await pass(page, 11)
  await screen.findByText(common['slow.text'])
  await press(common['slow.stop'])
  await screen.findByText(ru.errors.timeout)
  expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('student')
  await press(ru.auth['login.submit'], main)
  await screen.findByRole('heading', { name: ru.groups['home.groups'] })
})

test('N17 a page without an answer can be requested again', async () => {
  const page = await renderRoute('/groups', { as: 'student', clock: 'held' })
  await findTitle()
  page.platform.db.faults.add('getGroup', hang, 2)
  act(() => page.router.history.push('/group/1'))
  for (const _ of ['first', 'second']) {
    await waitFor(() => {
      page.pass(1000)
      expect(main()?.textContent).toContain(common['slow.page'])
    })
    fireEvent.click(await findControl(common.retry, main))
    expect(main()?.textContent).not.toContain(common['slow.page'])
  }
  await screen.findByText('Что прячет исходный код')
})

import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { listOperations } from '../../mocks/control/controls'
import type { BrowserControls, BrowserState } from '../../mocks/control/mock-controls'
import { listStarts } from '../../mocks/control/starts'
import { loginPersonas } from '../../mocks/platform/personas'
import { startI18n } from '../i18n/init'
import { UiProvider } from '../ui/ui-provider'
import { ControlsContext } from './controls'
import { observedExchanges } from './observe/observed-exchanges'
import { panelState } from './panel-window'
import { Toolbar } from './toolbar'

const initialState: BrowserState = {
  seed: '1',
  scenario: 'default',
  start: 'default',
  startedAt: '2026-10-05T09:00:00.000Z',
  now: '2026-10-05T09:00:00.000Z',
  speed: 0,
  latency: 'usual',
  network: 'online',
  chaos: null,
  faults: [],
  username: 'student',
  problem: null,
}

/** Records the calls of the panel. */
const fakeControls = (own: Partial<BrowserControls> = {}) => {
  const calls: unknown[][] = []
  const record =
    (name: string) =>
    async (...values: unknown[]) => {
      calls.push([name, ...values])
    }
  let notifyUnmocked: (sentence: string | null) => void = () => {}
  const controls: BrowserControls = {
    state: () => initialState,
    now: () => Date.parse(initialState.now),
    subscribe: () => () => {},
    start: record('start'),
    signIn: record('signIn'),
    reset: record('reset'),
    clock: record('clock'),
    addFault: record('addFault'),
    removeFault: record('removeFault'),
    clearFaults: record('clearFaults'),
    setChaos: record('setChaos'),
    setLatency: record('setLatency'),
    setNetwork: record('setNetwork'),
    exportSnapshot: async () => '{}',
    importSnapshot: record('importSnapshot'),
    operations: listOperations(),
    starts: listStarts(),
    personas: loginPersonas,
    onUnmocked: listener => {
      notifyUnmocked = listener
      return () => {}
    },
    ...own,
  }
  return { controls, calls, notifyUnmocked: (sentence: string | null) => act(() => notifyUnmocked(sentence)) }
}

const show = (controls: BrowserControls | null) => {
  onTestFinished(() => {
    panelState.set({ mode: 'closed', section: 'start' })
    sessionStorage.clear()
    observedExchanges.clear()
  })
  return render(
    <UiProvider>
      <button type="button">Кнопка страницы</button>
      <ControlsContext value={controls}>
        <Toolbar />
      </ControlsContext>
    </UiProvider>,
  )
}

const openSection = async (user: ReturnType<typeof userEvent.setup>, name: string) => {
  await user.click(screen.getByRole('button', { name: 'Открыть панель' }))
  await user.click(await screen.findByRole('tab', { name }))
  return within(await screen.findByRole('tabpanel', { name }))
}

beforeEach(() => startI18n('ru'))

test('the panel opens by its shortcut in the Russian layout, takes focus, and restores it on Escape', async () => {
  const user = userEvent.setup()
  show(fakeControls().controls)
  const own = screen.getByRole('button', { name: 'Кнопка страницы' })
  own.focus()
  fireEvent.keyDown(own, { key: 'з', code: 'KeyP', ctrlKey: true, altKey: true })
  const tab = await screen.findByRole('tab', { name: 'Сценарий' })
  await waitFor(() => expect(document.activeElement).toBe(tab))
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('tab')).toBeNull()
  await waitFor(() => expect(document.activeElement).toBe(own))
})

describe('the panel controls the platform', () => {
  test('starts a scenario with a seed', async () => {
    const user = userEvent.setup()
    const { controls, calls } = fakeControls()
    show(controls)
    const panel = await openSection(user, 'Сценарий')
    await user.type(panel.getByRole('searchbox', { name: 'Найти сценарий' }), 'минуты')
    expect(panel.getByRole('button', { name: /examEndsSoon/ })).toBeTruthy()
    await user.clear(panel.getByRole('textbox', { name: 'Зерно' }))
    await user.type(panel.getByRole('textbox', { name: 'Зерно' }), '42')
    await user.click(panel.getByRole('button', { name: /До конца экзамена две минуты/ }))
    expect(panel.getAllByRole('listitem')).toHaveLength(1)
    expect(calls).toEqual([['start', 'examEndsSoon', '42']])
  })

  test('adds a fault with a detail, three times', async () => {
    const user = userEvent.setup()
    const { controls, calls } = fakeControls()
    show(controls)
    const panel = await openSection(user, 'Сбои')
    await user.selectOptions(panel.getByRole('combobox', { name: 'Операция' }), 'getGroup')
    await user.selectOptions(
      panel.getByRole('combobox', { name: 'Что вернуть' }),
      '403 you dont have access to this group',
    )
    await user.selectOptions(panel.getByRole('combobox', { name: 'Сколько раз' }), 'Три раза')
    await user.click(panel.getByRole('button', { name: 'Добавить сбой' }))
    const fault = { kind: 'status', status: 403, detail: 'you dont have access to this group' }
    expect(calls).toEqual([['addFault', 'getGroup', fault, 3]])
    expect(await panel.findByText(/Сбой добавлен: getGroup 403 you dont/)).toBeTruthy()
  })

  test('changes the clock and chaos', async () => {
    const user = userEvent.setup()
    const { controls, calls } = fakeControls()
    show(controls)
    const clock = await openSection(user, 'Часы')
    expect(clock.getByRole('button', { name: 'Остановить' }).getAttribute('aria-pressed')).toBe('true')
    const time = clock.getByLabelText<HTMLInputElement>('Точное время')
    const before = time.value
    fireEvent.change(time, { target: { value: '2026-10-07T12:00' } })
    expect(time.value).toBe('2026-10-07T12:00')
    await user.click(clock.getByRole('button', { name: /^\+1.день$/ }))
    // The fake platform does not advance its clock.
    await waitFor(() => expect(time.value).toBe(before))
    await user.click(clock.getByRole('button', { name: '×60' }))
    await user.click(screen.getByRole('tab', { name: 'Сеть и хаос' }))
    const share = await screen.findByRole('textbox', { name: /Доля запросов/ })
    await user.clear(share)
    await user.type(share, '300')
    await user.click(screen.getByRole('button', { name: 'Включить хаос' }))
    expect(screen.getByText('Введите число от 1 до 100.')).toBeTruthy()
    await user.clear(share)
    await user.type(share, '30')
    await user.click(screen.getByRole('button', { name: 'Включить хаос' }))
    expect(calls).toEqual([
      ['clock', { advanceSeconds: 86_400 }],
      ['clock', { speed: 60 }],
      ['setChaos', { seed: '1', share: 0.3 }],
    ])
  })
})

test('shows an error of the platform in the section', async () => {
  const user = userEvent.setup()
  const importSnapshot = () => Promise.reject(new Error('The file is of a newer version.'))
  show(fakeControls({ importSnapshot }).controls)
  const panel = await openSection(user, 'Состояние')
  const file = new File(['{}'], 'snapshot.json', { type: 'application/json' })
  await user.upload(panel.getByLabelText('Открыть снимок', { selector: 'input' }), file)
  expect((await panel.findByRole('alert')).textContent).toBe('Не удалось: The file is of a newer version.')
})

test('shows an alert for an unmocked call', () => {
  const { controls, notifyUnmocked } = fakeControls()
  show(controls)
  notifyUnmocked('GET /api/groups was not answered.')
  expect(screen.getByRole('alert').textContent).toContain('GET /api/groups was not answered.')
  notifyUnmocked(null)
  expect(screen.queryByRole('alert')).toBeNull()
})

test('with a real server shows only the observing sections', async () => {
  const user = userEvent.setup()
  show(null)
  const number = observedExchanges.add(
    {
      request: { method: 'GET', url: 'http://localhost/api/groups', headers: [] },
      response: { status: 200, headers: [], body: new TextEncoder().encode('{}') },
    },
    0,
  )
  const place = { driftId: 'DR01', place: 'answer 200', what: 'A list was promised.' } as const
  act(() => observedExchanges.setVerdict(number, [{ ...place, severity: 'breaking' }], 'listGroups'))
  await user.click(screen.getByRole('button', { name: '1 нарушение контракта' }))
  expect((await screen.findByRole('tab', { name: 'Контракт' })).getAttribute('aria-selected')).toBe('true')
  await user.click(screen.getByRole('tab', { name: 'Журнал' }))
  const panel = within(await screen.findByRole('tabpanel', { name: 'Журнал' }))
  expect(screen.getAllByRole('tab').map(tab => tab.textContent)).toEqual(['Журнал', 'Контракт', 'Запись'])
  await user.click(panel.getByText('GET /api/groups'))
  expect(await panel.findByText(/A list was promised/)).toBeTruthy()
})

import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { BrowserControls, BrowserState } from '../../mocks/control/browser-controls'
import { operationFacts } from '../../mocks/control/platform-state'
import { startFacts } from '../../mocks/control/starts'
import { offeredPersonas } from '../../mocks/platform/persona-offers'
import { startI18n } from '../i18n/init'
import { UiProvider } from '../ui/ui-provider'
import { ControlsContext } from './controls'
import { deckState } from './deck-state'
import { observedExchanges } from './observe/observed-exchanges'
import { Strip } from './strip'

const begun: BrowserState = {
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
  person: 'student',
  trouble: null,
}

/** Writes down what the panel asks for; a platform of its own it needs none. */
const fakeControls = (own: Partial<BrowserControls> = {}) => {
  const asked: unknown[][] = []
  const note =
    (name: string) =>
    async (...values: unknown[]) => {
      asked.push([name, ...values])
    }
  let tellUnmocked: (sentence: string | null) => void = () => {}
  const controls: BrowserControls = {
    state: () => begun,
    now: () => Date.parse(begun.now),
    subscribe: () => () => {},
    start: note('start'),
    signIn: note('signIn'),
    reset: note('reset'),
    clock: note('clock'),
    addFault: note('addFault'),
    removeFault: note('removeFault'),
    clearFaults: note('clearFaults'),
    setChaos: note('setChaos'),
    setLatency: note('setLatency'),
    setNetwork: note('setNetwork'),
    exportSnapshot: async () => '{}',
    importSnapshot: note('importSnapshot'),
    operations: operationFacts(),
    starts: startFacts(),
    personas: offeredPersonas,
    onUnmocked: listener => {
      tellUnmocked = listener
      return () => {}
    },
    ...own,
  }
  return { controls, asked, tellUnmocked: (sentence: string | null) => act(() => tellUnmocked(sentence)) }
}

const show = (controls: BrowserControls | null) => {
  onTestFinished(() => {
    deckState.set({ place: 'closed', section: 'start' })
    sessionStorage.clear()
    observedExchanges.clear()
  })
  return render(
    <UiProvider>
      <button type="button">Кнопка страницы</button>
      <ControlsContext value={controls}>
        <Strip />
      </ControlsContext>
    </UiProvider>,
  )
}

const openSection = async (user: ReturnType<typeof userEvent.setup>, name: string) => {
  await user.click(screen.getByRole('button', { name: 'Открыть пульт' }))
  await user.click(await screen.findByRole('tab', { name }))
  return within(await screen.findByRole('tabpanel', { name }))
}

beforeEach(() => startI18n('ru'))

test('the deck opens by its key in the Russian layout, takes the focus, and gives it back on Escape', async () => {
  const user = userEvent.setup()
  show(fakeControls().controls)
  const own = screen.getByRole('button', { name: 'Кнопка страницы' })
  own.focus()
  fireEvent.keyDown(own, { key: 'з', code: 'KeyP', ctrlKey: true, altKey: true })
  const tab = await screen.findByRole('tab', { name: 'Начало' })
  await waitFor(() => expect(document.activeElement).toBe(tab))
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('tab')).toBeNull()
  await waitFor(() => expect(document.activeElement).toBe(own))
})

describe('what is chosen is what the platform is asked for', () => {
  test('a start with a seed', async () => {
    const user = userEvent.setup()
    const { controls, asked } = fakeControls()
    show(controls)
    const panel = await openSection(user, 'Начало')
    await user.type(panel.getByRole('searchbox', { name: 'Найти начало' }), 'минуты')
    expect(panel.getByRole('button', { name: /examEndsSoon/ })).toBeTruthy()
    await user.clear(panel.getByRole('textbox', { name: 'Зерно' }))
    await user.type(panel.getByRole('textbox', { name: 'Зерно' }), '42')
    await user.click(panel.getByRole('button', { name: /До конца экзамена две минуты/ }))
    expect(panel.getAllByRole('listitem')).toHaveLength(1)
    expect(asked).toEqual([['start', 'examEndsSoon', '42']])
  })

  test('a detail of one call, three times', async () => {
    const user = userEvent.setup()
    const { controls, asked } = fakeControls()
    show(controls)
    const panel = await openSection(user, 'Отказы')
    await user.selectOptions(panel.getByRole('combobox', { name: 'Вызов' }), 'getGroup')
    await user.selectOptions(
      panel.getByRole('combobox', { name: 'Что вернуть' }),
      '403 you dont have access to this group',
    )
    await user.selectOptions(panel.getByRole('combobox', { name: 'Сколько раз' }), 'Три раза')
    await user.click(panel.getByRole('button', { name: 'Добавить отказ' }))
    const fault = { kind: 'status', status: 403, detail: 'you dont have access to this group' }
    expect(asked).toEqual([['addFault', 'getGroup', fault, 3]])
    expect(await panel.findByText(/Отказ ждёт вызова: getGroup 403 you dont/)).toBeTruthy()
  })

  test('the clock and chaos', async () => {
    const user = userEvent.setup()
    const { controls, asked } = fakeControls()
    show(controls)
    const clock = await openSection(user, 'Часы')
    expect(clock.getByRole('button', { name: 'Остановить' }).getAttribute('aria-pressed')).toBe('true')
    const time = clock.getByLabelText<HTMLInputElement>('Точное время')
    const before = time.value
    fireEvent.change(time, { target: { value: '2026-10-07T12:00' } })
    expect(time.value).toBe('2026-10-07T12:00')
    await user.click(clock.getByRole('button', { name: /^\+1.день$/ }))
    // The platform of this test stands still, so its time after the jump is that before.
    await waitFor(() => expect(time.value).toBe(before))
    await user.click(clock.getByRole('button', { name: '×60' }))
    await user.click(screen.getByRole('tab', { name: 'Сеть и хаос' }))
    const share = await screen.findByRole('textbox', { name: /Доля вызовов/ })
    await user.clear(share)
    await user.type(share, '300')
    await user.click(screen.getByRole('button', { name: 'Включить хаос' }))
    expect(screen.getByText('Введите число от 1 до 100.')).toBeTruthy()
    await user.clear(share)
    await user.type(share, '30')
    await user.click(screen.getByRole('button', { name: 'Включить хаос' }))
    expect(asked).toEqual([
      ['clock', { advanceSeconds: 86_400 }],
      ['clock', { speed: 60 }],
      ['setChaos', { seed: '1', share: 0.3 }],
    ])
  })
})

test('what the platform refuses is told where it was asked for', async () => {
  const user = userEvent.setup()
  const importSnapshot = () => Promise.reject(new Error('The file is of a newer version.'))
  show(fakeControls({ importSnapshot }).controls)
  const panel = await openSection(user, 'Состояние')
  const file = new File(['{}'], 'snapshot.json', { type: 'application/json' })
  await user.upload(panel.getByLabelText('Открыть снимок', { selector: 'input' }), file)
  expect((await panel.findByRole('alert')).textContent).toBe('Не получилось: The file is of a newer version.')
})

test('a call that the platform did not answer is told loudly, until it answers again', () => {
  const { controls, tellUnmocked } = fakeControls()
  show(controls)
  tellUnmocked('GET /api/groups was not answered.')
  expect(screen.getByRole('alert').textContent).toContain('GET /api/groups was not answered.')
  tellUnmocked(null)
  expect(screen.queryByRole('alert')).toBeNull()
})

test('with a real server there is what is observed of it, and nothing to control', async () => {
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
  act(() => observedExchanges.judge(number, [{ ...place, severity: 'breaking' }], 'listGroups'))
  await user.click(screen.getByRole('button', { name: '1 нарушение контракта' }))
  expect((await screen.findByRole('tab', { name: 'Контракт' })).getAttribute('aria-selected')).toBe('true')
  await user.click(screen.getByRole('tab', { name: 'Журнал' }))
  const panel = within(await screen.findByRole('tabpanel', { name: 'Журнал' }))
  expect(screen.getAllByRole('tab').map(tab => tab.textContent)).toEqual(['Журнал', 'Контракт', 'Запись'])
  await user.click(panel.getByText('GET /api/groups'))
  expect(await panel.findByText(/A list was promised/)).toBeTruthy()
})

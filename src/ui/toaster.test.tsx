import { act, fireEvent, render, renderHook, screen } from '@testing-library/react'
import { useToasterStore } from 'react-hot-toast/headless'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { announce, announcements } from '../lib/announce'
import { toast, toastRules } from '../lib/toast'
import { Announcer } from './announcer'
import { Toaster } from './toaster'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  act(() => toast.clear())
  act(() => announcements.clear())
  vi.useRealTimers()
})

const show = () => render(<Toaster label="Сообщения" closeLabel="Закрыть" />)
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))
const visible = () =>
  [...document.querySelectorAll('.toast')].filter(card => !card.hasAttribute('data-leaving')).length
const mounted = () => document.querySelectorAll('.toast').length

test('has the documented durations and limit', () => {
  expect(toastRules).toEqual({
    durations: { blank: 4000, error: 4000, custom: 4000, success: 2000, loading: Infinity },
    limit: 20,
    removeDelay: 1000,
  })
})

test.each(['blank', 'error', 'custom', 'success'] as const)(
  'a %s toast hides on time and is removed after the delay',
  kind => {
    show()
    act(() => void toast[kind]('Сохранено'))
    pass(toastRules.durations[kind] - 10)
    expect(visible()).toBe(1)
    pass(20)
    expect([visible(), mounted()]).toEqual([0, 1])
    pass(toastRules.removeDelay + 10)
    expect(mounted()).toBe(0)
  },
)

test('a loading toast stays until dismissed, and its replacement has its own duration', () => {
  show()
  act(() => void toast.loading('Загружаем', { id: 'vpn' }))
  pass(60_000)
  expect(visible()).toBe(1)
  act(() => void toast.success('Готово', { id: 'vpn' }))
  expect(screen.getByText('Готово')).toBeTruthy()
  expect(mounted()).toBe(1)
  pass(toastRules.durations.success + 10)
  expect(visible()).toBe(0)
})

test('M04: 10,000 toasts leave at most 20', () => {
  const { result } = renderHook(() => useToasterStore())
  show()
  act(() => {
    for (let index = 0; index < 10_000; index += 1) toast.error(`Ошибка ${index}`)
  })
  expect(result.current.toasts).toHaveLength(toastRules.limit)
  expect(mounted()).toBe(toastRules.limit)
  expect(screen.getByText('Ошибка 9999')).toBeTruthy()
  pass(toastRules.durations.error + 50)
  pass(toastRules.removeDelay + 50)
  expect(result.current.toasts).toHaveLength(0)
})

test('the timers are paused while a toast is hovered or focused', () => {
  show()
  act(() => void toast.success('Сохранено'))
  const region = screen.getByRole('region', { name: 'Сообщения' })
  fireEvent.pointerEnter(region, { pointerType: 'mouse' })
  pass(60_000)
  expect(visible()).toBe(1)
  act(() => screen.getByRole('button', { name: 'Закрыть' }).focus())
  fireEvent.pointerLeave(region, { pointerType: 'mouse' })
  pass(60_000)
  expect(visible()).toBe(1)
  act(() => screen.getByRole('button', { name: 'Закрыть' }).blur())
  pass(toastRules.durations.success + 10)
  expect(visible()).toBe(0)
})

test('a tapped toast hides on time', () => {
  show()
  act(() => void toast.success('Сохранено'))
  const card = screen.getByText('Сохранено')
  // A tap, with the mouse events that browsers add after it.
  fireEvent.pointerOver(card, { pointerType: 'touch' })
  for (const type of ['mouseOver', 'mouseMove', 'mouseDown', 'mouseUp', 'click'] as const)
    fireEvent[type](card)
  pass(toastRules.durations.success + 10)
  expect(visible()).toBe(0)
})

test('the close button removes a toast and restores focus', () => {
  render(<button type="button">Страница</button>)
  show()
  act(() => void toast.loading('Загружаем'))
  act(() => screen.getByRole('button', { name: 'Страница' }).focus())
  const cross = screen.getByRole('button', { name: 'Закрыть' })
  act(() => cross.focus())
  fireEvent.click(cross)
  expect(visible()).toBe(0)
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Страница' }))
})

test('closing a toast by the pointer does not affect other timers', () => {
  render(<button type="button">Страница</button>)
  show()
  act(() => screen.getByRole('button', { name: 'Страница' }).focus())
  act(() => void toast.error('Первая'))
  act(() => void toast.error('Вторая'))
  fireEvent.pointerEnter(screen.getByRole('region', { name: 'Сообщения' }), { pointerType: 'mouse' })
  const [cross] = screen.getAllByRole('button', { name: 'Закрыть' })
  act(() => cross?.focus())
  if (cross) fireEvent.click(cross)
  expect(visible()).toBe(1)
  pass(toastRules.durations.error - 10)
  expect(visible()).toBe(1)
  pass(20)
  expect(visible()).toBe(0)
})

test('a toast removed under the pointer does not pause later ones', () => {
  show()
  act(() => void toast.loading('Загружаем', { id: 'vpn' }))
  fireEvent.pointerEnter(screen.getByRole('region', { name: 'Сообщения' }), { pointerType: 'mouse' })
  act(() => toast.dismiss('vpn'))
  pass(toastRules.removeDelay + 10)
  act(() => void toast.success('Сохранено'))
  pass(toastRules.durations.success + 10)
  expect(visible()).toBe(0)
})

test('both live regions are in body before the first announcement', () => {
  show()
  render(<Announcer />)
  const toasts = screen.getByRole('region', { name: 'Сообщения' })
  expect(toasts.parentElement).toBe(document.body)
  expect(toasts.getAttribute('aria-live')).toBe('polite')
  expect(screen.getByRole('status').textContent).toBe('')
  act(() => announce('Принят. Осталось 2 флага'))
  act(() => announce('Соединение потеряно', 'assertive'))
  expect(screen.getByRole('status').textContent).toBe('Принят. Осталось 2 флага')
  expect(screen.getByRole('alert').textContent).toBe('Соединение потеряно')
})

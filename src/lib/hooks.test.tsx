import { act, render, renderHook, screen } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { restoreFocus } from '../features/shell/load-failure'
import { installFakeClock } from '../test/fake-clock'
import { announcements } from './announce'
import { clearCooldowns, startCooldown, useCooldown, useRetryAfter } from './cooldowns'
import {
  useAnnounceChange,
  useFocusFirstInvalid,
  useInterval,
  useIsSlow,
  useOnChange,
  useOnUnmount,
  useOptimisticValue,
  useRootDataAttribute,
  useServerSecond,
  useSubscription,
  useUrlText,
} from './hooks'
import { markPageReady } from './hydration'
import { createListeners } from './listeners'
import { isVisible } from './online'
import { afterPaint, runWhenIdle } from './run-when-idle'
import { serverClock } from './server-clock'

const said = () => announcements.get().map(({ text, politeness }) => `${politeness}: ${text}`)

afterEach(() => {
  vi.restoreAllMocks()
  announcements.clear()
  clearCooldowns()
})

test('useOnChange runs once for each change, with the previous value, and not on mount in StrictMode', () => {
  const runs: string[] = []
  const { rerender } = renderHook(
    ({ value, text }) => useOnChange(value, previous => runs.push(`${previous} ${text}`)),
    { initialProps: { value: 1, text: 'a' }, reactStrictMode: true },
  )
  rerender({ value: 1, text: 'b' })
  expect(runs).toEqual([])
  rerender({ value: 2, text: 'c' })
  rerender({ value: 2, text: 'd' })
  expect(runs).toEqual(['1 c'])
})

test('useOnUnmount runs the latest function', () => {
  const runs: string[] = []
  const { rerender, unmount } = renderHook(text => useOnUnmount(() => runs.push(text)), { initialProps: 'a' })
  rerender('b')
  expect(runs).toEqual([])
  unmount()
  expect(runs).toEqual(['b'])
})

test('useSubscription calls the latest listener, without a second subscription, while it is active', () => {
  const source = createListeners<[name: string]>()
  const subscribe = vi.fn(source.subscribe)
  const heard: string[] = []
  const { rerender, unmount } = renderHook(
    ({ text, isActive }) => useSubscription(subscribe, name => void heard.push(`${name} ${text}`), isActive),
    { initialProps: { text: 'a', isActive: true } },
  )
  source.emit('one')
  rerender({ text: 'b', isActive: true })
  source.emit('two')
  expect(subscribe).toHaveBeenCalledOnce()
  rerender({ text: 'c', isActive: false })
  source.emit('three')
  rerender({ text: 'd', isActive: true })
  source.emit('four')
  unmount()
  source.emit('five')
  expect(heard).toEqual(['one a', 'two b', 'four d'])
})

test('useInterval starts again with another key, and stops without a time', () => {
  const { advance } = installFakeClock()
  const run = vi.fn()
  const { rerender } = renderHook(({ ms, key }) => useInterval(ms, run, key), {
    initialProps: { ms: 1000 as number | null, key: 1 },
  })
  advance(999)
  rerender({ ms: 1000, key: 2 })
  advance(999)
  expect(run).not.toHaveBeenCalled()
  advance(1)
  expect(run).toHaveBeenCalledOnce()
  rerender({ ms: null, key: 2 })
  advance(5000)
  expect(run).toHaveBeenCalledOnce()
})

describe('useCooldown', () => {
  test('counts down in every component, for a minute by default', () => {
    const { advance } = installFakeClock()
    const { result: one } = renderHook(() => useCooldown('verifyEmail'))
    const { result: other } = renderHook(() => useCooldown('resetPassword'))
    expect(one.current).toBe(0)
    act(() => startCooldown('verifyEmail'))
    expect([one.current, other.current]).toEqual([60, 0])
    advance(1000)
    expect(one.current).toBe(59)
    const { result: later, unmount } = renderHook(() => useCooldown('verifyEmail'))
    expect(later.current).toBe(59)
    unmount()
    advance(58_000)
    expect(one.current).toBe(1)
    advance(1000)
    expect(one.current).toBe(0)
    advance(10_000)
    expect(one.current).toBe(0)
  })

  test('takes other durations, restarts, and is cleared for another user', () => {
    const { advance } = installFakeClock()
    const { result } = renderHook(() => useCooldown('loginEmail'))
    act(() => startCooldown('loginEmail', 5))
    advance(3000)
    expect(result.current).toBe(2)
    act(() => startCooldown('loginEmail', 5))
    expect(result.current).toBe(5)
    advance(1000)
    expect(result.current).toBe(4)
    act(clearCooldowns)
    expect(result.current).toBe(0)
  })
})

describe('N07 useRetryAfter', () => {
  test('counts down from the current Retry-After to zero', () => {
    const { advance } = installFakeClock()
    const { result, rerender } = renderHook(useRetryAfter, { initialProps: { retryAfter: 2.5 } })
    expect(result.current).toBe(3)
    advance(1000)
    expect(result.current).toBe(2)
    advance(1400)
    expect(result.current).toBe(1)
    advance(600)
    expect(result.current).toBe(0)
    advance(5000)
    expect(result.current).toBe(0)
    rerender({ retryAfter: 7 })
    expect(result.current).toBe(7)
  })

  test.each([[null], [{}], [{ retryAfter: 0 }]])('%j allows an immediate retry', failure => {
    const { advance } = installFakeClock()
    const { result } = renderHook(() => useRetryAfter(failure))
    expect(result.current).toBe(0)
    advance(2000)
    expect(result.current).toBe(0)
  })
})

test('useServerSecond is equal in all components, updates each second, and stops while inactive', () => {
  const begin = Date.UTC(2026, 10, 22, 9, 0, 0, 400)
  const { advance } = installFakeClock(begin)
  serverClock.reset()
  const { result, rerender } = renderHook(useServerSecond, { initialProps: true })
  expect(result.current).toBe(begin - 400)
  advance(599)
  expect(result.current).toBe(begin - 400)
  advance(10)
  expect(result.current).toBe(begin + 600)
  advance(1000)
  expect(result.current).toBe(begin + 1600)
  rerender(false)
  advance(5000)
  expect(result.current).toBe(begin + 1600)
  rerender(true)
  expect(result.current).toBe(begin + 6600)
})

describe('useAnnounceChange', () => {
  const open = (pause?: number) =>
    renderHook(({ key, text }) => useAnnounceChange(key, text, pause), {
      initialProps: { key: 'all', text: '12 tasks' },
    })

  test('announces a change once, and nothing on mount', () => {
    const { rerender } = open()
    rerender({ key: 'all', text: '13 tasks' })
    expect(said()).toEqual([])
    rerender({ key: 'web', text: '3 tasks' })
    rerender({ key: 'web', text: '4 tasks' })
    expect(said()).toEqual(['polite: 3 tasks'])
  })

  test('with a delay announces several changes once', () => {
    const { advance } = installFakeClock()
    const { rerender } = open(500)
    rerender({ key: 'w', text: '9 tasks' })
    advance(499)
    rerender({ key: 'we', text: '3 tasks' })
    advance(499)
    expect(said()).toEqual([])
    advance(1)
    expect(said()).toEqual(['polite: 3 tasks'])
  })
})

test('useIsSlow is true after the delay until the work is done', () => {
  const { advance } = installFakeClock()
  const { result, rerender } = renderHook(on => useIsSlow(on, 300), { initialProps: true })
  advance(299)
  expect(result.current).toBe(false)
  advance(1)
  expect(result.current).toBe(true)
  rerender(false)
  expect(result.current).toBe(false)
  advance(1000)
  expect(result.current).toBe(false)
})

test('useRootDataAttribute sets the attribute while mounted and active', () => {
  const { dataset } = document.documentElement
  const { rerender, unmount } = renderHook(isOn => useRootDataAttribute('withExamBar', isOn), {
    initialProps: false,
  })
  expect(dataset).not.toHaveProperty('withExamBar')
  rerender(true)
  expect(dataset.withExamBar).toBe('')
  rerender(false)
  expect(dataset).not.toHaveProperty('withExamBar')
  rerender(true)
  unmount()
  expect(dataset).not.toHaveProperty('withExamBar')
  renderHook(() => useRootDataAttribute('withPresenter')).unmount()
  expect(dataset).not.toHaveProperty('withPresenter')
})

describe('useUrlText', () => {
  const open = () => {
    const written: string[] = []
    const hook = renderHook(({ value }) => useUrlText(value, text => written.push(text)), {
      initialProps: { value: 'web' },
    })
    return { written, ...hook, type: (text: string) => act(() => hook.result.current[1](text)) }
  }

  test('shows typing at once and updates the URL once after a pause', () => {
    const { advance } = installFakeClock()
    const { written, result, type, rerender } = open()
    expect(result.current[0]).toBe('web')
    advance(1000)
    expect(written).toEqual([])
    type('web x')
    advance(200)
    type('web xs')
    expect(result.current[0]).toBe('web xs')
    advance(249)
    expect(written).toEqual([])
    advance(1)
    expect(written).toEqual(['web xs'])
    rerender({ value: 'web xs' })
    advance(1000)
    expect([written.length, result.current[0]]).toEqual([1, 'web xs'])
  })

  test('takes external URL changes and does not write them back', () => {
    const { advance } = installFakeClock()
    const { written, result, rerender } = open()
    rerender({ value: '' })
    expect(result.current[0]).toBe('')
    advance(1000)
    expect(written).toEqual([])
  })
})

describe('useFocusFirstInvalid', () => {
  const Form = ({ problem }: { problem: unknown }) => (
    <form ref={useFocusFirstInvalid(problem)}>
      <input aria-label="right" />
      <input aria-label="wrong" aria-invalid={problem ? 'true' : 'false'} aria-describedby="why hint" />
      <input aria-label="also wrong" aria-invalid={problem ? 'true' : 'false'} />
      <p id="why">It is taken.</p>
      <p id="hint">Letters and digits.</p>
    </form>
  )

  test('focuses the first invalid field, and none without an error', () => {
    const { rerender } = render(<Form problem={null} />)
    expect(document.activeElement).toBe(document.body)
    rerender(<Form problem="taken" />)
    expect(document.activeElement).toBe(screen.getByLabelText('wrong'))
    expect(said()).toEqual([])
  })

  test('announces the description of a field that has focus already', () => {
    const { rerender } = render(<Form problem={null} />)
    screen.getByLabelText('wrong').focus()
    rerender(<Form problem="taken" />)
    expect(said()).toEqual(['assertive: It is taken.'])
  })
})

describe('restoreFocus', () => {
  const frame = () => new Promise(resolve => requestAnimationFrame(resolve))
  const page = (
    <>
      <h1 tabIndex={-1} data-page-title="">
        Groups
      </h1>
      <button type="button">elsewhere</button>
    </>
  )

  test('moves lost focus to the title and announces it', async () => {
    document.title = 'Groups · Flagship'
    render(page)
    restoreFocus()
    await frame()
    expect(document.activeElement).toBe(screen.getByRole('heading'))
    expect(said()).toEqual(['polite: Groups · Flagship'])
  })

  test('moves lost focus to the retry button of a new failure', async () => {
    render(
      <>
        {page}
        <button type="button" data-retry="">
          Retry
        </button>
      </>,
    )
    restoreFocus()
    await frame()
    expect(document.activeElement).toBe(screen.getByText('Retry'))
  })

  test('keeps a focus that the user has moved', async () => {
    render(page)
    screen.getByText('elsewhere').focus()
    restoreFocus()
    await frame()
    expect(document.activeElement).toBe(screen.getByText('elsewhere'))
  })
})

test('useOptimisticValue shows each choice at once and stores only the last of several', async () => {
  const { advance } = installFakeClock()
  const store = vi.fn()
  const { result } = renderHook(() => useOptimisticValue<string>('a', store))
  act(() => result.current[1]('b'))
  act(() => result.current[1]('c'))
  expect(result.current[0]).toBe('c')
  await new Promise(resolve => requestAnimationFrame(resolve))
  advance(0)
  expect(store.mock.calls).toEqual([['c']])
})

test('afterPaint runs once, in a task after the paint', async () => {
  const { advance } = installFakeClock()
  const run = vi.fn()
  afterPaint(run)
  advance(1000)
  expect(run).not.toHaveBeenCalled()
  await new Promise(resolve => requestAnimationFrame(resolve))
  expect(run).not.toHaveBeenCalled()
  advance(0)
  expect(run).toHaveBeenCalledTimes(1)
})

test.each(['visible', 'hidden'] as const)('isVisible for a tab that is %s', state => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  expect(isVisible()).toBe(state === 'visible')
})

test('runWhenIdle runs once, three seconds after the page is ready, and not when cancelled', async () => {
  const clock = installFakeClock()
  const [run, givenUp] = [vi.fn(), vi.fn()]
  runWhenIdle(run)
  runWhenIdle(givenUp)()
  clock.advance(10_000)
  expect(run).not.toHaveBeenCalled()
  markPageReady()
  await Promise.resolve()
  clock.advance(2999)
  expect(run).not.toHaveBeenCalled()
  clock.advance(1)
  clock.advance(60_000)
  expect(run).toHaveBeenCalledOnce()
  expect(givenUp).not.toHaveBeenCalled()
})

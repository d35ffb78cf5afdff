import { act, render, renderHook, screen } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { holdClock } from '../test/fake-clock'
import { afterPaint } from './after-paint'
import { announcements } from './announce'
import { clearCooldowns, startCooldown, useCooldown } from './cooldowns'
import { isVisible } from './is-visible'
import { useServerSecond } from './lab-seconds'
import { serverClock } from './server-clock'
import { settleFocus } from './settle-focus'
import { useAnnounceChange } from './use-announce-change'
import { useIsSlow } from './use-is-slow'
import { useIsUnmounted } from './use-is-unmounted'
import { usePointAtWrong } from './use-point-at-wrong'
import { useRetryAfter } from './use-retry-after'
import { useRootMark } from './use-root-mark'
import { useUrlText } from './use-url-text'

const said = () => announcements.get().map(({ text, politeness }) => `${politeness}: ${text}`)

afterEach(() => {
  vi.restoreAllMocks()
  announcements.clear()
  clearCooldowns()
})

describe('a pause between two letters', () => {
  test('counts down wherever it is shown, a minute without a word, and ends for good', () => {
    const { advance } = holdClock()
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

  test('may be given in seconds, begins anew when it is asked for again, and ends when another person comes', () => {
    const { advance } = holdClock()
    const { result } = renderHook(() => useCooldown('loginLetter'))
    act(() => startCooldown('loginLetter', 5))
    advance(3000)
    expect(result.current).toBe(2)
    act(() => startCooldown('loginLetter', 5))
    expect(result.current).toBe(5)
    advance(1000)
    expect(result.current).toBe(4)
    act(clearCooldowns)
    expect(result.current).toBe(0)
  })
})

describe('N07 a refused action', () => {
  test('counts down from its Retry-After to zero, and not from the one before', () => {
    const { advance } = holdClock()
    const { result, rerender } = renderHook(useRetryAfter, { initialProps: { retryAfter: 2.5 } })
    expect(result.current).toBe(3)
    advance(1000)
    expect(result.current).toBe(2)
    advance(1500)
    expect(result.current).toBe(1)
    advance(500)
    expect(result.current).toBe(0)
    advance(5000)
    expect(result.current).toBe(0)
    rerender({ retryAfter: 7 })
    expect(result.current).toBe(7)
  })

  test.each([[null], [{}], [{ retryAfter: 0 }]])('%j may be tried again at once', failure => {
    const { advance } = holdClock()
    const { result } = renderHook(() => useRetryAfter(failure))
    expect(result.current).toBe(0)
    advance(2000)
    expect(result.current).toBe(0)
  })
})

test('the second of the server is the same for all, new with each of its seconds, and held while nothing ticks', () => {
  const begin = Date.UTC(2026, 10, 22, 9, 0, 0, 400)
  const { advance } = holdClock(begin)
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

describe('what has changed is said', () => {
  const open = (pause?: number) =>
    renderHook(({ key, words }) => useAnnounceChange(key, words, pause), {
      initialProps: { key: 'all', words: '12 tasks' },
    })

  test('once, and nothing of how it was first', () => {
    const { rerender } = open()
    rerender({ key: 'all', words: '13 tasks' })
    expect(said()).toEqual([])
    rerender({ key: 'web', words: '3 tasks' })
    rerender({ key: 'web', words: '4 tasks' })
    expect(said()).toEqual(['polite: 3 tasks'])
  })

  test('with a pause several changes are one', () => {
    const { advance } = holdClock()
    const { rerender } = open(500)
    rerender({ key: 'w', words: '9 tasks' })
    advance(499)
    rerender({ key: 'we', words: '3 tasks' })
    advance(499)
    expect(said()).toEqual([])
    advance(1)
    expect(said()).toEqual(['polite: 3 tasks'])
  })
})

test('what is under way is slow from its limit on, until it is over', () => {
  const { advance } = holdClock()
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

test('N10 a component knows that it has left the page', () => {
  const { result, unmount } = renderHook(useIsUnmounted)
  const isGone = result.current
  expect(isGone()).toBe(false)
  unmount()
  expect(isGone()).toBe(true)
})

test('the document carries a mark while the part is there and wants it', () => {
  const { dataset } = document.documentElement
  const { rerender, unmount } = renderHook(isOn => useRootMark('withExamBar', isOn), { initialProps: false })
  expect(dataset).not.toHaveProperty('withExamBar')
  rerender(true)
  expect(dataset.withExamBar).toBe('')
  rerender(false)
  expect(dataset).not.toHaveProperty('withExamBar')
  rerender(true)
  unmount()
  expect(dataset).not.toHaveProperty('withExamBar')
  renderHook(() => useRootMark('withPresenter')).unmount()
  expect(dataset).not.toHaveProperty('withPresenter')
})

describe('a search field whose text lives in the address', () => {
  const open = () => {
    const kept: string[] = []
    const hook = renderHook(({ value }) => useUrlText(value, text => kept.push(text)), {
      initialProps: { value: 'web' },
    })
    return { kept, ...hook, type: (text: string) => act(() => hook.result.current[1](text)) }
  }

  test('shows typing at once, and the address follows after a pause, once', () => {
    const { advance } = holdClock()
    const { kept, result, type, rerender } = open()
    expect(result.current[0]).toBe('web')
    advance(1000)
    expect(kept).toEqual([])
    type('web x')
    advance(200)
    type('web xs')
    expect(result.current[0]).toBe('web xs')
    advance(249)
    expect(kept).toEqual([])
    advance(1)
    expect(kept).toEqual(['web xs'])
    rerender({ value: 'web xs' })
    advance(1000)
    expect([kept.length, result.current[0]]).toEqual([1, 'web xs'])
  })

  test('takes what the address becomes by Back, and sends nothing for it', () => {
    const { advance } = holdClock()
    const { kept, result, rerender } = open()
    rerender({ value: '' })
    expect(result.current[0]).toBe('')
    advance(1000)
    expect(kept).toEqual([])
  })
})

describe('after a refusal', () => {
  const Form = ({ problem }: { problem: unknown }) => (
    <form ref={usePointAtWrong(problem)}>
      <input aria-label="right" />
      <input aria-label="wrong" aria-invalid={problem ? 'true' : 'false'} aria-describedby="why hint" />
      <input aria-label="also wrong" aria-invalid={problem ? 'true' : 'false'} />
      <p id="why">It is taken.</p>
      <p id="hint">Letters and digits.</p>
    </form>
  )

  test('the focus goes to the first wrong field, and to none while nothing is wrong', () => {
    const { rerender } = render(<Form problem={null} />)
    expect(document.activeElement).toBe(document.body)
    rerender(<Form problem="taken" />)
    expect(document.activeElement).toBe(screen.getByLabelText('wrong'))
    expect(said()).toEqual([])
  })

  test('a wrong field that has it already says why', () => {
    const { rerender } = render(<Form problem={null} />)
    screen.getByLabelText('wrong').focus()
    rerender(<Form problem="taken" />)
    expect(said()).toEqual(['assertive: It is taken.'])
  })
})

describe('after a retry', () => {
  const frame = () => new Promise(resolve => requestAnimationFrame(resolve))
  const page = (
    <>
      <h1 tabIndex={-1} data-page-title="">
        Groups
      </h1>
      <button type="button">elsewhere</button>
    </>
  )

  test('the focus that was lost goes to the title, which is said', async () => {
    document.title = 'Groups · Flagship'
    render(page)
    settleFocus()
    await frame()
    expect(document.activeElement).toBe(screen.getByRole('heading'))
    expect(said()).toEqual(['polite: Groups · Flagship'])
  })

  test('or to the retry of the new failure', async () => {
    render(
      <>
        {page}
        <button type="button" data-retry="">
          Retry
        </button>
      </>,
    )
    settleFocus()
    await frame()
    expect(document.activeElement).toBe(screen.getByText('Retry'))
  })

  test('and stays where the person has put it', async () => {
    render(page)
    screen.getByText('elsewhere').focus()
    settleFocus()
    await frame()
    expect(document.activeElement).toBe(screen.getByText('elsewhere'))
  })
})

test('what costs time comes after the picture, once, in a task of its own', async () => {
  const { advance } = holdClock()
  const run = vi.fn()
  afterPaint(run)
  advance(1000)
  expect(run).not.toHaveBeenCalled()
  await new Promise(resolve => requestAnimationFrame(resolve))
  expect(run).not.toHaveBeenCalled()
  advance(0)
  expect(run).toHaveBeenCalledTimes(1)
})

test.each(['visible', 'hidden'] as const)('a tab that is %s is known as such', state => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  expect(isVisible()).toBe(state === 'visible')
})

import { act, renderHook } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { useIsPrinting } from './use-printing'

test('restores the scroll position after printing', () => {
  onTestFinished(() => void vi.unstubAllGlobals())
  const scrollTo = vi.fn()
  vi.stubGlobal('scrollTo', scrollTo)
  vi.stubGlobal('scrollY', 280_000)
  const table = renderHook(() => useIsPrinting())
  const rail = renderHook(() => useIsPrinting())
  act(() => void window.dispatchEvent(new Event('beforeprint')))
  expect([table.result.current, rail.result.current]).toEqual([true, true])
  vi.stubGlobal('scrollY', 8000)
  act(() => void window.dispatchEvent(new Event('afterprint')))
  expect([table.result.current, rail.result.current]).toEqual([false, false])
  expect(scrollTo.mock.calls).toEqual([[{ top: 280_000, behavior: 'instant' }]])
})

import { fireEvent, render } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { expect, test, vi } from 'vitest'
import { useShortcut } from './shortcuts'

const Page = ({ run }: { run: () => void }) => {
  useShortcut('flag', run)
  return null
}

test('a shortcut works as soon as the page is painted', () => {
  const run = vi.fn()
  const PressedAtOnce = () => {
    useLayoutEffect(() => {
      fireEvent.keyDown(document.body, { key: 'f', code: 'KeyF' })
    }, [])
    return <Page run={run} />
  }
  render(<PressedAtOnce />)
  expect(run).toHaveBeenCalledTimes(1)
})

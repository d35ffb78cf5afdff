import { act, cleanup, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ErrorBoundary } from '../ui/error-boundary'
import { startI18n } from './init'
import { type LazyComponent, lazyComponent } from './lazy-component'

beforeEach(() => startI18n('ru'))
afterEach(() => {
  vi.restoreAllMocks()
})

interface Named {
  name: string
}

const Greeting = ({ name }: Named) => <p>Hello, {name}</p>

/** Settles each load when the test says so. */
const makeLoad = () => {
  const waiting: { succeed: () => void; fail: () => void }[] = []
  const load = vi.fn(
    () =>
      new Promise<typeof Greeting>((resolve, reject) => {
        waiting.push({ succeed: () => resolve(Greeting), fail: () => reject(new Error('No code.')) })
      }),
  )
  const settle = (how: 'succeed' | 'fail') =>
    act(async () => {
      for (const one of waiting.splice(0)) one[how]()
    })
  return { load, settle }
}

const show = (Part: LazyComponent<Named>, more: ReactNode = null) =>
  act(async () => {
    render(
      <ErrorBoundary
        fallback={retry => (
          <button type="button" onClick={retry}>
            again
          </button>
        )}
      >
        <Part name="Anna" pending={<p>pending</p>} />
        {more}
      </ErrorBoundary>,
    )
  })

describe('lazyComponent', () => {
  test('shows `pending`, then the component; a second one renders at once', async () => {
    const { load, settle } = makeLoad()
    const Part = lazyComponent(load, 'shortcuts')
    expect(load).not.toHaveBeenCalled()
    await show(Part, <Part name="Boris" />)
    screen.getByText('pending')
    await settle('succeed')
    await screen.findByText('Hello, Anna')
    screen.getByText('Hello, Boris')
    cleanup()
    render(<Part name="Vera" />)
    screen.getByText('Hello, Vera')
    expect(load).toHaveBeenCalledTimes(1)
  })

  test('renders at once after a preload', async () => {
    const { load, settle } = makeLoad()
    const Part = lazyComponent(load, 'shortcuts')
    const ahead = Part.preload()
    expect(Part.preload()).toBe(ahead)
    await settle('succeed')
    await ahead
    render(<Part name="Anna" />)
    screen.getByText('Hello, Anna')
    expect(load).toHaveBeenCalledTimes(1)
  })

  test('N14 a failure is caught by the boundary, is not retried automatically, and a retry loads again', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const { load, settle } = makeLoad()
    await show(lazyComponent(load, 'shortcuts'))
    await settle('fail')
    const retry = await screen.findByRole('button', { name: 'again' })
    expect(load).toHaveBeenCalledTimes(1)
    await act(async () => retry.click())
    expect(load).toHaveBeenCalledTimes(2)
    await settle('succeed')
    await screen.findByText('Hello, Anna')
  })

  test('N14 a failed preload does not affect the render', async () => {
    const { load, settle } = makeLoad()
    const Part = lazyComponent(load, 'shortcuts')
    const ahead = Part.preload()
    const failed = expect(ahead).rejects.toThrow('No code.')
    await settle('fail')
    await failed
    await show(Part)
    await settle('succeed')
    await screen.findByText('Hello, Anna')
  })
})

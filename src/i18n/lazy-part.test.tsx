import { act, cleanup, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { SectionBoundary } from '../ui/section-boundary'
import { startI18n } from './init'
import { type LazyPart, lazyPart } from './lazy-part'

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
  const waiting: { come: () => void; fail: () => void }[] = []
  const load = vi.fn(
    () =>
      new Promise<typeof Greeting>((resolve, reject) => {
        waiting.push({ come: () => resolve(Greeting), fail: () => reject(new Error('No code.')) })
      }),
  )
  const settle = (how: 'come' | 'fail') =>
    act(async () => {
      for (const one of waiting.splice(0)) one[how]()
    })
  return { load, settle }
}

const show = (Part: LazyPart<Named>, more: ReactNode = null) =>
  act(async () => {
    render(
      <SectionBoundary
        failed={retry => (
          <button type="button" onClick={retry}>
            again
          </button>
        )}
      >
        <Part name="Anna" pending={<p>pending</p>} />
        {more}
      </SectionBoundary>,
    )
  })

describe('a part that is fetched when it is first shown', () => {
  test('waits, then shows; the next one stands at once', async () => {
    const { load, settle } = makeLoad()
    const Part = lazyPart(load, 'shortcuts')
    expect(load).not.toHaveBeenCalled()
    await show(Part, <Part name="Boris" />)
    screen.getByText('pending')
    await settle('come')
    await screen.findByText('Hello, Anna')
    screen.getByText('Hello, Boris')
    cleanup()
    render(<Part name="Vera" />)
    screen.getByText('Hello, Vera')
    expect(load).toHaveBeenCalledTimes(1)
  })

  test('stands at once when it was fetched ahead', async () => {
    const { load, settle } = makeLoad()
    const Part = lazyPart(load, 'shortcuts')
    const ahead = Part.preload()
    expect(Part.preload()).toBe(ahead)
    await settle('come')
    await ahead
    render(<Part name="Anna" />)
    screen.getByText('Hello, Anna')
    expect(load).toHaveBeenCalledTimes(1)
  })

  test('N14 a failure costs the section, asks for nothing by itself, and a retry fetches anew', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const { load, settle } = makeLoad()
    await show(lazyPart(load, 'shortcuts'))
    await settle('fail')
    const retry = await screen.findByRole('button', { name: 'again' })
    expect(load).toHaveBeenCalledTimes(1)
    await act(async () => retry.click())
    expect(load).toHaveBeenCalledTimes(2)
    await settle('come')
    await screen.findByText('Hello, Anna')
  })

  test('N14 a preload that failed does not spoil the showing', async () => {
    const { load, settle } = makeLoad()
    const Part = lazyPart(load, 'shortcuts')
    const ahead = Part.preload()
    const failed = expect(ahead).rejects.toThrow('No code.')
    await settle('fail')
    await failed
    await show(Part)
    await settle('come')
    await screen.findByText('Hello, Anna')
  })
})

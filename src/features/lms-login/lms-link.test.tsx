import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { createTestServer } from '../../../mocks/node'
import { loadTexts, startI18n } from '../../i18n/init'
import { holdClock } from '../../test/fake-clock'
import { LmsLink } from './lms-link'

beforeAll(async () => {
  await startI18n('ru')
  await loadTexts('auth')
})

const lms = { name: { ru: 'Портал', en: 'Portal' }, login_url: 'https://lms.example/' }
const whole = { contacts: [], legal: { updated: '2026-11-01', documents: [] }, lms }

/** The link as a visit shows it, on a server that answers for `config.json` with each of these in turn, the last one for ever. */
const openLink = (...answers: (() => Response)[]) => {
  let asked = 0
  const config = () => {
    asked += 1
    return (answers[asked - 1] ?? answers.at(-1) ?? Response.error)()
  }
  const platform = createTestServer({ config })
  platform.listen()
  onTestFinished(platform.close)
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })
  const page = () => (
    <RouterContextProvider router={router}>
      <LmsLink loginUrl={undefined} />
    </RouterContextProvider>
  )
  let view = render(page())
  return {
    asked: () => asked,
    openAnew: () => {
      view.unmount()
      view = render(page())
    },
  }
}

/** Lets what has been asked be answered. */
const settle = () => act(() => new Promise(resolve => setTimeout(resolve, 50)))
const good = () => Response.json(whole)

test.each<[string, () => Response]>([
  ['503', () => new Response(null, { status: 503 })],
  ['429', () => new Response(null, { status: 429 })],
  ['no answer', () => Response.error()],
])(
  '%s for the configuration is asked again, twice at most, and never remembered as no system',
  async (_, bad) => {
    const clock = holdClock()
    const visit = openLink(bad, bad, bad, good)
    for (const asked of [1, 2, 3]) {
      await waitFor(() => expect(visit.asked()).toBe(asked))
      await settle()
      clock.advance(2000)
    }
    await settle()
    expect(visit.asked()).toBe(3)
    expect(screen.queryByRole('link')).toBeNull()
    visit.openAnew()
    await screen.findByRole('link', { name: 'Войти через «Портал»' })
    visit.openAnew()
    await screen.findByRole('link', { name: 'Войти через «Портал»' })
    expect(visit.asked(), 'what has come is kept').toBe(4)
  },
)

test('one hiccup of the configuration costs a second', async () => {
  const clock = holdClock()
  const visit = openLink(() => new Response(null, { status: 500 }), good)
  await waitFor(() => expect(visit.asked()).toBe(1))
  await settle()
  clock.advance(1000)
  await screen.findByRole('link', { name: 'Войти через «Портал»' })
})

test('each click at the simulated system leads back with another code', async () => {
  const platform = createTestServer({ config: whole })
  platform.listen()
  onTestFinished(platform.close)
  let last = 0
  const loginUrl = () => {
    last += 1
    return `#code=lms-demo-code.${last}`
  }
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })
  render(
    <RouterContextProvider router={router}>
      <LmsLink loginUrl={loginUrl} />
    </RouterContextProvider>,
  )
  const link = await screen.findByRole('link', { name: 'Войти через «Портал»' })
  const seen = [link.getAttribute('href')]
  fireEvent.click(link)
  seen.push(link.getAttribute('href'))
  fireEvent(link, new MouseEvent('auxclick', { bubbles: true, button: 1 }))
  seen.push(link.getAttribute('href'))
  expect(new Set(seen).size).toBe(3)
})

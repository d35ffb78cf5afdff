import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { createTestServer } from '../../../mocks/node'
import { loadMessages, startI18n } from '../../i18n/init'
import { installFakeClock } from '../../test/fake-clock'
import { LmsLink } from './lms-link'

beforeAll(async () => {
  await startI18n('ru')
  await loadMessages('auth')
})

const lms = { name: { ru: 'Портал', en: 'Portal' }, login_url: 'https://lms.example/' }
const whole = { contacts: [], legal: { updated: '2026-11-01', documents: [] }, lms }

/**
 * Renders the link on a server that answers `config.json` with each response in turn, then with the last one.
 */
const openLink = (...answers: (() => Response)[]) => {
  let requests = 0
  const config = () => {
    requests += 1
    return (answers[requests - 1] ?? answers.at(-1) ?? Response.error)()
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
    requests: () => requests,
    reopen: () => {
      view.unmount()
      view = render(page())
    },
  }
}

/** Waits for pending responses. */
const settle = () => act(() => new Promise(resolve => setTimeout(resolve, 50)))
const working = () => Response.json(whole)

test.each<[string, () => Response]>([
  ['503', () => new Response(null, { status: 503 })],
  ['429', () => new Response(null, { status: 429 })],
  ['no answer', () => Response.error()],
])('%s for the configuration is retried twice at most and not cached', async (_, failing) => {
  const clock = installFakeClock()
  const visit = openLink(failing, failing, failing, working)
  for (const requests of [1, 2, 3]) {
    await waitFor(() => expect(visit.requests()).toBe(requests))
    await settle()
    clock.advance(2000)
  }
  await settle()
  expect(visit.requests()).toBe(3)
  expect(screen.queryByRole('link')).toBeNull()
  visit.reopen()
  await screen.findByRole('link', { name: 'Войти через «Портал»' })
  visit.reopen()
  await screen.findByRole('link', { name: 'Войти через «Портал»' })
  expect(visit.requests(), 'a success is cached').toBe(4)
})

test('one failure of the configuration delays the link by a second', async () => {
  const clock = installFakeClock()
  const visit = openLink(() => new Response(null, { status: 500 }), working)
  await waitFor(() => expect(visit.requests()).toBe(1))
  await settle()
  clock.advance(1000)
  await screen.findByRole('link', { name: 'Войти через «Портал»' })
})

test('each click on the simulated LMS uses a new code', async () => {
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

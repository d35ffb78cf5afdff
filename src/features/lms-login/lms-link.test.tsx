import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router'
import { fireEvent, render, screen } from '@testing-library/react'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { createTestServer } from '../../../mocks/node'
import { loadTexts, startI18n } from '../../i18n/init'
import { LmsLink } from './lms-link'

beforeAll(async () => {
  await startI18n('ru')
  await loadTexts('auth')
})

test('each click at the simulated system leads back with another code', async () => {
  const platform = createTestServer({
    config: {
      contacts: [],
      legal: { updated: '2026-11-01', documents: [] },
      lms: { name: { ru: 'Портал', en: 'Portal' }, login_url: 'https://lms.example/' },
    },
  })
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

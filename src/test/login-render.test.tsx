// @vitest-environment node
import { createMemoryHistory } from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { api } from '../api/api'
import { createQueryClient } from '../api/query-client'
import { App } from '../app'
import { startI18n } from '../i18n/init'
import { makeRouter } from '../router'
import { messages } from './messages'

test.each([
  ['ru', messages.ru.auth['login.username']],
  ['en', messages.en.auth['login.username']],
])('/login renders to a string in Node, without a DOM or a request, in %s', async (language, label) => {
  expect(typeof document).toBe('undefined')
  const calls = vi.spyOn(globalThis, 'fetch')
  await startI18n(language)
  const queryClient = createQueryClient()
  const history = createMemoryHistory({ initialEntries: ['/login'] })
  const router = makeRouter(queryClient, { session: api.session, history, scrollRestoration: false })
  await router.load()
  const html = renderToString(<App router={router} />)
  expect(router.state.location.pathname).toBe('/login')
  expect(html).toContain('name="username"')
  expect(html).toContain(label)
  // The CSP would block these in a prerendered page.
  expect(html).not.toMatch(/ style=|<style|<script/)
  expect(calls).not.toHaveBeenCalled()
})

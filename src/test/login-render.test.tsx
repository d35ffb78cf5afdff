// @vitest-environment node
import { createMemoryHistory } from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { api } from '../api/api'
import { makeQueryClient } from '../api/query-client'
import { App } from '../app'
import { startI18n } from '../i18n/init'
import { makeRouter } from '../router'

test.each([
  ['ru', 'Имя пользователя'],
  ['en', 'Username'],
])(
  '/login renders to a string in Node, with no DOM and before any refresh, in %s',
  async (language, label) => {
    expect(typeof document).toBe('undefined')
    const calls = vi.spyOn(globalThis, 'fetch')
    await startI18n(language)
    const queryClient = makeQueryClient()
    const history = createMemoryHistory({ initialEntries: ['/login'] })
    const router = makeRouter(queryClient, { session: api.session, history, scrollRestoration: false })
    await router.load()
    const html = renderToString(<App router={router} />)
    expect(router.state.location.pathname).toBe('/login')
    expect(html).toContain('name="username"')
    expect(html).toContain(label)
    // What the content policy would refuse in a page made ahead of time.
    expect(html).not.toMatch(/ style=|<style|<script/)
    expect(calls).not.toHaveBeenCalled()
  },
)

// @vitest-environment node
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createMemoryHistory } from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { api } from '../../api/api'
import { parseConfig } from '../../api/config'
import { createQueryClient } from '../../api/query-client'
import { App } from '../../app'
import { startI18n } from '../../i18n/init'
import { configQuery } from '../../queries/config'
import { makeRouter } from '../../router'

const file = join(dirname(fileURLToPath(import.meta.url)), '../../../public/config.json')
const config = parseConfig(JSON.parse(readFileSync(file, 'utf8')))

test.each([
  ['/contacts', 'ru', 'Банковские реквизиты'],
  ['/contacts', 'en', 'Bank details'],
  ['/legal', 'ru', 'id="personal-data"'],
  ['/legal', 'en', 'Personal data policy'],
])('%s renders to a string in Node, with no DOM and no session, in %s', async (path, language, text) => {
  expect(typeof document).toBe('undefined')
  const calls = vi.spyOn(globalThis, 'fetch')
  await startI18n(language)
  const queryClient = createQueryClient()
  queryClient.setQueryData(configQuery().queryKey, config)
  const history = createMemoryHistory({ initialEntries: [path] })
  const router = makeRouter(queryClient, { session: api.session, history, scrollRestoration: false })
  await router.load()
  const html = renderToString(<App router={router} />)
  expect(html).toContain(text)
  // The CSP forbids these in prerendered pages.
  expect(html).not.toMatch(/ style=|<style|<script/)
  expect(calls).not.toHaveBeenCalled()
})

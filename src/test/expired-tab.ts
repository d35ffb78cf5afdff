import type { ApiDeps } from '../api/deps'
import { createBrowser } from './fake-browser'
import { createRotatingBackend } from './rotating-backend'

/** Opens a tab with an expired access token and an empty journal. */
export const openExpiredTab = async (overrides: Partial<ApiDeps> = {}) => {
  const backend = createRotatingBackend()
  const browser = createBrowser(backend.fetch)
  browser.values.set('token', backend.signIn())
  const tab = browser.openTab(overrides)
  await tab.session.start()
  const expire = () => {
    backend.expireAccess()
    backend.journal.length = 0
    backend.counters.refreshes = 0
  }
  expire()
  return { ...tab, backend, browser, expire }
}

import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, vi } from 'vitest'
import { popupCode } from '../ui/popup-code'
import { leaveClean } from './leave-clean'

/** The whole page would hide the failure; its heading and what can be read of it tell a wrong page from a late one. */
const pageInShort = (): string => {
  const words = document.body.textContent?.replace(/\s+/g, ' ').trim() ?? ''
  const hidden = document.querySelectorAll('[aria-hidden="true"], [inert]').length
  return `The page (${hidden} parts hidden): ${words.slice(0, 600)}`
}

configure({
  getElementError: message => new Error(`${message ?? 'not found'}\n${pageInShort()}`),
  // Code and words of a page come in their own time, which on a busy machine is longer than the library's second.
  asyncUtilTimeout: 6000,
})

/** jsdom lays nothing out, and would write a line for every page that goes to its top. */
if (typeof window !== 'undefined') window.scrollTo = () => {}

/** As on a page that has stood for a while; tests of a popup whose code is still to come bring their own. */
beforeAll(() => popupCode.load())

/** Every test leaves an empty document, and nothing of its own for the next one. */
afterEach(() => {
  cleanup()
  leaveClean()
})

/**
 * The files of a worker share one load of the application, and code that is on its way when its file ends is refused for
 * good: every later page that wants it would show nothing but the failure.
 */
afterAll(() => vi.dynamicImportSettled())

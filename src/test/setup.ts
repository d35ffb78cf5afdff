import { cleanup, configure, render } from '@testing-library/react'
import { createElement } from 'react'
import { afterAll, afterEach, beforeAll, vi } from 'vitest'
import type { UserKey } from '../lib/user'
import { popupLoader } from '../ui/popup-loader'
import '../ui/ui-provider'
import { speedUpComputedStyles } from './computed-style'
import { resetAppState } from './reset-app-state'

/** Replaces the HTML in errors of Testing Library with the beginning of the text. */
const summarizePage = (): string => {
  const text = document.body.textContent?.replace(/\s+/g, ' ').trim() ?? ''
  const hidden = document.querySelectorAll('[aria-hidden="true"], [inert]').length
  return `The page (${hidden} parts hidden): ${text.slice(0, 600)}`
}

configure({
  getElementError: message => new Error(`${message ?? 'not found'}\n${summarizePage()}`),
  // Lazy code and messages take seconds when all cores are busy.
  asyncUtilTimeout: 20_000,
})

if (typeof window !== 'undefined') {
  // jsdom does not implement it and logs an error.
  window.scrollTo = () => {}
  speedUpComputedStyles()
}

// Its reads come whenever a page is idle, also while a slow test counts calls.
vi.mock('../features/lab/lab-search', async importOriginal => {
  const { useLabSearch } = await importOriginal<typeof import('../features/lab/lab-search')>()
  const { labSearch } = await import('./lab-search')
  return {
    useLabSearch: (userId: UserKey) => {
      const run = labSearch.isOn ? useLabSearch : () => {}
      run(userId)
    },
  }
})

/** jsdom does not know `<search>`. React warns about it once, which would fail whichever test shows it first. */
beforeAll(() => {
  if (typeof document === 'undefined') return
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  render(createElement('search')).unmount()
  log.mockRestore()
})

/** Popups are preloaded as on an idle page; tests of lazy popups use their own loader. */
beforeAll(() => popupLoader.load())

afterEach(() => {
  cleanup()
  resetAppState()
})

/** An import that is pending when a test file ends fails permanently, for later files of the worker too. */
afterAll(() => vi.dynamicImportSettled())

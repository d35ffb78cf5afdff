import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'
import { leaveClean } from './leave-clean'

configure({
  // A whole page in a failure's message hides the failure.
  getElementError: message => new Error(message ?? 'not found'),
  // Code and words of a page come in their own time, which on a busy machine is longer than the library's second.
  asyncUtilTimeout: 6000,
})

/** Every test leaves an empty document, and nothing of its own for the next one. */
afterEach(() => {
  cleanup()
  leaveClean()
})

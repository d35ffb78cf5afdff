import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

// A whole page in a failure's message hides the failure.
configure({ getElementError: message => new Error(message ?? 'not found') })

/** Every test leaves an empty document. */
afterEach(() => cleanup())

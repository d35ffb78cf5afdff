import { cleanup } from '@testing-library/react'
import { afterEach } from 'vitest'

/** Every test leaves an empty document. */
afterEach(() => cleanup())

import { onTestFinished, vi } from 'vitest'

/** Media queries answer as on a phone. */
export const narrowScreen = (): void => {
  const answer = (query: string) => ({
    matches: query.startsWith('(width <'),
    addEventListener() {},
    removeEventListener() {},
  })
  vi.stubGlobal('matchMedia', answer)
  onTestFinished(() => void vi.unstubAllGlobals())
}

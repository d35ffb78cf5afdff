import { clock } from './clock'

/**
 * Runs work after the next picture of the page: what a person did shows first, and what it costs comes after
 * (https://web.dev/articles/optimize-inp). The work runs once, in a task of its own.
 */
export const afterPaint = (run: () => void): void => {
  requestAnimationFrame(() => {
    clock.after(0, run)
  })
}

import { clock } from './clock'

/**
 * Runs a task after the next paint, so that the feedback to a user's action shows first
 * (https://web.dev/articles/optimize-inp).
 */
export const afterPaint = (run: () => void): void => {
  requestAnimationFrame(() => {
    clock.after(0, run)
  })
}

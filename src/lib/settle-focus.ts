import { announce } from './announce'

const isLost = (): boolean => document.activeElement === null || document.activeElement === document.body

/**
 * After a retry the pressed button is gone, whatever came of it: the focus goes to the retry of the new failure, or to
 * the title of the page that came, and the title is said once. A focus that the person has moved stays.
 */
export const settleFocus = (): void => {
  requestAnimationFrame(() => {
    if (isLost()) {
      const target =
        document.querySelector<HTMLElement>('[data-retry]') ??
        document.querySelector<HTMLElement>('[data-page-title]')
      target?.focus({ preventScroll: true })
    }
    announce(document.title)
  })
}

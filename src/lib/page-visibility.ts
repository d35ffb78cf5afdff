import { isVisible } from './online'

/** Calls the listener when the tab is shown or hidden. Returns the unsubscribe function. */
export const onVisibilityChange = (listener: () => void): (() => void) => {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

/** Calls the listener when the page is hidden or closed: it may not come back. */
export const onPageHidden = (listener: () => void): (() => void) => {
  const stop = onVisibilityChange(() => {
    if (!isVisible()) listener()
  })
  window.addEventListener('pagehide', listener)
  return () => {
    stop()
    window.removeEventListener('pagehide', listener)
  }
}

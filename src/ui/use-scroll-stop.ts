import { type RefObject, useLayoutEffect } from 'react'

const stops = 'a[href], button, input, select, textarea, summary, iframe, [tabindex="0"]'

/** Lets the keyboard scroll a box that overflows and holds nothing else to focus. Checked after every render. */
export function useScrollStop(ref: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const box = ref.current
    if (!box) return
    const needsStop = box.scrollHeight > box.clientHeight && box.querySelector(stops) === null
    if (needsStop) box.tabIndex = 0
    else box.removeAttribute('tabindex')
  })
}

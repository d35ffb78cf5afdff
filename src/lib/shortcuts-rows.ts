import { useShortcut } from './shortcuts'

/** Marks a row's link for the `J` and `K` keys: `<Link {...rowLink}>`. */
export const rowLink = { 'data-row-link': '' } as const

const move = (step: 1 | -1): void => {
  const links = [...document.querySelectorAll<HTMLElement>('[data-row-link]')]
  const { activeElement } = document
  const at = links.findIndex(link => link === activeElement || link.closest('li')?.contains(activeElement))
  // Without focus in the list, start at its near end.
  const next = at < 0 ? (step > 0 ? links[0] : links.at(-1)) : links[at + step]
  next?.focus()
}

/** `J` and `K` move the focus between rows; Enter opens the focused link. */
export const useRowKeys = (isActive = true): void => {
  useShortcut('nextRow', () => move(1), isActive)
  useShortcut('previousRow', () => move(-1), isActive)
}

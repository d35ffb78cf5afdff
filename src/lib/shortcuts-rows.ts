import { useShortcut } from './shortcuts'

/** Marks the link of a row, so that `J` and `K` find it: `<Link {...rowLink}>`. */
export const rowLink = { 'data-row-link': '' } as const

const move = (step: 1 | -1): void => {
  const links = [...document.querySelectorAll<HTMLElement>('[data-row-link]')]
  const { activeElement } = document
  const at = links.findIndex(link => link === activeElement || link.closest('li')?.contains(activeElement))
  // From elsewhere the first press enters the list at its near end.
  const next = at < 0 ? (step > 0 ? links[0] : links.at(-1)) : links[at + step]
  next?.focus()
}

/** `J` and `K` go through the rows of a list; Enter then opens one, as it opens any link. */
export const useRowKeys = (isActive = true): void => {
  useShortcut('nextRow', () => move(1), isActive)
  useShortcut('previousRow', () => move(-1), isActive)
}

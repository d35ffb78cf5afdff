/** Whether typing goes into the element. */
export const isEditable = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input, textarea, select, [role="textbox"]'))

type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'defaultPrevented' | 'target'
>

/**
 * The Latin letter of a shortcut, in lower case, or null. The key's own letter counts when it is Latin, else the place
 * of the key, so that the Russian layout works. Nothing while typing, in a dialog, or with a modifier.
 */
export const singleKey = (event: KeyPress): string | null => {
  const { key, code, target } = event
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isEditable(target))
    return null
  if (target instanceof Element && target.closest('[role="dialog"], [role="alertdialog"], [role="menu"]'))
    return null
  if (/^[a-z]$/i.test(key)) return key.toLowerCase()
  if (key.length !== 1) return null
  return /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? null
}

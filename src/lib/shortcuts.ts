import { type RefObject, useLayoutEffect, useRef } from 'react'
import { isEditable, keyMeanings } from './single-key'
import { storage } from './storage'

interface ShortcutRow {
  /** The character as the Latin layout prints it. */
  key: string
  scope: 'everywhere' | 'page'
  /** Holding the key acts again and again. */
  doesRepeat?: true
}

/** Every single-key shortcut, in the order of the dialog (ux §2, keys). No page has two with one key. */
export const shortcutTable = {
  help: { key: '?', scope: 'everywhere' },
  up: { key: '[', scope: 'everywhere' },
  search: { key: '/', scope: 'page' },
  flag: { key: 'f', scope: 'page' },
  terminal: { key: 't', scope: 'page' },
  lab: { key: 'l', scope: 'page' },
  hint: { key: 'h', scope: 'page' },
  previousTask: { key: ',', scope: 'page' },
  nextTask: { key: '.', scope: 'page' },
  nextRow: { key: 'j', scope: 'page', doesRepeat: true },
  previousRow: { key: 'k', scope: 'page', doesRepeat: true },
  ownRow: { key: 'j', scope: 'page' },
} as const satisfies Record<string, ShortcutRow>

export type ShortcutId = keyof typeof shortcutTable

const ids = Object.keys(shortcutTable) as ShortcutId[]

interface Registration {
  id: ShortcutId
  run: () => void
}

let registrations: readonly Registration[] = []

/** The shortcuts that the page has now, in the order of the table. */
export const activeShortcuts = (): ShortcutId[] =>
  ids.filter(id => registrations.some(registration => registration.id === id))

/** Whether single keys act. Off means all of them, as WCAG 2.1.4 asks; the dialog is then reached by its button. */
export const singleKeys = {
  isOn: (): boolean => storage.get('flagship.shortcuts') !== 'off',
  set: (isOn: boolean): void => storage.set('flagship.shortcuts', isOn ? 'on' : 'off'),
}

const covers = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'
/** A popup that is on its way out, or out of reach, is closed for whoever presses the next key. */
const gone = '[data-closed], [data-ending-style], [aria-hidden="true"], [inert], [hidden]'

/** A dialog, a menu or an open account card has keys of its own, wherever in the page the focus stands. */
export const isCovered = (): boolean =>
  [...document.querySelectorAll(covers)].some(element => element.closest(gone) === null)

const isForShortcuts = (event: KeyboardEvent): boolean =>
  !(event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) &&
  !isEditable(event.target) &&
  singleKeys.isOn() &&
  !isCovered()

const listen = (event: KeyboardEvent): void => {
  const meanings = keyMeanings(event)
  if (meanings.length === 0 || !isForShortcuts(event)) return
  for (const meaning of meanings) {
    const found = registrations.findLast(({ id }) => shortcutTable[id].key === meaning)
    if (!found) continue
    // Held down too long it is still one wish, and no character of it reaches the field that gets the focus.
    event.preventDefault()
    const row: ShortcutRow = shortcutTable[found.id]
    if (!event.repeat || row.doesRepeat) found.run()
    return
  }
}

const register = (registration: Registration): (() => void) => {
  if (registrations.length === 0) document.addEventListener('keydown', listen)
  registrations = [...registrations, registration]
  return () => {
    registrations = registrations.filter(one => one !== registration)
    if (registrations.length === 0) document.removeEventListener('keydown', listen)
  }
}

/** Gives a shortcut of the table its meaning while the component is shown and `isActive`. */
export const useShortcut = (id: ShortcutId, run: () => void, isActive = true): void => {
  const latest = useRef(run)
  // Not later than what it acts on is to be seen: a key that is pressed at once would be lost.
  useLayoutEffect(() => {
    latest.current = run
  })
  useLayoutEffect(
    () => (isActive ? register({ id, run: () => latest.current() }) : undefined),
    [id, isActive],
  )
}

/** The page's search field: `/` goes into it. */
export const useSearchKey = (isActive = true): RefObject<HTMLInputElement | null> => {
  const field = useRef<HTMLInputElement>(null)
  useShortcut(
    'search',
    () => {
      field.current?.focus()
      field.current?.select()
    },
    isActive,
  )
  return field
}

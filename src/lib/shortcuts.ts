import { type RefObject, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { isComposing } from './is-composing'
import { getKeyMeanings, isEditable } from './keyboard-layout'
import { storage } from './storage'
import { createStore } from './store'

interface ShortcutRow {
  /** Character on the Latin layout. */
  key: string
  scope: 'everywhere' | 'page'
  /** Repeats while the key is held. */
  doesRepeat?: true
}

/** All single-key shortcuts in the order of the dialog. No page uses a key twice. */
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

/** Shortcuts of the current page, in table order. */
export const activeShortcuts = (): ShortcutId[] =>
  ids.filter(id => registrations.some(registration => registration.id === id))

/** The setting that WCAG 2.1.4 requires; when off, the dialog opens by its button. */
export const singleKeys = {
  isOn: (): boolean => storage.get('flagship.shortcuts') !== 'off',
  set: (isOn: boolean): void => storage.set('flagship.shortcuts', isOn ? 'on' : 'off'),
}

const OVERLAYS = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'
/** Popups that are closing or inert don't count as open. */
const CLOSED_OVERLAY = '[data-closed], [data-ending-style], [aria-hidden="true"], [inert], [hidden]'

/** Dialogs, menus and the account card handle keys themselves, wherever the focus is. */
export const isOverlayOpen = (): boolean =>
  [...document.querySelectorAll(OVERLAYS)].some(element => element.closest(CLOSED_OVERLAY) === null)

const isForShortcuts = (event: KeyboardEvent): boolean =>
  !(event.defaultPrevented || isComposing(event) || event.ctrlKey || event.metaKey || event.altKey) &&
  !isEditable(event.target) &&
  singleKeys.isOn() &&
  !isOverlayOpen()

const listen = (event: KeyboardEvent): void => {
  const meanings = getKeyMeanings(event)
  if (meanings.length === 0 || !isForShortcuts(event)) return
  for (const meaning of meanings) {
    const found = registrations.findLast(({ id }) => shortcutTable[id].key === meaning)
    if (!found) continue
    // Also for ignored repeats, so that the character isn't typed into the newly focused field.
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

/** Registers a shortcut while the component is mounted and `isActive`. */
export const useShortcut = (id: ShortcutId, run: () => void, isActive = true): void => {
  const runLatest = useEffectEvent(run)
  // A layout effect: a key pressed right after the paint must not be lost.
  useLayoutEffect(() => (isActive ? register({ id, run: () => runLatest() }) : undefined), [id, isActive])
}

/** Ref for the page's search field, which `/` focuses. */
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

const submitButton = (form: HTMLFormElement): HTMLElement | null =>
  [...form.elements].find(
    (element): element is HTMLButtonElement =>
      element instanceof HTMLButtonElement && element.type === 'submit',
  ) ?? null

/** Whether Ctrl+Enter would submit a form on this page. */
export const hasSubmittableForm = (): boolean => [...document.forms].some(form => submitButton(form) !== null)

export const submitModifier = (): '⌘' | 'Ctrl' => (/Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl')

const listenForSubmit = (event: KeyboardEvent): void => {
  const isWanted =
    event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
  if (!isWanted || event.defaultPrevented || isComposing(event) || event.repeat) return
  const { target } = event
  const isField =
    target instanceof HTMLInputElement ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement
  const button = isField && target.form ? submitButton(target.form) : null
  if (!button) return
  event.preventDefault()
  // A disabled or pending button ignores it like a click.
  button.click()
}

/** Ctrl+Enter or ⌘+Enter submits the form of the focused field. Not a single-key shortcut, so it is always on. */
export const useSubmitKey = (): void => {
  useLayoutEffect(() => {
    document.addEventListener('keydown', listenForSubmit)
    return () => document.removeEventListener('keydown', listenForSubmit)
  }, [])
}

const openState = createStore(false)

/** Whether the shortcuts dialog is open; the `?` key and the footer button share it. */
export const shortcutsDialog = {
  ...openState,
  open: (): void => openState.set(true),
  close: (): void => openState.set(false),
}

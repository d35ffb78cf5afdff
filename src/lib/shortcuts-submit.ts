import { useLayoutEffect } from 'react'

const submitButton = (form: HTMLFormElement): HTMLElement | null =>
  [...form.elements].find(
    (element): element is HTMLButtonElement =>
      element instanceof HTMLButtonElement && element.type === 'submit',
  ) ?? null

/** Whether the page has a form that Ctrl+Enter would send. */
export const hasForm = (): boolean => [...document.forms].some(form => submitButton(form) !== null)

/** The keyboards of Apple have ⌘ where the others have Ctrl. */
export const submitModifier = (): '⌘' | 'Ctrl' => (/Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl')

const listen = (event: KeyboardEvent): void => {
  const isWanted =
    event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
  if (!isWanted || event.defaultPrevented || event.isComposing || event.repeat) return
  const { target } = event
  const isField =
    target instanceof HTMLInputElement ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement
  const button = isField && target.form ? submitButton(target.form) : null
  if (!button) return
  event.preventDefault()
  // The button decides: pending or refused, it refuses this as it refuses the click.
  button.click()
}

/** Ctrl+Enter or ⌘+Enter sends the form one is typing in, wherever it stands (ux §2, keys). No single key: always on. */
export const useSubmitKey = (): void => {
  useLayoutEffect(() => {
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

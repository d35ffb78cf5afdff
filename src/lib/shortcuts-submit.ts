import { useLayoutEffect } from 'react'

const submitButton = (form: HTMLFormElement): HTMLElement | null =>
  [...form.elements].find(
    (element): element is HTMLButtonElement =>
      element instanceof HTMLButtonElement && element.type === 'submit',
  ) ?? null

/** Whether Ctrl+Enter would submit a form on this page. */
export const hasSubmittableForm = (): boolean => [...document.forms].some(form => submitButton(form) !== null)

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
  // A disabled or pending button ignores it like a click.
  button.click()
}

/** Ctrl+Enter or ⌘+Enter submits the form of the focused field. Not a single-key shortcut, so it is always on. */
export const useSubmitKey = (): void => {
  useLayoutEffect(() => {
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

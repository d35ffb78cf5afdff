import { type RefObject, useEffect, useRef } from 'react'
import { announce } from './announce'

/**
 * Focuses the first invalid field after an error, so that its description is read. If it has focus already, announces
 * the description.
 */
export const useFocusFirstInvalid = (problem: unknown): RefObject<HTMLFormElement | null> => {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (!problem) return
    const field = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (!field) return
    if (field !== document.activeElement) return field.focus()
    const [errorId = ''] = (field.getAttribute('aria-describedby') ?? '').split(' ')
    announce(document.getElementById(errorId)?.textContent ?? '', 'assertive')
  }, [problem])
  return form
}

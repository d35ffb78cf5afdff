import { type RefObject, useEffect, useRef } from 'react'
import { announce } from './announce'

/**
 * After a refusal focus goes to the first wrong field of the form and its description is read with it. A field that has
 * focus already would stay silent: its words are announced.
 */
export const usePointAtWrong = (problem: unknown): RefObject<HTMLFormElement | null> => {
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

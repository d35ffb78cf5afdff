import { type RefObject, useEffect, useRef, useState } from 'react'

export type EditMode = 'username' | 'password'

export interface EditModes {
  /** Which form stands open; never both (specification §2, profile menu). */
  mode: EditMode | null
  /** Which form has just saved. */
  saved: EditMode | null
  enter: (mode: EditMode) => void
  leave: (mode: EditMode, isSaved: boolean) => void
  /** The buttons that open the forms; focus returns to them. */
  openers: Record<EditMode, RefObject<HTMLButtonElement | null>>
}

/** Nothing is edited while `isAllowed` is false: the address is not confirmed (specification §6). */
export const useEditMode = (isAllowed: boolean, initial: EditMode | null): EditModes => {
  const [mode, setMode] = useState(initial)
  const [saved, setSaved] = useState<EditMode | null>(null)
  const returning = useRef<EditMode | null>(null)
  const username = useRef<HTMLButtonElement>(null)
  const password = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (mode === null && returning.current === 'username') username.current?.focus()
    if (mode === null && returning.current === 'password') password.current?.focus()
    returning.current = null
  }, [mode])
  return {
    mode: isAllowed ? mode : null,
    saved,
    enter: next => {
      if (!isAllowed) return
      setSaved(null)
      setMode(next)
    },
    leave: (left, isSaved) => {
      returning.current = left
      if (isSaved) setSaved(left)
      setMode(current => (current === left ? null : current))
    },
    openers: { username, password },
  }
}

import { type RefObject, useEffect, useRef, useState } from 'react'

export type EditMode = 'username' | 'password'

export interface EditModes {
  /** The open form; never both. */
  mode: EditMode | null
  /** The form that was just saved. */
  saved: EditMode | null
  enter: (mode: EditMode) => void
  leave: (mode: EditMode, isSaved: boolean) => void
  /** The buttons that open the forms; focus returns to them. */
  openers: Record<EditMode, RefObject<HTMLButtonElement | null>>
}

/** Editing needs a verified email address (`isAllowed`). */
export const useEditMode = (isAllowed: boolean, initial: EditMode | null): EditModes => {
  const [mode, setMode] = useState(initial)
  const [saved, setSaved] = useState<EditMode | null>(null)
  const focusTarget = useRef<EditMode | null>(null)
  const username = useRef<HTMLButtonElement>(null)
  const password = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (mode === null && focusTarget.current === 'username') username.current?.focus()
    if (mode === null && focusTarget.current === 'password') password.current?.focus()
    focusTarget.current = null
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
      focusTarget.current = left
      if (isSaved) setSaved(left)
      setMode(current => (current === left ? null : current))
    },
    openers: { username, password },
  }
}

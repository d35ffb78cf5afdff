import { type RefObject, useEffect, useRef } from 'react'
import { isEditable, singleKey } from '../../lib/single-key'

/** `F` goes to the field; a paste while nothing editable has focus lands in it. The clipboard is never read by itself. */
export const useFlagKeys = (
  field: RefObject<HTMLTextAreaElement | null>,
  keep: (text: string) => void,
): void => {
  const latestKeep = useRef(keep)
  useEffect(() => {
    latestKeep.current = keep
  })
  useEffect(() => {
    const focusOnKey = (event: KeyboardEvent) => {
      if (singleKey(event) !== 'f') return
      event.preventDefault()
      field.current?.focus()
    }
    const takePaste = (event: ClipboardEvent) => {
      const text = event.clipboardData?.getData('text/plain')
      const area = field.current
      if (!area || !text || event.defaultPrevented || isEditable(event.target)) return
      event.preventDefault()
      const before = area.value && !area.value.endsWith('\n') ? `${area.value}\n` : area.value
      area.value = before + text.trim()
      latestKeep.current(area.value)
      area.focus()
    }
    document.addEventListener('keydown', focusOnKey)
    document.addEventListener('paste', takePaste)
    return () => {
      document.removeEventListener('keydown', focusOnKey)
      document.removeEventListener('paste', takePaste)
    }
  }, [field])
}

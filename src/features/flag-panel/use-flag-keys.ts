import { type RefObject, useEffect, useRef } from 'react'
import { useShortcut } from '../../lib/shortcuts'
import { isEditable } from '../../lib/single-key'

/** `F` goes to the field; a paste while nothing editable has focus lands in it. The clipboard is never read by itself. */
export const useFlagKeys = (
  field: RefObject<HTMLTextAreaElement | null>,
  keep: (text: string) => void,
): void => {
  const latestKeep = useRef(keep)
  useEffect(() => {
    latestKeep.current = keep
  })
  useShortcut('flag', () => field.current?.focus())
  useEffect(() => {
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
    document.addEventListener('paste', takePaste)
    return () => document.removeEventListener('paste', takePaste)
  }, [field])
}

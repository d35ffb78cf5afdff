import { type RefObject, useEffect } from 'react'
import { isCovered, useShortcut } from '../../lib/shortcuts'
import { isEditable } from '../../lib/single-key'

/** Line ends around what was copied are no part of a flag; spaces may be, and are asked about later. */
const withoutOuterLines = (text: string): string => text.replace(/^[\r\n]+|[\r\n]+$/g, '')

/** `F` goes to the field; a paste while nothing editable has focus lands in it. The clipboard is never read by itself. */
export const useFlagKeys = (field: RefObject<HTMLTextAreaElement | null>): void => {
  useShortcut('flag', () => field.current?.focus())
  useEffect(() => {
    const takePaste = (event: ClipboardEvent) => {
      const text = withoutOuterLines(event.clipboardData?.getData('text/plain') ?? '')
      const area = field.current
      if (!area || area.readOnly || text === '') return
      if (event.defaultPrevented || isEditable(event.target) || isCovered()) return
      event.preventDefault()
      const before = area.value && !area.value.endsWith('\n') ? `${area.value}\n` : area.value
      area.value = before + text
      // The field grows and keeps its draft as if it had been typed.
      area.dispatchEvent(new Event('input', { bubbles: true }))
      area.focus()
    }
    document.addEventListener('paste', takePaste)
    return () => document.removeEventListener('paste', takePaste)
  }, [field])
}

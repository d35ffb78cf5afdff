import { useEffect, useRef, useState } from 'react'
import { clock } from './clock'

const DEBOUNCE_MS = 250

/**
 * Text of a search field stored in the URL: typing shows at once, the URL follows after a pause, and external URL
 * changes (Back, a reset) update the field.
 */
export const useUrlText = (
  urlText: string,
  updateUrl: (text: string) => void,
): [text: string, setText: (text: string) => void] => {
  const [text, setText] = useState(urlText)
  const lastSent = useRef(urlText)
  const latestUpdateUrl = useRef(updateUrl)
  useEffect(() => {
    latestUpdateUrl.current = updateUrl
  })
  useEffect(() => {
    if (urlText === lastSent.current) return
    lastSent.current = urlText
    setText(urlText)
  }, [urlText])
  useEffect(() => {
    if (text === lastSent.current) return
    return clock.after(DEBOUNCE_MS, () => {
      lastSent.current = text
      latestUpdateUrl.current(text)
    })
  }, [text])
  return [text, setText]
}

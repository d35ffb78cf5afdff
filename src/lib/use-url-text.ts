import { useEffect, useRef, useState } from 'react'
import { clock } from './clock'

const pause = 250

/**
 * The text of a search field whose value lives in the address: typing shows at once, the address follows after a
 * short pause, and a change of the address from outside (Back, a reset) shows in the field.
 */
export const useUrlText = (
  kept: string,
  keep: (text: string) => void,
): [text: string, setText: (text: string) => void] => {
  const [text, setText] = useState(kept)
  const sent = useRef(kept)
  const latestKeep = useRef(keep)
  useEffect(() => {
    latestKeep.current = keep
  })
  useEffect(() => {
    if (kept === sent.current) return
    sent.current = kept
    setText(kept)
  }, [kept])
  useEffect(() => {
    if (text === sent.current) return
    return clock.after(pause, () => {
      sent.current = text
      latestKeep.current(text)
    })
  }, [text])
  return [text, setText]
}

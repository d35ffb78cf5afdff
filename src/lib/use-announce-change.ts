import { useEffect, useRef } from 'react'
import { announce } from './announce'
import { clock } from './clock'

/**
 * Says the words politely once whenever the key changes, as after a filter; silent on the first showing. With a pause,
 * in milliseconds, several changes in a row are one: the last words are said when it is over. Null: what
 * there is to say is not known yet.
 */
export const useAnnounceChange = (key: string, words: string, pause: number | null = 0): void => {
  const said = useRef(key)
  useEffect(() => {
    if (said.current === key || pause === null) return undefined
    const say = () => {
      said.current = key
      announce(words, 'polite')
    }
    if (pause > 0) return clock.after(pause, say)
    say()
    return undefined
  }, [key, words, pause])
}

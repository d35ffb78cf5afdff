import { useEffect, useRef } from 'react'
import { announce } from './announce'

/** Says the words politely once whenever the key changes, as after a filter; silent on the first showing. */
export const useAnnounceChange = (key: string, words: string): void => {
  const said = useRef(key)
  useEffect(() => {
    if (said.current === key) return
    said.current = key
    announce(words, 'polite')
  }, [key, words])
}

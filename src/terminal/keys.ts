export type KeyMeaning = 'leave' | 'copy' | 'paste'

type Key = Pick<KeyboardEvent, 'type' | 'key' | 'code' | 'shiftKey' | 'ctrlKey' | 'altKey' | 'metaKey'>

const isLetter = ({ key, code }: Key, letter: 'c' | 'v'): boolean =>
  key.toLowerCase() === letter || code === `Key${letter.toUpperCase()}`

/** The keys that are the page's and not the shell's; null: the shell gets it, Tab and Ctrl+C among them. */
export const keyMeaning = (event: Key): KeyMeaning | null => {
  const { type, key, shiftKey, ctrlKey, altKey, metaKey } = event
  if (type !== 'keydown' || altKey || metaKey) return null
  if (key === 'Tab' && shiftKey && !ctrlKey) return 'leave'
  if (ctrlKey && isLetter(event, 'v')) return 'paste'
  if (ctrlKey && shiftKey && isLetter(event, 'c')) return 'copy'
  if (key === 'Insert' && shiftKey !== ctrlKey) return shiftKey ? 'paste' : 'copy'
  return null
}

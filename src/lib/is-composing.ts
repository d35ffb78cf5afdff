type Key = Pick<KeyboardEvent, 'isComposing' | 'keyCode'>

/**
 * Whether a pressed key belongs to an input method, as the Enter that commits Latin letters of a Pinyin keyboard. Safari ends
 * the composition before that key, which has only the code 229 left.
 */
export const isComposing = (event: Key | { nativeEvent: Key }): boolean => {
  const key = 'nativeEvent' in event ? event.nativeEvent : event
  return key.isComposing || key.keyCode === 229
}

/** Keys pressed on these inputs don't type text. */
const NON_TEXT_INPUTS = ['button', 'checkbox', 'color', 'file', 'image', 'radio', 'range', 'reset', 'submit']

const TEXT_FIELDS = 'input, textarea, select, [role="textbox"], [role="searchbox"], [role="combobox"]'

/** Whether the element takes typed text. */
export const isEditable = (target: EventTarget | null): boolean => {
  if (target instanceof HTMLInputElement) return !NON_TEXT_INPUTS.includes(target.type)
  return target instanceof HTMLElement && (target.isContentEditable || target.matches(TEXT_FIELDS))
}

export type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>

/** Latin characters of a key by its code, without and with Shift. */
const SIGNS_BY_CODE = new Map([
  ['BracketLeft', ['[', '{']],
  ['Comma', [',', '<']],
  ['Period', ['.', '>']],
  ['Slash', ['/', '?']],
])

const getLatinCharacter = ({ code, shiftKey }: KeyPress): string | null => {
  const letter = /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase()
  if (letter) return shiftKey ? null : letter
  return SIGNS_BY_CODE.get(code)?.[shiftKey ? 1 : 0] ?? null
}

/** On Cyrillic layouts the `/` key types a full stop, and a comma with Shift. */
const isCyrillicFullStop = ({ key, code }: KeyPress): boolean =>
  code === 'Slash' && (key === '.' || key === ',')

/**
 * Possible shortcut characters of a key press, the likelier first. A typed character counts as it is. A non-Latin
 * letter stands for its physical key, so the layout needn't be switched: `а` is F, `х` is `[`, `б` and `ю` are `,` and
 * `.`. The Cyrillic full stop, which is another shortcut's character, also stands for its key (`/`, `?`), for pages
 * that don't use `.` and `,`.
 */
export const getKeyMeanings = (press: KeyPress): readonly string[] => {
  const { key, shiftKey } = press
  if (Array.from(key).length !== 1) return []
  if (/^[a-z]$/i.test(key)) return shiftKey ? [] : [key.toLowerCase()]
  const latin = getLatinCharacter(press)
  if (/^\p{L}$/u.test(key)) return latin === null ? [] : [latin]
  return isCyrillicFullStop(press) && latin !== null ? [key, latin] : [key]
}

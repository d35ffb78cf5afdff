/** Inputs that take no text: a letter pressed on them is not typed anywhere. */
const untyped = ['button', 'checkbox', 'color', 'file', 'image', 'radio', 'range', 'reset', 'submit']

const typed = 'input, textarea, select, [role="textbox"], [role="searchbox"], [role="combobox"]'

/** Whether typing goes into the element. */
export const isEditable = (target: EventTarget | null): boolean => {
  if (target instanceof HTMLInputElement) return !untyped.includes(target.type)
  return target instanceof HTMLElement && (target.isContentEditable || target.matches(typed))
}

export type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>

/** The characters of a key of the Latin layout by its place, alone and with Shift. */
const places = new Map([
  ['BracketLeft', ['[', '{']],
  ['Comma', [',', '<']],
  ['Period', ['.', '>']],
  ['Slash', ['/', '?']],
])

const atPlace = ({ code, shiftKey }: KeyPress): string | null => {
  const letter = /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase()
  if (letter) return shiftKey ? null : letter
  return places.get(code)?.[shiftKey ? 1 : 0] ?? null
}

/** On Cyrillic layouts the place of the Latin `/` and `?` prints the full stop and the comma. */
const isFullStopOfCyrillic = ({ key, code }: KeyPress): boolean =>
  code === 'Slash' && (key === '.' || key === ',')

/**
 * What a press may mean as a shortcut, the likelier first (ux §2, keys). A printed character that has a meaning on the
 * page always counts, so that the keys work as the dialog names them. A letter that is not Latin stands for the place
 * of its key, so that nobody has to switch the layout: `а` is F, `х` is `[`, `б` and `ю` are `,` and `.`. The one key
 * that prints another shortcut's character, the Cyrillic full stop, gives its place (`/`, `?`) second: where the page
 * has no use for `.` and `,`.
 */
export const keyMeanings = (press: KeyPress): readonly string[] => {
  const { key, shiftKey } = press
  if (Array.from(key).length !== 1) return []
  if (/^[a-z]$/i.test(key)) return shiftKey ? [] : [key.toLowerCase()]
  const place = atPlace(press)
  if (/^\p{L}$/u.test(key)) return place === null ? [] : [place]
  return isFullStopOfCyrillic(press) && place !== null ? [key, place] : [key]
}

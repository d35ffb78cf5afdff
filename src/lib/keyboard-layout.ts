/** For a hint that the keyboard layout may be wrong; Cyrillic passwords are allowed. */
export const looksCyrillic = (text: string): boolean => /\p{Script=Cyrillic}/u.test(text)

/*
 * Characters of the Russian layout, row by row, and of the same keys on the Latin one; keys that print the same are
 * left out. Written as escapes, so that Cyrillic appears in the locales only.
 */
const RUSSIAN_KEYS =
  '\u0451\u0439\u0446\u0443\u043a\u0435\u043d\u0433\u0448\u0449\u0437\u0445\u044a\u0444\u044b\u0432\u0430\u043f\u0440\u043e\u043b\u0434\u0436\u044d\u044f\u0447\u0441\u043c\u0438\u0442\u044c\u0431\u044e.' +
  '\u0401\u0419\u0426\u0423\u041a\u0415\u041d\u0413\u0428\u0429\u0417\u0425\u042a\u0424\u042b\u0412\u0410\u041f\u0420\u041e\u041b\u0414\u0416\u042d\u042f\u0427\u0421\u041c\u0418\u0422\u042c\u0411\u042e,' +
  '"\u2116;:?/'
const LATIN_KEYS = "`qwertyuiop[]asdfghjkl;'zxcvbnm,./" + '~QWERTYUIOP{}ASDFGHJKL:"ZXCVBNM<>?' + '@#$^&|'
/** Keys that differ on the Ukrainian and Belarusian layouts: і, ї, є, ў and their capitals. */
const RELATED_KEYS = '\u0456\u0457\u0454\u045e\u0406\u0407\u0404\u040e'
const RELATED_LATIN_KEYS = 's]\'oS}"O'

const latinByLetter = new Map(
  [...(RUSSIAN_KEYS + RELATED_KEYS)].map((letter, index) => [
    letter,
    (LATIN_KEYS + RELATED_LATIN_KEYS)[index] ?? letter,
  ]),
)

/** The text as the same keys print it on the Latin layout; other characters stay. */
export const toLatinLayout = (text: string): string =>
  Array.from(text, character => latinByLetter.get(character) ?? character).join('')

/** Keys pressed on these inputs don't type text. */
const NON_TEXT_INPUTS = ['button', 'checkbox', 'color', 'file', 'image', 'radio', 'range', 'reset', 'submit']

const TEXT_FIELDS = 'input, textarea, select, [role="textbox"], [role="searchbox"], [role="combobox"]'

export const isEditable = (target: EventTarget | null): boolean => {
  if (target instanceof HTMLInputElement) return !NON_TEXT_INPUTS.includes(target.type)
  return target instanceof HTMLElement && (target.isContentEditable || target.matches(TEXT_FIELDS))
}

export type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>

/** Latin characters of a key by its code, without and with Shift. */
const CHARACTERS_BY_CODE = new Map([
  ['BracketLeft', ['[', '{']],
  ['Comma', [',', '<']],
  ['Period', ['.', '>']],
  ['Slash', ['/', '?']],
])

const getLatinCharacter = ({ code, shiftKey }: KeyPress): string | null => {
  const letter = /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase()
  if (letter) return shiftKey ? null : letter
  return CHARACTERS_BY_CODE.get(code)?.[shiftKey ? 1 : 0] ?? null
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

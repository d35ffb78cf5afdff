/** Passwords here are seldom Cyrillic: a hint that the layout may be wrong, never a refusal. */
export const looksCyrillic = (text: string): boolean => /\p{Script=Cyrillic}/u.test(text)

/*
 * What the keys print on the Russian layout, row by row (ё1234567890, йцукен, фыва, ячсм), and on the Latin one.
 * Signs that both print by the same key are left out. Written by code: Russian letters stand in the locales alone.
 */
const russian =
  '\u0451\u0439\u0446\u0443\u043a\u0435\u043d\u0433\u0448\u0449\u0437\u0445\u044a\u0444\u044b\u0432\u0430\u043f\u0440\u043e\u043b\u0434\u0436\u044d\u044f\u0447\u0441\u043c\u0438\u0442\u044c\u0431\u044e.' +
  '\u0401\u0419\u0426\u0423\u041a\u0415\u041d\u0413\u0428\u0429\u0417\u0425\u042a\u0424\u042b\u0412\u0410\u041f\u0420\u041e\u041b\u0414\u0416\u042d\u042f\u0427\u0421\u041c\u0418\u0422\u042c\u0411\u042e,' +
  '"\u2116;:?/'
const latin = "`qwertyuiop[]asdfghjkl;'zxcvbnm,./" + '~QWERTYUIOP{}ASDFGHJKL:"ZXCVBNM<>?' + '@#$^&|'
/** Where the Ukrainian and Belarusian layouts differ: і, ї, є, ў and their capitals. */
const neighbours = '\u0456\u0457\u0454\u045e\u0406\u0407\u0404\u040e'
const neighboursLatin = 's]\'oS}"O'

const latinOf = new Map(
  [...(russian + neighbours)].map((letter, index) => [letter, (latin + neighboursLatin)[index] ?? letter]),
)

/** The text as the same keys print it on the Latin layout; what no Cyrillic key prints stays as it is. */
export const toLatinLayout = (text: string): string =>
  Array.from(text, character => latinOf.get(character) ?? character).join('')

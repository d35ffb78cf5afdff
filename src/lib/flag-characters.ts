/**
 * Single characters that spoil a flag without being seen (ux §3, pre-flight). Foreign letters are written by code:
 * Russian letters stand in the locales alone.
 */

const invisible = /\u034f|\u17b4|\u17b5|[\p{Cf}\p{Cc}\u115f\u1160\u2028\u2029\u2800\u3164\uffa0]/u
const oddSpace = /[\p{Zs}\t]/u

/** Takes no place or cannot be told from nothing: zero width, direction marks, soft hyphen, control characters. */
export const isInvisible = (character: string): boolean => character !== '\t' && invisible.test(character)

/** Looks like a space, but is not the one of the keyboard: no-break, thin, ideographic, tab. */
export const isOddSpace = (character: string): boolean => character !== ' ' && oddSpace.test(character)

/** Quotes, dashes and dots as text editors put them in place of the typed ones. */
const typeset = new Map([
  ...Array.from('\u201c\u201d\u201e\u201f\u00ab\u00bb\u2033', sign => [sign, '"'] as const),
  ...Array.from('\u2018\u2019\u201a\u201b\u2032\u00b4', sign => [sign, "'"] as const),
  ...Array.from('\u2010\u2011\u2012\u2013\u2014\u2015\u2212', sign => [sign, '-'] as const),
  ['\u2026', '...'] as const,
])

/** Letters of other alphabets and the Latin ones that they cannot be told from, lower case first. */
const pairs: readonly (readonly [string, string])[] = [
  [
    '\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u043a\u0456\u0458\u0455\u0501\u04bb\u051b\u051d',
    'aeopcyxkijsdhqw',
  ],
  [
    '\u0410\u0412\u0415\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0423\u0425\u0406\u0408\u0405',
    'ABEKMHOPCTYXIJS',
  ],
  ['\u03b1\u03b9\u03ba\u03bd\u03bf\u03c1\u03c5\u03c7\u03f2', 'aikvopuxc'],
  ['\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7', 'ABEZHIKMNOPTYX'],
  ['\u0131\u0251\u0261', 'iag'],
]
const latinTwins = new Map(
  pairs.flatMap(([foreign, latin]) =>
    Array.from(foreign, (letter, at) => [letter, latin[at] ?? letter] as const),
  ),
)

/** The plain sign that a text editor replaced, or null. */
export const typedSignOf = (character: string): string | null => typeset.get(character) ?? null

/** The character of the Latin keyboard that this one cannot be told from, or null; also for full-width forms. */
export const latinTwinOf = (character: string): string | null => {
  const twin = latinTwins.get(character)
  if (twin) return twin
  if (/^[\0-\x7f\p{Script=Cyrillic}\p{Script=Greek}\s]$/u.test(character)) return null
  const plain = character.normalize('NFKC')
  return /^[\x21-\x7e]+$/.test(plain) ? plain : null
}

export const hasLatin = (text: string): boolean => /[a-z]/i.test(text)

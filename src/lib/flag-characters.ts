/**
 * Characters that make a flag wrong without being visible. Written as escapes, so that Cyrillic appears in the locales
 * only.
 */

const invisible = /\u034f|\u17b4|\u17b5|[\p{Cf}\p{Cc}\u115f\u1160\u2028\u2029\u2800\u3164\uffa0]/u
const unusualSpace = /[\p{Zs}\t]/u

/** Zero-width, bidirectional and control characters, soft hyphens. */
export const isInvisible = (character: string): boolean => character !== '\t' && invisible.test(character)

/** Looks like a space but isn't U+0020: no-break, thin, ideographic, tab. */
export const isUnusualSpace = (character: string): boolean =>
  character !== ' ' && unusualSpace.test(character)

/** Typographic quotes, dashes and ellipses, and the typed signs that editors replace with them. */
const typographicSigns = new Map([
  ...Array.from('\u201c\u201d\u201e\u201f\u00ab\u00bb\u2033', sign => [sign, '"'] as const),
  ...Array.from('\u2018\u2019\u201a\u201b\u2032\u00b4', sign => [sign, "'"] as const),
  ...Array.from('\u2010\u2011\u2012\u2013\u2014\u2015\u2212', sign => [sign, '-'] as const),
  ['\u2026', '...'] as const,
])

/** Letters of other alphabets and their Latin lookalikes, lower case first. */
const lookalikePairs: readonly (readonly [string, string])[] = [
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
const latinLookalikes = new Map(
  lookalikePairs.flatMap(([foreign, latin]) =>
    Array.from(foreign, (letter, at) => [letter, latin[at] ?? letter] as const),
  ),
)

/** The typed sign that an editor replaced, or null. */
export const getTypedSign = (character: string): string | null => typographicSigns.get(character) ?? null

/** The ASCII character that looks the same, or null; also for full-width forms. */
export const getLatinLookalike = (character: string): string | null => {
  const lookalike = latinLookalikes.get(character)
  if (lookalike) return lookalike
  if (/^[\0-\x7f\p{Script=Cyrillic}\p{Script=Greek}\s]$/u.test(character)) return null
  const plain = character.normalize('NFKC')
  return /^[\x21-\x7e]+$/.test(plain) ? plain : null
}

export const hasLatin = (text: string): boolean => /[a-z]/i.test(text)

/** Secrets that are recognised by their own form, wherever they stand. */
const shapes: readonly (readonly [name: string, pattern: RegExp, isSecret?: (found: string) => boolean])[] = [
  ['PRIVATE_KEY', /-----BEGIN [\w ]+-----[\s\S]*?(?:-----END [\w ]+-----|$)/g],
  ['ACCESS_TOKEN', /(?<=\bBearer\s+)[\w.~+/=-]+/gi],
  ['ACCESS_TOKEN', /\beyJ[\w-]+\.[\w-]+\.[\w-]*/g],
  [
    'KEY',
    /\b(?:AKIA|ASIA)[A-Z\d]{16}\b|\bAIza[\w-]{35}|\bgh[a-z]_\w{30,}|\bxox[a-z]-[\w-]{10,}|\b[sr]k_(?:live|test)_\w{10,}/g,
  ],
  ['TOKEN', /(?<=[?&](?:\w*token|code|sig|signature|key|secret|password|pin|sid|pass)=)[^&\s"'<>#]+/gi],
  ['CARD', /(?<![\d.-])[2-6]\d{3}([ -]?)\d{4}\1\d{4}\1\d{3,4}(?![\d.-])/g, isCardNumber],
  ['PHONE', /\+\d[\d\s().-]{8,16}\d/g],
  ['EMAIL', /[\w.!#$%&*+/=?^`{|}~-]+@[\w-]+(?:\.[\w-]+)+/g],
  ['CREDENTIALS', /(?<![\w+/])[A-Za-z\d+/]{8,160}={0,2}(?![\w+/=])/g, isUserAndPassword],
]

export type HideShape = (secret: string, name: string) => string

export function maskShapes(text: string, hide: HideShape): string {
  return shapes.reduce(
    (masked, [name, pattern, isSecret = () => true]) =>
      masked.replaceAll(pattern, found => (isSecret(found) ? hide(found, name) : found)),
    text,
  )
}

/** By the check digit (Luhn). */
export function isCardNumber(text: string): boolean {
  const digits = Array.from(text.replaceAll(/\D/g, ''), Number).reverse()
  const sum = digits.reduce((total, digit, index) => {
    const counted = index % 2 === 1 ? digit * 2 : digit
    return total + (counted > 9 ? counted - 9 : counted)
  }, 0)
  return digits.length >= 15 && digits.length <= 16 && sum % 10 === 0
}

/** `dXNlcjpwYXNzd29yZA==`, as Basic authentication writes it. */
function isUserAndPassword(text: string): boolean {
  try {
    return /^[\x21-\x7e]{1,60}:[\x20-\x7e]{1,60}$/.test(atob(text))
  } catch {
    return false
  }
}

const MAX_DISPLAY_LENGTH = 80

const toBytes = (escapes: string): Uint8Array =>
  Uint8Array.from(escapes.match(/[\da-f]{2}/gi) ?? [], hex => Number.parseInt(hex, 16))

/** Unlike `decodeURIComponent` it accepts invalid and truncated escapes. */
const decodePath = (path: string): string =>
  path.replace(/(?:%[\da-f]{2})+/gi, escapes => new TextDecoder().decode(toBytes(escapes)))

/**
 * A path for display: decoded, shortened, and with control, bidi and zero-width characters replaced by `�`.
 */
export const toDisplayPath = (path: string): string => {
  // Cut first: decoding megabytes would be slow.
  const characters = Array.from(
    decodePath(path.slice(0, 12 * MAX_DISPLAY_LENGTH)).replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '�'),
  )
  return characters.length > MAX_DISPLAY_LENGTH
    ? `${characters.slice(0, MAX_DISPLAY_LENGTH).join('')}…`
    : characters.join('')
}

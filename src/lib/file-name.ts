/** Names of files that the server suggests (specification §7, `GET user/vpn_config`): parsed, and never trusted. */

const longestHeader = 4096
const longestName = 100
/** Most file systems hold 255 bytes, and a browser may add a number to the name. */
const longestBytes = 240

/** One `;name=value` of the header; a value in quotes may hold semicolons and escaped quotes. */
const parameter = /;\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))/gs

/** A backslash escapes a quote or itself; before anything else it is a careless server's path. */
const unquote = (value: string): string => value.replace(/\\(["\\])/g, '$1')

const decodeUtf8 = (bytes: Uint8Array): string | null => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** RFC 5987: `charset'language'percent-encoded`; null when any of it is malformed. */
const decodeExtended = (value: string): string | null => {
  const [, charset = '', encoded = ''] = /^([\w-]+)'[\w-]*'(.*)$/s.exec(value) ?? []
  if (!/^(?:[^%]|%[\da-f]{2})+$/i.test(encoded)) return null
  const bytes = encoded.replace(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
  if (/[^\0-\xff]/.test(bytes)) return null
  if (/^iso-8859-1$/i.test(charset)) return bytes
  return /^utf-8$/i.test(charset) ? decodeUtf8(Uint8Array.from(bytes, one => one.charCodeAt(0))) : null
}

/** Headers arrive as if they were Latin-1; a server that writes plain UTF-8 is understood all the same. */
const decodePlain = (value: string): string => {
  if (!/[\x80-\xff]/.test(value) || /[^\0-\xff]/.test(value)) return value
  return decodeUtf8(Uint8Array.from(value, one => one.charCodeAt(0))) ?? value
}

/**
 * The name in a Content-Disposition header, as it was sent: `filename*` wins over `filename` (RFC 6266). Null when there
 * is none that can be read. Use it only through `safeFileName`.
 */
export const fileNameOf = (header: string | null): string | null => {
  if (!header) return null
  let plain: string | null = null
  let extended: string | null = null
  for (const [, key = '', quoted, bare = ''] of header.slice(0, longestHeader).matchAll(parameter)) {
    const value = quoted === undefined ? bare : unquote(quoted)
    if (key.toLowerCase() === 'filename') plain ??= value
    if (key.toLowerCase() === 'filename*') extended ??= decodeExtended(value)
  }
  if (extended) return extended
  return plain ? decodePlain(plain) : null
}

/** What Windows keeps for devices, with any extension. */
const isDevice = (name: string): boolean =>
  /^(?:con|prn|aux|nul|conin\$|conout\$|com[\d¹²³]|lpt[\d¹²³])$/i.test(name.split('.')[0]?.trim() ?? '')

const trimEnds = (name: string): string => name.replace(/^[.\s-]+/, '').replace(/[.\s]+$/, '')

const isTooLong = (name: string): boolean =>
  name.length > longestName || new TextEncoder().encode(name).length > longestBytes

/**
 * A name under which a file may be saved anywhere: no folder, nothing invisible, nothing that turns the text around or
 * that a file system forbids, at most 100 characters with the extension, which it always has. Never throws.
 * @param extension with its dot, as in `.ovpn`
 * @param fallback used when nothing is left of the name
 */
export const safeFileName = (name: string | null, extension: string, fallback: string): string => {
  const visible = (name ?? '')
    .slice(0, longestHeader)
    // Controls, formats and their like, unpaired surrogates, letters that take no room: `\p{C}` alone leaves fillers.
    .replace(/[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu, '')
    // After that, or what stood between a letter and its mark would keep them apart.
    .normalize('NFC')
    .replace(/\s+/g, ' ')
  const base = (visible.split(/[\\/]/).at(-1) ?? '').replace(/^[a-z]:/i, '').replace(/[<>:"|?*]/g, '_')
  const hasExtension = base.toLowerCase().endsWith(extension.toLowerCase())
  let stem = trimEnds(hasExtension ? base.slice(0, -extension.length) : base)
  if (isDevice(stem)) stem = `_${stem}`
  const points = [...stem].slice(0, longestName)
  while (isTooLong(points.join('') + extension)) points.pop()
  stem = trimEnds(points.join(''))
  return stem === '' ? fallback : stem + extension
}

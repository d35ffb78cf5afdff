import { clock } from './clock'

/** Some browsers read the file only after the user has confirmed the download. */
const REVOKE_DELAY_MS = 40_000

/** Revokes the object URL after `REVOKE_DELAY_MS` or when `signal` aborts, then resolves. */
export const saveFile = (content: Blob, name: string, signal: AbortSignal): Promise<void> => {
  // Prevents the browser from opening it as a page of this origin.
  const address = URL.createObjectURL(content.slice(0, content.size, 'application/octet-stream'))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.hidden = true
  document.body.append(link)
  link.click()
  link.remove()
  return new Promise(resolve => {
    const release = () => {
      stop()
      signal.removeEventListener('abort', release)
      URL.revokeObjectURL(address)
      resolve()
    }
    const stop = clock.after(REVOKE_DELAY_MS, release)
    signal.addEventListener('abort', release)
  })
}

interface SessionEvents {
  onClearUserData(listener: () => void): () => void
}

/** Revokes the URL when the user logs out. Throws where the browser refuses. */
export const saveText = (session: SessionEvents, text: string, name: string): void => {
  const life = new AbortController()
  const stop = session.onClearUserData(() => life.abort())
  void saveFile(new Blob([text]), name, life.signal).then(stop)
}

/** Parses and sanitizes file names suggested by the server. */

const MAX_HEADER_LENGTH = 4096
const MAX_NAME_LENGTH = 100
/** File systems allow 255 bytes, and the browser may append a number. */
const MAX_NAME_BYTES = 240

/** One `;name=value` of the header; quoted values may contain semicolons and escaped quotes. */
const PARAMETER_PATTERN = /;\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))/gs

/** A backslash only escapes a quote or itself; elsewhere it is part of a Windows path. */
const unquote = (value: string): string => value.replace(/\\(["\\])/g, '$1')

const decodeUtf8 = (bytes: Uint8Array): string | null => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** RFC 5987: `charset'language'percent-encoded`; null when malformed. */
const decodeExtended = (value: string): string | null => {
  const [, charset = '', encoded = ''] = /^([\w-]+)'[\w-]*'(.*)$/s.exec(value) ?? []
  if (!/^(?:[^%]|%[\da-f]{2})+$/i.test(encoded)) return null
  const bytes = encoded.replace(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
  if (/[^\0-\xff]/.test(bytes)) return null
  if (/^iso-8859-1$/i.test(charset)) return bytes
  return /^utf-8$/i.test(charset) ? decodeUtf8(Uint8Array.from(bytes, one => one.charCodeAt(0))) : null
}

/** Browsers decode headers as Latin-1, but some servers send plain UTF-8. */
const decodePlain = (value: string): string => {
  if (!/[\x80-\xff]/.test(value) || /[^\0-\xff]/.test(value)) return value
  return decodeUtf8(Uint8Array.from(value, one => one.charCodeAt(0))) ?? value
}

/** `filename*` wins over `filename` (RFC 6266); null when unreadable. Pass it through `safeFileName`. */
export const getFileName = (header: string | null): string | null => {
  if (!header) return null
  let plain: string | null = null
  let extended: string | null = null
  for (const [, key = '', quoted, bare = ''] of header
    .slice(0, MAX_HEADER_LENGTH)
    .matchAll(PARAMETER_PATTERN)) {
    const value = quoted === undefined ? bare : unquote(quoted)
    if (key.toLowerCase() === 'filename') plain ??= value
    if (key.toLowerCase() === 'filename*') extended ??= decodeExtended(value)
  }
  if (extended) return extended
  return plain ? decodePlain(plain) : null
}

/** Device names, which Windows reserves with any extension. */
const isReservedName = (name: string): boolean =>
  /^(?:con|prn|aux|nul|conin\$|conout\$|com[\d¹²³]|lpt[\d¹²³])$/i.test(name.split('.')[0]?.trim() ?? '')

const trimEnds = (name: string): string => name.replace(/^[.\s-]+/, '').replace(/[.\s]+$/, '')

const isTooLong = (name: string): boolean =>
  name.length > MAX_NAME_LENGTH || new TextEncoder().encode(name).length > MAX_NAME_BYTES

/**
 * A file name that is safe on every file system: no path, no invisible or reserved characters, at most 100 characters
 * including the extension. Never throws.
 * @param extension with the dot, for example `.ovpn`
 * @param fallback used when nothing is left of the name
 */
export const safeFileName = (name: string | null, extension: string, fallback: string): string => {
  const visible = (name ?? '')
    .slice(0, MAX_HEADER_LENGTH)
    // Control and format characters, lone surrogates and invisible fillers, which `\p{C}` alone doesn't match.
    .replace(/[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu, '')
    // After the removal, which may join a letter with its combining mark.
    .normalize('NFC')
    .replace(/\s+/g, ' ')
  const base = (visible.split(/[\\/]/).at(-1) ?? '').replace(/^[a-z]:/i, '').replace(/[<>:"|?*]/g, '_')
  const hasExtension = base.toLowerCase().endsWith(extension.toLowerCase())
  let stem = trimEnds(hasExtension ? base.slice(0, -extension.length) : base)
  if (isReservedName(stem)) stem = `_${stem}`
  const points = [...stem].slice(0, MAX_NAME_LENGTH)
  while (isTooLong(points.join('') + extension)) points.pop()
  stem = trimEnds(points.join(''))
  return stem === '' ? fallback : stem + extension
}

import type { HeaderList } from '../validator/exchange'
import { maskUrl } from './mask-url'
import { type Hide, maskText, type Secrets } from './mask-value'
import { isSecretHeader } from './secret-names'

/** Keeps schemes, cookie names and cookie attributes. */
export function maskHeaders(headers: HeaderList, secrets: Secrets, hide: Hide): HeaderList {
  return headers.map(([name, value]) => [name, maskHeader(name, value, secrets, hide)] as const)
}

function maskHeader(name: string, value: string, secrets: Secrets, hide: Hide): string {
  if (name === 'set-cookie') return maskCookie(value, secrets, hide)
  if (name === 'cookie')
    return value
      .split(';')
      .map(cookie => maskCookie(cookie, secrets, hide))
      .join(';')
  if (/^(?:proxy-)?authorization$/.test(name)) {
    const [, scheme = '', rest = value] = /^(\w+\s+)(.*)$/.exec(value) ?? []
    return scheme + hide(rest, 'ACCESS_TOKEN')
  }
  if (name === 'content-disposition') return maskText(maskFileName(value, hide), secrets, hide)
  if (isSecretHeader(name)) return hide(value, name)
  const isAddress = ['referer', 'location', 'content-location'].includes(name)
  return isAddress ? maskUrl(value, secrets, hide) : maskText(value, secrets, hide)
}

/**
 * `attachment; filename="flagship-ann.ovpn"`: the name may contain a username, so only the extension is kept.
 */
function maskFileName(value: string, hide: Hide): string {
  return value.replaceAll(
    /(filename\*?\s*=\s*(?:"|[\w-]+'[\w-]*')?)([^";]*?)(?=(?:\.\w+)?\s*(?:["; ]|$))/gi,
    (_, before: string, stem: string) =>
      stem === '' ? before : before + hide(stem.replaceAll(/%[\da-f]{2}/gi, 'a'), 'FILENAME'),
  )
}

/** `refresh_token=…; Path=/`: masks the value; an empty value stays empty. */
function maskCookie(cookie: string, secrets: Secrets, hide: Hide): string {
  const [, name = '', value = '', rest = ''] = /^([^=;]*)=?([^;]*)(.*)$/s.exec(cookie) ?? []
  const isEmpty = value.trim() === '' || value === '""'
  const masked = isEmpty ? value : hide(value, name.trim())
  return cookie.includes('=')
    ? `${name}=${masked}${maskText(rest, secrets, hide)}`
    : maskText(cookie, secrets, hide)
}

import { maskUrl } from './mask-url'
import { type Hide, maskJson, maskText, type Secrets } from './mask-value'

/** Undefined for a form with files, which is not kept. */
export function maskBody(
  body: Uint8Array | undefined,
  contentType: string | undefined,
  secrets: Secrets,
  hide: Hide,
): Uint8Array | undefined {
  if (body === undefined || body.length === 0) return body
  if (contentType?.startsWith('multipart/')) return undefined
  const text = decode(body)
  // Only the length of binary data matters.
  if (text === undefined) return new Uint8Array(body.length).fill(0xff)
  if (contentType?.startsWith('application/x-www-form-urlencoded')) {
    const query = maskUrl(`http://form/?${text}`, secrets, hide)
    return encode(query.slice(query.indexOf('?') + 1))
  }
  const value = parse(text)
  if (value !== undefined) return encode(JSON.stringify(maskJson(value.json, secrets, hide)))
  return encode(isFile(contentType) ? hide(text, 'FILE') : maskText(text, secrets, hide))
}

/** A download, such as a VPN configuration, may contain keys. */
export function isFile(contentType: string | undefined): boolean {
  return contentType !== undefined && !/^text\/|json|xml/.test(contentType)
}

function decode(body: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    return undefined
  }
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

function parse(text: string): { readonly json: unknown } | undefined {
  try {
    return { json: JSON.parse(text) }
  } catch {
    return undefined
  }
}

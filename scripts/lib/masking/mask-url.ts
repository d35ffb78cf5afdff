import { type Hide, maskText, type Secrets } from './mask-value'
import { isSecretName } from './secret-names'

/** Path segments that are followed by a secret. */
const SECRET_PATH_PREFIXES: ReadonlyMap<string, string> = new Map([
  ['by_shared_link', 'SHARE_LINK'],
  ['invite', 'INVITE_CODE'],
  ['reset', 'TOKEN'],
  ['verify', 'TOKEN'],
])

/** Masks path and query; drops user, password and fragment. */
export function maskUrl(url: string, secrets: Secrets, hide: Hide): string {
  if (!URL.canParse(url)) return maskText(url, secrets, hide)
  const { protocol, host, pathname, search } = new URL(url)
  const segments = pathname.split('/')
  const path = segments.map((segment, index) => {
    const prefixName = segment === '' ? undefined : SECRET_PATH_PREFIXES.get(segments[index - 1] ?? '')
    const isOpaque = /(?=.*\d)(?=.*[a-z])^[\w.~%-]{16,}$/i.test(segment)
    if (prefixName === undefined && !isOpaque) return maskText(segment, secrets, hide)
    return hide(decode(segment), prefixName ?? 'TOKEN')
  })
  const query = search
    .slice(1)
    .split('&')
    .map(pair => {
      const [name = '', ...value] = pair.split('=')
      const text = value.join('=')
      const isSecret = text !== '' && isSecretName(decode(name))
      return value.length === 0
        ? pair
        : `${name}=${isSecret ? hide(decode(text), name) : maskText(text, secrets, hide)}`
    })
  return `${protocol}//${host}${path.join('/')}${search && `?${query.join('&')}`}`
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

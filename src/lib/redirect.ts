/** Paths of the protected layout, the only targets of `auth_redirect`. */
export const PROTECTED_PATHS = [
  '/',
  '/groups',
  '/group/{group_id}',
  '/group/{group_id}/leaderboard',
  '/group/{group_id}/task/{id}',
  '/moodle/{mnemonic_code_group}/{gitlab_id}',
  '/competencies',
  '/competencies/{user_id}',
] as const

const MAX_LENGTH = 2048

/** Ids are numbers. LMS names are one segment of any characters; the URL is normalized before, so `..` is gone. */
const segmentPattern = (name: string): string =>
  name === 'mnemonic_code_group' || name === 'gitlab_id' ? '[^/]+' : '[1-9][0-9]*'

const patterns = PROTECTED_PATHS.map(path => {
  const source = path.replace(/\{(\w+)\}/g, (_, name: string) => segmentPattern(name))
  return new RegExp(`^${source}$`)
})

// Control characters, separators, lone surrogates and invisible or bidirectional characters (\p{Cf}).
const FORBIDDEN = /[\\\p{Cc}\p{Cf}\p{Cs}\p{Z}]/u

/** Only used to parse relative URLs. */
const BASE_ORIGIN = 'https://flagship.invalid'

const parse = (value: string): URL | null => {
  try {
    return new URL(value, BASE_ORIGIN)
  } catch {
    return null
  }
}

/**
 * The path, query and hash of a stored `auth_redirect` if it is a protected page, else null. Checks the normalized
 * path, not only the origin: `/..//evil.example` has our origin but normalizes to `//evil.example`. The result is
 * idempotent.
 */
export const safeRedirectTarget = (value: unknown): string | null => {
  if (typeof value !== 'string' || value.length > MAX_LENGTH) return null
  if (!/^\/(?![/\\])/.test(value) || FORBIDDEN.test(value)) return null
  const url = parse(value)
  if (!url || url.origin !== BASE_ORIGIN || url.username || url.password) return null
  if (!patterns.some(pattern => pattern.test(url.pathname))) return null
  const target = url.pathname + url.search + url.hash
  return target.length <= MAX_LENGTH ? target : null
}

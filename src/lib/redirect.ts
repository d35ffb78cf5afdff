/**
 * Every path of the protected layout, as in the specification's route table (§2). The only places that `auth_redirect`
 * may lead to.
 */
export const protectedPaths = [
  '/',
  '/groups',
  '/group/{group_id}',
  '/group/{group_id}/leaderboard',
  '/group/{group_id}/task/{id}',
  '/moodle/{mnemonic_code_group}/{gitlab_id}',
  '/competencies',
  '/competencies/{user_id}',
] as const

const longest = 2048

/**
 * A parameter that names an id is a number. A name of the LMS is one segment of any characters, as its route takes them: the
 * address is in normal form by then, and a segment that means another folder is gone.
 */
const segmentPattern = (name: string): string =>
  name === 'mnemonic_code_group' || name === 'gitlab_id' ? '[^/]+' : '[1-9][0-9]*'

const patterns = protectedPaths.map(path => {
  const source = path.replace(/\{(\w+)\}/g, (_, name: string) => segmentPattern(name))
  return new RegExp(`^${source}$`)
})

// Control, space and line separators, soft hyphen, and every invisible or direction-changing character (\p{Cf}).
const forbidden = /[\\\p{Cc}\p{Cf}\p{Cs}\p{Z}]/u

/** Any origin serves: only what it does not change is accepted. */
const origin = 'https://flagship.invalid'

const parse = (value: string): URL | null => {
  try {
    return new URL(value, origin)
  } catch {
    return null
  }
}

/**
 * The address a stored `auth_redirect` may lead to (path, query and hash), or null (specification §2 guards, design §5
 * trap 7). It is judged by the path that a browser makes of it, not by its origin alone: `/..//evil.example` stays on
 * the origin but becomes `//evil.example`. The answer is in normal form: asking again gives the same.
 */
export const safeRedirectTarget = (value: unknown): string | null => {
  if (typeof value !== 'string' || value.length > longest) return null
  if (!/^\/(?![/\\])/.test(value) || forbidden.test(value)) return null
  const url = parse(value)
  if (!url || url.origin !== origin || url.username || url.password) return null
  if (!patterns.some(pattern => pattern.test(url.pathname))) return null
  const target = url.pathname + url.search + url.hash
  return target.length <= longest ? target : null
}

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** Sources by directive; `null` removes a directive of a more general rule. */
type Policy = Record<string, string[] | null>
type PathRule = {
  pattern: string
  headers?: Record<string, string>
  policy?: Policy
  /** Replaces every other policy of the path, for files that are not ours. */
  wholePolicy?: Policy
}

/** The shape of `headers.json`, the one source of headers for development, preview, tests and nginx. */
export type HeaderRules = {
  headers: Record<string, string>
  httpsHeaders: Record<string, string>
  policy: Policy
  paths: PathRule[]
} & Record<Exclude<Site, 'production'>, { policy: Policy; paths: PathRule[] }>

/** Every kind of site but production has a section in `headers.json` that extends the rules of production. */
export type Site = 'production' | 'development' | 'demo' | 'staging'

export type HeaderOptions = {
  /** Host and port of the site: scripts are then allowed from `/assets/` only, else from the whole site. */
  host?: string
  /** Digests (`sha256-…`, without quotes) of the inline scripts and styles. */
  inline?: InlineHashes
  isHttps: boolean
  mode: Site
  /** The nonce of the development server; production uses hashes. */
  nonce?: string
  /** Banks that may be framed, and that may frame the payment result pages: `payment_origins` of `config.json`. */
  paymentOrigins?: readonly string[]
  /** Hosts of terminals, `wss:` to connect to and `https:` to frame: `terminal_origins` of `config.json`. */
  terminalOrigins?: readonly string[]
}

/** What a deployment's `config.json` adds to the policy. */
export type ConfiguredOrigins = { paymentOrigins: string[]; terminalOrigins: string[] }

export type InlineHashes = { scripts: string[]; styles: string[] }

export const headerRules: HeaderRules = JSON.parse(
  readFileSync(new URL('./headers.json', import.meta.url), 'utf8'),
)

/**
 * The response headers of one path of the site.
 *
 * @param path URL path without query and hash, for example `/order/ok`
 * @returns values by header name
 * @throws when a configured origin is not an origin, because it would change the policy
 */
export function headersFor(
  path: string,
  options: HeaderOptions,
  rules = headerRules,
): Record<string, string> {
  const findMatching = (paths: PathRule[]) => paths.filter(rule => matchesPattern(rule.pattern, path))
  const matching = findMatching(rules.paths)
  const policies = [rules.policy, ...matching.map(rule => rule.policy ?? {})]
  if (options.mode !== 'production') {
    const { policy, paths } = rules[options.mode]
    const ownMatching = findMatching(paths)
    policies.push(policy, ...ownMatching.map(rule => rule.policy ?? {}))
    matching.push(...ownMatching)
  }
  const whole = matching.findLast(rule => rule.wholePolicy)?.wholePolicy
  return {
    ...Object.assign({}, rules.headers, ...matching.map(rule => rule.headers ?? {})),
    ...(options.isHttps ? rules.httpsHeaders : {}),
    'Content-Security-Policy': writePolicy(whole ?? Object.assign({}, ...policies), options),
  }
}

/** A pattern is an exact path, or a folder when it ends in `/*`. */
function matchesPattern(pattern: string, path: string): boolean {
  return pattern.endsWith('/*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern
}

/**
 * No wildcard, path, space, comma or semicolon. The application and `deploy/nginx/origins.jq` validate by the same
 * expressions.
 */
export const originPatterns = {
  payment_origins: /^(?:https:\/\/[a-z0-9.-]+|http:\/\/(?:localhost|127\.0\.0\.1))(?::\d{1,5})?$/,
  terminal_origins: /^(?:wss|https):\/\/[a-z0-9.-]+(?::\d{1,5})?$/,
}

function validateOrigins(field: keyof typeof originPatterns, origins: readonly string[] = []): string[] {
  const wrong = origins.find(origin => !originPatterns[field].test(origin))
  const owner = field === 'payment_origins' ? 'a bank' : 'a terminal'
  if (wrong !== undefined) throw new Error(`${JSON.stringify(wrong)} is not an origin of ${owner}.`)
  return [...new Set(origins)]
}

/**
 * Reads the banks and terminal hosts from a deployment's `config.json`. A missing or broken file has none, and invalid
 * origins are skipped: the application reports them.
 */
export function readOrigins(file: string): ConfiguredOrigins {
  const config = readJson(file)
  const listed = (field: keyof typeof originPatterns): string[] => {
    const values = config?.[field]
    if (!Array.isArray(values)) return []
    return values.filter(origin => typeof origin === 'string' && originPatterns[field].test(origin))
  }
  return { paymentOrigins: listed('payment_origins'), terminalOrigins: listed('terminal_origins') }
}

function readJson(file: string): Record<string, unknown> | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}

/**
 * A host of a request that may stand in a policy, which can't name a path alone. Browsers match no address there except
 * this one.
 */
const hostPattern = /^(?:127\.0\.0\.1|(?![\d.]+(?::|$))[a-z0-9.-]+)(?::\d{1,5})?$/i

function writePolicy(policy: Policy, options: HeaderOptions): string {
  const { host = '', inline, nonce, paymentOrigins, terminalOrigins } = options
  const terminals = validateOrigins('terminal_origins', terminalOrigins)
  const placeholders = new Map<string, string[]>([
    ['{scripts}', [hostPattern.test(host) ? `${host}/assets/` : "'self'"]],
    ['{inline-scripts}', (inline?.scripts ?? []).map(hash => `'${hash}'`)],
    ['{inline-styles}', (inline?.styles ?? []).map(hash => `'${hash}'`)],
    ['{nonce}', nonce === undefined ? [] : [`'nonce-${nonce}'`]],
    ['{payment-origins}', validateOrigins('payment_origins', paymentOrigins)],
    ['{terminal-sockets}', terminals.filter(origin => origin.startsWith('wss:'))],
    ['{terminal-frames}', terminals.filter(origin => origin.startsWith('https:'))],
  ])
  return Object.entries(policy)
    .flatMap(([name, sources]) => {
      if (sources === null) return []
      return [[name, ...sources.flatMap(source => placeholders.get(source) ?? [source])].join(' ')]
    })
    .join('; ')
}

/**
 * Digests of the inline scripts and styles of a document, in document order. The browser hashes the exact bytes between
 * the tags, so nothing is trimmed.
 */
export function inlineHashes(html: string): InlineHashes {
  const hashes: InlineHashes = { scripts: [], styles: [] }
  for (const [, tag, attributes = '', body = ''] of html.matchAll(
    /<(script|style)\b([^>]*)>([\s\S]*?)<\/\1\s*>/gi,
  )) {
    // Data is no script to the browser.
    if (/\bsrc\s*=|type="application\/json"/i.test(attributes)) continue
    const digest = `sha256-${createHash('sha256').update(body, 'utf8').digest('base64')}`
    hashes[tag?.toLowerCase() === 'script' ? 'scripts' : 'styles'].push(digest)
  }
  return hashes
}

/** Content types of the built site by file extension, for the preview and nginx. */
export const contentTypes: ReadonlyMap<string, string> = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.json', 'application/json; charset=utf-8'],
  ['.webmanifest', 'application/manifest+json; charset=utf-8'],
  ['.svg', 'image/svg+xml; charset=utf-8'],
  ['.txt', 'text/plain; charset=utf-8'],
  ['.png', 'image/png'],
  ['.jpg', 'image/jpeg'],
  ['.webp', 'image/webp'],
  ['.ico', 'image/x-icon'],
  ['.woff2', 'font/woff2'],
])

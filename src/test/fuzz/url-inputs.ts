import corpus from './corpus.json'
import { type Generate, hiddenCharacters, type Inputs, mutate, oneOf } from './generate'

const { schemes, colons, slashes, users, hosts, ports } = corpus.urlParts
// Lone surrogates cannot be in the JSON file.
const paths = [...corpus.urlParts.paths, '/\ud800']
const redirects = [...corpus.redirects, '/groups/\ud800']
const parameters = [...corpus.parameters, '\ud800']

export const ownOrigin = 'https://flagship.example'
export const listedBank = 'https://pay.example.com'
export const listedTerminal = 'wss://terminal.example.com'

/** A URL made of parts, each a known trick or harmless. */
const built: Generate<string> = random => {
  const parts = [schemes, colons, slashes, users, hosts, ports, paths].map(list => random.pick(list))
  const address = parts.join('')
  if (!random.chance(0.15)) return address
  const at = random.int(0, address.length)
  return address.slice(0, at) + random.pick(hiddenCharacters) + address.slice(at)
}

const plain: Generate<string> = random =>
  `${random.pick(['https', 'http', 'wss'])}://${random.pick(users)}${random.pick(hosts)}${random.pick(ports)}${random.pick(paths)}`

export const linkInputs = (name: string, count: number): Inputs<string> => ({
  name,
  count,
  fixed: [...new Set([...redirects, ...corpus.urls, ...corpus.imageUrls])],
  generate: oneOf(
    [3, built],
    [3, plain],
    [2, mutate([...corpus.urls, ...corpus.imageUrls])],
    [1, mutate(redirects)],
  ),
})

/** A link must never call the API. */
const isApiCall = (url: URL): boolean =>
  url.origin === ownOrigin && /^\/+(?:api(?:\/|$)|[^/]*%)/i.test(url.pathname)

/** Checks the target of a link; `isAllowed` checks the rest of the URL. */
export const checkLink = (
  address: string | null,
  protocols: readonly string[],
  isAllowed: (url: URL) => boolean = () => true,
): string | null => {
  if (address === null) return null
  const url = new URL(address)
  if (!protocols.includes(url.protocol)) return `opens ${url.protocol}`
  if (url.username || url.password) return `has a user name: ${address}`
  if (!url.hostname) return `has no host: ${address}`
  if (address !== url.href) return `${address} is parsed as ${url.href}`
  if (isApiCall(url)) return `calls the API: ${address}`
  return isAllowed(url) ? null : `leads to ${address}`
}

const pages = [
  '/',
  '/groups',
  '/group/1',
  '/group/17/leaderboard',
  '/group/1/task/101',
  '/moodle/web-26/a.b_7',
  '/competencies',
  '/competencies/5',
]

const fragments = [...'/\\.%:@?#;&=~*', ...corpus.pathFragments, ...hiddenCharacters]

const joined: Generate<string> = random =>
  (random.chance(0.7) ? '/' : '') +
  Array.from({ length: random.int(1, 8) }, () => random.pick(fragments)).join('')

/** A valid path with something inserted. */
const withInsertion: Generate<string> = random => {
  const page = random.pick(pages)
  const at = random.int(0, page.length)
  return page.slice(0, at) + joined(random) + page.slice(at)
}

/** Values of `auth_redirect`. */
export const redirectInputs: Inputs<string> = {
  name: 'redirects',
  count: 3000,
  fixed: redirects,
  generate: oneOf([3, mutate(redirects)], [2, mutate(pages)], [3, joined], [3, withInsertion]),
}

/** Allowed targets, defined independently of the product. */
const allowedPath =
  /^\/(?:groups|group\/[1-9]\d*(?:\/leaderboard|\/task\/[1-9]\d*)?|moodle\/[^/]+\/[^/]+|competencies(?:\/[1-9]\d*)?)?$/

/** The target must be a protected page of this origin, and stable when checked again. */
export const checkRedirect = (follow: (address: string) => string | null, address: string): string | null => {
  const target = follow(address)
  if (target === null) return null
  const url = new URL(target, ownOrigin)
  if (url.origin !== ownOrigin) return `leaves for ${url.origin}`
  if (/^\/[/\\]/.test(target) || url.pathname.startsWith('//'))
    return `${target} may be parsed as another host`
  if (!allowedPath.test(url.pathname)) return `leads to ${url.pathname}`
  if (url.pathname + url.search + url.hash !== target) return `${target} is not in normal form`
  return follow(target) === target ? null : `${target} leads elsewhere the second time`
}

const longParameter: Generate<string> = random => random.pick(parameters).repeat(random.int(20, 400))

const noise: Generate<string> = random =>
  Array.from({ length: random.int(1, 12) }, () =>
    random.pick([...hiddenCharacters, '1', '7', 'a', '-', '.', '/', '%', '2', 'e', '?', '#']),
  ).join('')

/** Path parameters: ids, codes, paths. */
export const parameterInputs: Inputs<string> = {
  name: 'parameters',
  count: 2000,
  generate: oneOf([6, mutate(parameters)], [2, noise], [1, longParameter], [1, mutate(redirects)]),
}

interface Parsers {
  id: (text: string) => number | null
  code: (text: string) => string | null
  /** Finds a code in pasted text. */
  pasted: (text: string) => string | null
  /** The parent page of a path. */
  parent: (path: string) => string
  /** A path as it is displayed, and as it is copied. */
  displayed: (path: string) => readonly string[]
}

const checkCode = (code: string | null): string | null => {
  if (code === null) return null
  if (code in Object.prototype) return `${code} is a name of Object`
  const url = new URL(`${ownOrigin}/api/invite/${code}`)
  return url.pathname === `/api/invite/${code}` && !url.search && !url.hash && code.length <= 128
    ? null
    : `the code ${code.slice(0, 80)} leads to ${url.href.slice(0, 120)}`
}

/** A parameter must not change which call is made, and must be displayed without hidden characters. */
export const checkParameter = (parsers: Parsers, text: string): string | null => {
  const id = parsers.id(text)
  if (id !== null && (String(id) !== text || id < 1 || id > 2 ** 31 - 1)) return `is read as the id ${id}`
  const wrongCode = checkCode(parsers.code(text)) ?? checkCode(parsers.pasted(text))
  if (wrongCode !== null) return wrongCode
  const parent = parsers.parent(text)
  if (!/^\/(?:groups|group\/[1-9]\d{0,9})?$/.test(parent)) return `its parent is ${parent}`
  const hidden = parsers
    .displayed(text)
    .find(displayed => /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(displayed) || displayed.length > 400)
  return hidden === undefined ? null : `is displayed as ${JSON.stringify(hidden.slice(0, 100))}`
}

const searchValues = [...corpus.searchValues, 'a'.repeat(5000)]
const searchValue = mutate(searchValues)

const pair: Generate<string> = random =>
  `${random.pick(corpus.searchKeys)}${random.pick(['=', '=', '=', '', '=='])}${random.chance(0.5) ? encodeURIComponent(searchValue(random).replace(/\p{Cs}/gu, '')) : searchValue(random)}`

export const searchInputs: Inputs<string> = {
  name: 'search',
  count: 1500,
  generate: oneOf(
    [
      5,
      random =>
        `?${Array.from({ length: random.int(1, 4) }, () => pair(random)).join(random.pick(['&', '&', ';', '&&']))}`,
    ],
    [1, random => mutate(searchValues)(random)],
  ),
}

const knownKeys = new Set(corpus.searchKeys.slice(0, 12))
const MAX_LENGTH = 128

/** Only known keys with short strings, positive integers or `true`, and no prototype pollution. */
export const checkSearch = (read: (search: string) => readonly object[], search: string): string | null => {
  const found = read(search)
  if ('isAdmin' in {}) {
    delete (Object.prototype as { isAdmin?: unknown }).isAdmin
    return 'pollutes Object.prototype'
  }
  for (const one of found) {
    if (Object.getPrototypeOf(one) !== Object.prototype) return 'has another prototype'
    for (const [key, value] of Object.entries(one)) {
      if (!knownKeys.has(key)) return `returns the key ${key}`
      const isPlain =
        value === true ||
        (typeof value === 'string' && value !== '' && value.length <= MAX_LENGTH) ||
        (Number.isSafeInteger(value) && value > 0)
      if (!isPlain) return `${key} is ${typeof value}: ${String(value).slice(0, 60)}`
    }
  }
  return null
}

import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { languages } from '../src/lib/languages'
import { actingPaths } from './acting-gets'
import { forwardingHeaders } from './forwarding-headers'
import {
  contentTypes,
  type HeaderOptions,
  headerRules,
  headersFor,
  type InlineHashes,
  inlineHashes,
} from './headers'
import { changePasswordPath } from './well-known'

type NginxFiles = { 'maps.conf': string; 'locations.conf': string; 'api.conf': string }
type Variables = { write(name: string, value: string): string; maps(): string[] }

/** An HTML file of the built site, with the digests of its inline scripts and styles. */
export type BuiltPage = { file: string; inline: InlineHashes }

const noInline: InlineHashes = { scripts: [], styles: [] }

/** Files that are copied unchanged. */
const staticFiles = ['nginx.conf', 'origins.jq', 'config.jq', 'start.sh', 'health.sh']

/**
 * Placeholder origins in the policy, each replaced by an nginx variable. `start.sh` fills the variables with the origins
 * of the deployment; each value starts with a space, or is empty.
 */
const placeholders = [
  { origin: 'https://payment-origins.invalid', variable: '$payment_origins' },
  { origin: 'wss://terminal-sockets.invalid', variable: '$terminal_sockets' },
  { origin: 'https://terminal-frames.invalid', variable: '$terminal_frames' },
]

/** Stands in the policy for the folder of the scripts, which has to name the host (`start.sh`). */
const scriptsHost = 'scripts.invalid'

/**
 * Writes the headers of `headers.json` as nginx configuration. A location with its own `add_header` inherits none, so
 * every location gets the full list. `always` adds the headers to error responses too.
 *
 * @param pages every HTML file of the built site
 * @returns `maps.conf` for the `http` block, `locations.conf` for the `server` block, `api.conf` for each location
 * that passes requests to the API
 * @throws when a header value holds a character that nginx would interpret
 */
export function writeNginx(pages: BuiltPage[], rules = headerRules): NginxFiles {
  const variables = collectVariables()
  const app = pages.find(({ file }) => file === 'index.html')
  if (!app) throw new Error('There is no index.html among the pages.')
  const headersAt = (path: string, inline: InlineHashes) => {
    const options: HeaderOptions = {
      inline,
      isHttps: false,
      mode: 'production',
      paymentOrigins: [placeholders[0]?.origin ?? ''],
      terminalOrigins: placeholders.slice(1).map(({ origin }) => origin),
      host: scriptsHost,
    }
    const secure = headersFor(path, { ...options, isHttps: true }, rules)
    return Object.entries(secure).map(([name, value]) => {
      const text =
        name in rules.httpsHeaders ? variables.write(name, value) : headerText(variables, name, value)
      return `add_header ${name} ${text} always;`
    })
  }
  const getInline = (file: string) => pages.find(page => page.file === file)?.inline
  const getVariants = (file: string) =>
    pages.filter(page => otherLanguages.some(name => page.file === `${name}/${file}`))
  /** Serves a page in the language of the cookie, if the build has it in several. */
  const pageAt = (path: string, { file, inline }: BuiltPage) => {
    const variants = getVariants(file)
    if (variants.length === 0) return [...headersAt(path, inline), `try_files /${file} =404;`]
    return [
      ...headersAt(path, mergeHashes([inline, ...variants.map(page => page.inline)])),
      'add_header Vary Cookie always;',
      `try_files $language_folder/${file} /${file} =404;`,
    ]
  }
  const server = pageAt('/', app).slice(0, -1)
  const file = headersAt('/', noInline)
  const byPath = rules.paths.flatMap(({ pattern }) => {
    const path = pattern.replace(/\*$/, '')
    const match = path === pattern ? `= ${path}` : `^~ ${path}`
    // nginx.conf has the locations of /api.
    if (path === '/api' || path === '/api/') return []
    if (path === '/files/') return [location(match, ['include api.conf;'])]
    const own = getInline(path.slice(1))
    // Folders of the app get its page; a missing file is a 404.
    if (path !== '/assets/' && !own) return [location(match, pageAt(path, app))]
    const lines = headersAt(path, own ?? noInline)
    const gone = `@missing_${path.replaceAll(/\W+/g, ' ').trim().replaceAll(' ', '_')}`
    return [location(match, [...lines, `try_files $uri ${gone};`]), missingLocation(gone, lines)]
  })
  const preRendered = pages.flatMap(page => {
    const { file } = page
    const path = file === 'index.html' ? '/index.html' : `/${dirname(file)}`
    // Pages in a language folder are served at the URL of the page itself.
    if (basename(file) !== 'index.html' || otherLanguages.some(name => file.startsWith(`${name}/`))) return []
    return [path, ...(file === 'index.html' ? [] : [`${path}/`])].map(address =>
      location(`= ${address}`, pageAt(address, page)),
    )
  })
  const endings = [...contentTypes.keys()].map(ending => ending.slice(1)).join('|')
  const files = [
    location(`~* ^/(?:\\.|(?:icons/)?[^/]*\\.(?:${endings})$)`, [...file, 'try_files $uri @missing;']),
    // start.sh reads the policy from this copy, so the two always agree.
    location('= /config.json', [...file, 'alias $config_file;', 'error_page 404 = @missing;']),
    // `start.sh` writes it from `security_contact` of config.json.
    location('= /.well-known/security.txt', [...file, 'alias $security_file;', 'error_page 404 = @missing;']),
    location('= /.well-known/change-password', [...file, `return 302 ${changePasswordPath};`]),
    missingLocation('@missing', file),
    // nginx keeps the status of the error, not the 200.
    textLocation('@refused', file, 200, 'Answered in front of the API: $status.'),
    textLocation('@misdirected', file, 200, '$misdirected'),
  ]
  // These headers apply to the whole origin; all others are the API's.
  const everywhere = ['X-Content-Type-Options', ...Object.keys(rules.httpsHeaders)]
  const api = [
    ...everywhere.map(name => `proxy_hide_header ${name};`),
    ...headersAt('/', noInline).filter(line => everywhere.includes(line.split(' ')[1] ?? '')),
    // In addition to a policy that the API may send.
    'add_header Content-Security-Policy $proxied_policy always;',
    // Errors that nginx makes itself get the full list; errors of the API pass through.
    'error_page 403 413 500 502 504 @refused;',
    'if ($is_foreign_write) { return 403; }',
  ]
  const policyOf = (path: string) =>
    quote(headersFor(path, { isHttps: true, mode: 'production' }, rules)['Content-Security-Policy'] ?? '')
  const maps = [
    `map $uri $misdirected { default "${misdirected}"; }`,
    languageMap,
    `map $uri $proxied_policy { "~^/files/" ${policyOf('/files/')}; default ${policyOf('/api/')}; }`,
    `map "$request_method $uri" $is_acting { "~*^(?:GET|HEAD) (?:${actingPaths})" 1; default 0; }`,
    ...variables.maps(),
  ]
  const forwarded = forwardingHeaders.map(name => `proxy_set_header ${name} "";`)
  return {
    'maps.conf': `${[...writeTypes(), ...maps].join('\n')}\n`,
    'locations.conf': `${[...server, ...forwarded, ...byPath, ...preRendered, ...files].join('\n')}\n`,
    'api.conf': `${api.join('\n')}\n`,
  }
}

const misdirected =
  'The name in Host, or in X-Forwarded-Host of a trusted proxy, is not in HOSTS of this server.'

/** Pages of the first language are in the root folder, those of the others in a folder named by the language. */
const otherLanguages = languages.slice(1)

const languageMap = `map $cookie_language $language_folder { default ""; ${otherLanguages.map(name => `${name} "/${name}";`).join(' ')} }`

const mergeHashes = (all: InlineHashes[]): InlineHashes => ({
  scripts: [...new Set(all.flatMap(({ scripts }) => scripts))],
  styles: [...new Set(all.flatMap(({ styles }) => styles))],
})

const missingLocation = (name: string, headers: string[]): string =>
  textLocation(name, headers, 404, 'Not found.')

const textLocation = (name: string, headers: string[], status: number, text: string): string =>
  location(name, [...headers, 'types { }', 'default_type text/plain;', `return ${status} "${text}\\n";`])

const location = (match: string, lines: string[]): string =>
  `\nlocation ${match} {\n${lines.map(line => `    ${line}`).join('\n')}\n}`

/** The value of a header: caching depends on the status, the policy on the origins of the deployment. */
function headerText(variables: Variables, name: string, value: string): string {
  if (name === 'Cache-Control') return variables.write(name, value)
  return placeholders.reduce(
    (text, { origin, variable }) => text.replaceAll(` ${origin}`, variable),
    quote(value).replaceAll(`${scriptsHost}/assets/`, '$script_folder'),
  )
}

/** Collects the headers that depend on the request: sent only over https, or only with an existing file. */
function collectVariables(): Variables {
  const known = new Map<string, string>()
  return {
    write: (name, value) => {
      const stem = `$header_${name.toLowerCase().replaceAll('-', '_')}`
      const found = known.get(`${name}: ${value}`)
      if (found) return found
      const variable = `${stem}_${[...known.values()].filter(one => one.startsWith(stem)).length + 1}`
      known.set(`${name}: ${value}`, variable)
      return variable
    },
    maps: () =>
      [...known].map(([header, variable]) => {
        const [name = ''] = header.split(': ', 1)
        const value = quote(header.slice(name.length + 2))
        // The next deployment may add the file, so a 404 is never cached.
        return name === 'Cache-Control'
          ? `map $status ${variable} { default "no-store"; 200 ${value}; 206 ${value}; 304 ${value}; }`
          : `map $outer_scheme ${variable} { default ""; https ${value}; }`
      }),
  }
}

/** The types by extension, and which of them name a charset. */
function writeTypes(): string[] {
  const types = [...contentTypes].map(([ending, type]) => [ending.slice(1), type.split(';', 1)[0]] as const)
  const named = [...contentTypes.values()]
    .filter(type => type.includes('charset'))
    .map(type => type.split(';')[0])
  return [
    `types { ${types.map(([ending, type]) => `${type} ${ending};`).join(' ')} }`,
    'default_type application/octet-stream;',
    `charset_types ${named.filter(type => type !== 'text/html').join(' ')};`,
  ]
}

function quote(value: string): string {
  if (/[\\$\n\r]/.test(value)) throw new Error(`nginx would read ${JSON.stringify(value)} as syntax.`)
  return `"${value.replaceAll('"', '\\"')}"`
}

/** Reads the inline hashes of every HTML file of a built site. */
async function readPages(dist: string): Promise<BuiltPage[]> {
  const entries = await readdir(dist, { recursive: true, withFileTypes: true })
  const files = entries.filter(entry => entry.isFile() && entry.name.endsWith('.html'))
  return Promise.all(
    files.map(async entry => {
      const path = join(entry.parentPath, entry.name)
      return { file: relative(dist, path), inline: inlineHashes(await readFile(path, 'utf8')) }
    }),
  )
}

/** Writes the whole configuration for one build into a folder; its `start.sh` runs nginx with it. */
export async function writeNginxFolder(dist: string, out: string): Promise<void> {
  const files = writeNginx(await readPages(dist))
  const written = fileURLToPath(new URL('./nginx/', import.meta.url))
  await mkdir(out, { recursive: true })
  await Promise.all([
    ...staticFiles.map(name => copyFile(join(written, name), join(out, name))),
    ...Object.entries(files).map(([name, text]) => writeFile(join(out, name), text)),
  ])
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { values } = parseArgs({
    options: { dist: { type: 'string', default: 'dist' }, out: { type: 'string', default: 'dist-nginx' } },
  })
  await writeNginxFolder(values.dist, values.out)
  console.log(`The configuration for ${values.dist} is in ${values.out}: start it by ${values.out}/start.sh.`)
}

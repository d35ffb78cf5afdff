import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { languages } from '../src/lib/languages'
import { contentTypes } from './content-types'
import { type HeaderOptions, headerRules, headersFor, type InlineHashes, inlineHashes } from './headers'

type NginxFiles = { 'maps.conf': string; 'locations.conf': string; 'api.conf': string }
type Variables = { write(name: string, value: string): string; maps(): string[] }

/** A document of the built site and what is inline in it. */
export type BuiltPage = { file: string; inline: InlineHashes }

/** Of a file that is no document. */
const nothing: InlineHashes = { scripts: [], styles: [] }

/** Folders that the API answers for: its answers keep their own headers and get the policy beside them. */
const passedOn = ['/files/']

/** Written by hand; they are used as they are. */
const handWritten = ['nginx.conf', 'origins.jq', 'start.sh', 'health.sh']

/**
 * Origins that stand for those of a deployment while the policy is written. `start.sh` reads a deployment's own into the
 * variables; each begins with a blank, so that none leaves nothing behind.
 */
const standIns = [
  { origin: 'https://payment-origins.invalid', variable: '$payment_origins' },
  { origin: 'wss://terminal-sockets.invalid', variable: '$terminal_sockets' },
  { origin: 'https://terminal-frames.invalid', variable: '$terminal_frames' },
]

/**
 * Writes the headers of `headers.json` in nginx's words. A location that has headers of its own takes none of the server's,
 * so each place gets the whole list; `always`, because nginx leaves headers off its errors otherwise.
 *
 * @param pages every HTML file of the built site
 * @returns `maps.conf` for the `http` block, `locations.conf` for the `server` block, and `api.conf` for each place whose
 * answers are the API's
 * @throws when a header holds what nginx would read as something else
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
      paymentOrigins: [standIns[0]?.origin ?? ''],
      terminalOrigins: standIns.slice(1).map(({ origin }) => origin),
    }
    const secure = headersFor(path, { ...options, isHttps: true }, rules)
    return Object.entries(secure).map(([name, value]) => {
      const text =
        name in rules.httpsHeaders ? variables.write(name, value) : headerText(variables, name, value)
      return `add_header ${name} ${text} always;`
    })
  }
  const inlineOf = (file: string) => pages.find(page => page.file === file)?.inline
  const variantsOf = (file: string) =>
    pages.filter(page => others.some(name => page.file === `${name}/${file}`))
  /** A page in the language of the cookie, where the build has it in more than one. */
  const pageAt = (path: string, { file, inline }: BuiltPage) => {
    const variants = variantsOf(file)
    if (variants.length === 0) return [...headersAt(path, inline), `try_files /${file} =404;`]
    return [
      ...headersAt(path, joined([inline, ...variants.map(page => page.inline)])),
      'add_header Vary Cookie always;',
      `try_files $language_folder/${file} /${file} =404;`,
    ]
  }
  const server = pageAt('/', app).slice(0, -1)
  const file = headersAt('/', nothing)
  const byPath = rules.paths.flatMap(({ pattern }) => {
    const path = pattern.replace(/\*$/, '')
    const match = path === pattern ? `= ${path}` : `^~ ${path}`
    if (passedOn.includes(path)) {
      const policy = headersAt(path, nothing).filter(line =>
        /^add_header Content-Security-Policy /.test(line),
      )
      return [location(match, [...policy, 'include api.conf;'])]
    }
    const own = inlineOf(path.slice(1))
    // Below a folder of the app stands its page; a file answers with itself or not at all.
    if (path !== '/assets/' && !own) return [location(match, pageAt(path, app))]
    const lines = headersAt(path, own ?? nothing)
    const gone = `@missing_${path.replaceAll(/\W+/g, ' ').trim().replaceAll(' ', '_')}`
    return [location(match, [...lines, `try_files $uri ${gone};`]), missing(gone, lines)]
  })
  const preRendered = pages.flatMap(page => {
    const { file } = page
    const path = file === 'index.html' ? '/index.html' : `/${dirname(file)}`
    // What lies below a language is sent at the address of the page itself and has none of its own.
    if (basename(file) !== 'index.html' || others.some(name => file.startsWith(`${name}/`))) return []
    return [path, ...(file === 'index.html' ? [] : [`${path}/`])].map(address =>
      location(`= ${address}`, pageAt(address, page)),
    )
  })
  const endings = [...contentTypes.keys()].map(ending => ending.slice(1)).join('|')
  const files = [
    location(`~* ^/(?:\\.|[^/]*\\.(?:${endings})$)`, [...file, 'try_files $uri @missing;']),
    // From the copy that start.sh made the policy of, so that the two never disagree.
    location('= /config.json', [...file, 'alias $config_file;', 'error_page 404 = @missing;']),
    missing('@missing', file),
    // With the status that it stands for: nginx keeps that of the error over this one.
    short('@refused', file, 200, 'Answered in front of the API: $status.'),
  ]
  // An answer's headers are the API's own but for these, which hold for the whole origin.
  const everywhere = ['X-Content-Type-Options', ...Object.keys(rules.httpsHeaders)]
  const api = [
    ...everywhere.map(name => `proxy_hide_header ${name};`),
    ...headersAt('/', nothing).filter(line => everywhere.includes(line.split(' ')[1] ?? '')),
    // What nginx itself answers here has the whole list; what the API answers is never taken for it.
    'error_page 413 500 502 504 @refused;',
  ]
  return {
    'maps.conf': `${[...writeTypes(), folders, ...variables.maps()].join('\n')}\n`,
    'locations.conf': `${[...server, ...byPath, ...preRendered, ...files].join('\n')}\n`,
    'api.conf': `${api.join('\n')}\n`,
  }
}

/** The languages whose pages lie in a folder of their own; those of the first are what any server sends. */
const others = languages.slice(1)

/** Which folder the cookie asks for. */
const folders = `map $cookie_language $language_folder { default ""; ${others.map(name => `${name} "/${name}";`).join(' ')} }`

/** What is inline in any of several pages, each digest once. */
const joined = (all: InlineHashes[]): InlineHashes => ({
  scripts: [...new Set(all.flatMap(({ scripts }) => scripts))],
  styles: [...new Set(all.flatMap(({ styles }) => styles))],
})

/** A short text in place of a file that is gone, with the headers of its place. */
const missing = (name: string, headers: string[]): string => short(name, headers, 404, 'Not found.')

const short = (name: string, headers: string[], status: number, text: string): string =>
  location(name, [...headers, 'types { }', 'default_type text/plain;', `return ${status} "${text}\\n";`])

const location = (match: string, lines: string[]): string =>
  `\nlocation ${match} {\n${lines.map(line => `    ${line}`).join('\n')}\n}`

/** The value of one header: caching goes by the answer's status, the policy has the deployment's origins in it. */
function headerText(variables: Variables, name: string, value: string): string {
  if (name === 'Cache-Control') return variables.write(name, value)
  return standIns.reduce(
    (text, { origin, variable }) => text.replaceAll(` ${origin}`, variable),
    quote(value),
  )
}

/** Headers that are not always the same: sent over https alone, or with a file that was found. */
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
        // What is missing may be there after the next deployment, so its absence is not kept.
        return name === 'Cache-Control'
          ? `map $status ${variable} { default "no-store"; 200 ${value}; 206 ${value}; 304 ${value}; }`
          : `map $outer_scheme ${variable} { default ""; https ${value}; }`
      }),
  }
}

/** Types by file ending, and which of them have their alphabet named. */
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
  if (/[\\$\n\r]/.test(value)) throw new Error(`nginx would read ${JSON.stringify(value)} as something else.`)
  return `"${value.replaceAll('"', '\\"')}"`
}

/** Reads what is inline in every HTML file of a built site. */
export async function readPages(dist: string): Promise<BuiltPage[]> {
  const entries = await readdir(dist, { recursive: true, withFileTypes: true })
  const files = entries.filter(entry => entry.isFile() && entry.name.endsWith('.html'))
  return Promise.all(
    files.map(async entry => {
      const path = join(entry.parentPath, entry.name)
      return { file: relative(dist, path), inline: inlineHashes(await readFile(path, 'utf8')) }
    }),
  )
}

/** Lays the whole configuration for one build into a folder, ready for its `start.sh`. */
export async function layNginx(dist: string, out: string): Promise<void> {
  const files = writeNginx(await readPages(dist))
  const written = fileURLToPath(new URL('./nginx/', import.meta.url))
  await mkdir(out, { recursive: true })
  await Promise.all([
    ...handWritten.map(name => copyFile(join(written, name), join(out, name))),
    ...Object.entries(files).map(([name, text]) => writeFile(join(out, name), text)),
  ])
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { values } = parseArgs({
    options: { dist: { type: 'string', default: 'dist' }, out: { type: 'string', default: 'dist-nginx' } },
  })
  await layNginx(values.dist, values.out)
  console.log(`The configuration for ${values.dist} is in ${values.out}: start it by ${values.out}/start.sh.`)
}

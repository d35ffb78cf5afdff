import { compress } from '../preview/static-files'

/** The parts of one pre-rendered page; `body` and `withoutScript` are HTML. */
export interface PageParts {
  language: string
  /** The path of a whole pre-rendered page; null for a layout only. */
  path: string | null
  title: string
  description: string
  body: string
  noscript: string
  /** The stylesheet without its fonts. */
  css: string
  /** The path of the stylesheet with the fonts. */
  fontCss: string
  /** Paths of the modules to preload. */
  modules: string[]
  /** Paths of the modules of each page that src/boot/preload-modules.ts preloads; empty except in the app shell. */
  modulesByRoute: Readonly<Record<string, readonly string[]>>
}

/** What the content security policy would block. */
const refused: [RegExp, string][] = [
  [/\sstyle\s*=/i, 'a style attribute'],
  [/<style/i, 'a style element'],
  [/<script/i, 'a script'],
  [/\son[a-z]+\s*=\s*"/i, 'a handler in an attribute'],
]

/** Throws an Error if the policy would block a part of the body. */
export function refuse(name: string, body: string): void {
  const found = refused.find(([pattern]) => pattern.test(body.replace(/>[^<]*</g, '><')))
  if (found) throw new Error(`${name} renders ${found[1]}, which the content policy refuses.`)
}

/**
 * The stylesheet for inlining into a page of any path.
 *
 * @throws where it would end its element, or asks for a file beside itself
 */
export function readyCss(css: string): string {
  const absolute = css.replace(/url\((["']?)(?:\.\/)?(?=[\w-]+\.\w+["']?\))/g, 'url($1/assets/')
  if (/<\//.test(absolute))
    throw new Error('The stylesheet holds "</", which would end its element in a page.')
  const [odd] = absolute.match(/url\((?!["']?(?:\/assets\/|data:))[^)]*\)/) ?? []
  if (odd) throw new Error(`The stylesheet asks for ${odd}, which a page of another address would not find.`)
  return absolute
}

/**
 * Splits the fonts off. Chromium requests a font of an inline stylesheet with the page's URL as `Referer`,
 * whatever the policy, so a secret URL would be logged (reliability case V01). Local faces stay: the first paint
 * needs them.
 */
export function takeFonts(css: string): { css: string; fonts: string } {
  const fonts: string[] = []
  const rest = css.replace(/@font-face\s*\{[^}]*\}/g, face => {
    if (!face.includes('url(')) return face
    fonts.push(face)
    return ''
  })
  if (fonts.length === 0) throw new Error('The stylesheet names no fonts.')
  return { css: rest, fonts: fonts.join('') }
}

/** The path of the built page's stylesheet. @throws when there is not exactly one */
export function getStylesheet(template: string): string {
  const [first, ...others] = [...template.matchAll(stylesheet)]
  if (!first?.[1] || others.length > 0) throw new Error('The built page has not one stylesheet.')
  return first[1]
}

const stylesheet = /<link rel="stylesheet" crossorigin href="([^"]+)">/g

/** Inserts a rendered page into the built index.html. @throws when a slot is missing */
export function writePage(template: string, parts: PageParts): string {
  const {
    language,
    path,
    title,
    description,
    body,
    noscript: withoutScript,
    css,
    fontCss,
    modules,
    modulesByRoute,
  } = parts
  refuse(path ?? `The frame of ${title}`, body)
  const address = getStylesheet(template)
  const getRel = (href: string) => (href.endsWith('.css') ? 'preload" as="style' : 'modulepreload')
  const hints = modules.map(href => `<link rel="${getRel(href)}" crossorigin href="${href}">\n    `)
  const whole = path === null ? '' : ` data-page="${path}"`
  const list = Object.keys(modulesByRoute).length > 0 ? JSON.stringify(modulesByRoute) : ''
  const data = list && `<script type="application/json" id="page-modules">${list}</script>\n    `
  const places: [string | RegExp, string][] = [
    ['<html lang="ru">', `<html lang="${language}"${whole}>`],
    [
      /<title>[^<]*<\/title>/,
      `<title>${asMarkup(title)}</title>\n    ${getMeta(title, description).join('\n    ')}`,
    ],
    // Lazy code links the same stylesheet; this link marks it as loaded.
    [
      new RegExp(stylesheet.source),
      `<style>${css}</style>\n    <link rel="stylesheet" href="${address}" disabled>`,
    ],
    // Before the inline script, which reads it.
    ['<script>', `${data}<script>`],
    ['<script type="module"', `${hints.join('')}<script type="module"`],
    ['<div id="root"></div>', `${withoutScript}<div id="root">${body}</div>`],
    // In the head it would delay the first paint, which has the fallback fonts; so would preloads.
    ['</body>', `  <link rel="stylesheet" href="${fontCss}">\n  </body>`],
  ]
  return places.reduce((text, [place, replacement]) => {
    let isThere = false
    const next = text.replace(place, () => {
      isThere = true
      return replacement
    })
    if (!isThere) throw new Error(`The built page has no place for ${String(place)}.`)
    return next
  }, template)
}

/** Title and description for search engines and link previews; a shared profile has those of the application. */
const getMeta = (title: string, description: string): string[] => [
  `<meta name="description" content="${asMarkup(description)}" />`,
  '<meta property="og:type" content="website" />',
  `<meta property="og:title" content="${asMarkup(title)}" />`,
  `<meta property="og:description" content="${asMarkup(description)}" />`,
  '<meta property="og:image" content="/icons/share.png" />',
]

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const asMarkup = (text: string): string => text.replace(/[&<>"]/g, character => escapes[character] ?? '')

/** An entry of Vite's manifest; paths are relative to the site. */
interface ManifestEntry {
  file: string
  name?: string
  imports?: string[]
  css?: string[]
}

export type Manifest = Readonly<Record<string, ManifestEntry>>

/** The chunk with the code of the login page, which is not named after its route. */
const LOGIN_CHUNK = 'login-page'

/** Chunks of a route's component, split by the router plugin; a layout without one is part of the application chunk. */
const componentKeys = (manifest: Manifest, route: string): string[] =>
  Object.keys(manifest).filter(
    key => /\?tsr-split=.*component/.test(key) && getRouteId(key) === route.replace(/^\/|__$/g, ''),
  )

/** `_protected/group/$groupId/` for `src/routes/_protected/group.$groupId.index.tsx?tsr-split=component`. */
const getRouteId = (key: string): string =>
  key
    .replace(/^src\/routes\/|\.tsx\?.*/g, '')
    .replaceAll('.', '/')
    .replace(/(?<=^|\/)index$/, '')

/**
 * Paths of the modules and style sheets that a page needs at once, besides those that the built document names: the code of its
 * routes, its static imports and its messages.
 *
 * @param routes ids of the routes, as in `/_guest/login`
 * @param parts source files of lazy parts that the page shows at once
 * @throws when one of them is not in the manifest
 */
export function findModules(
  manifest: Manifest,
  template: string,
  {
    routes,
    namespaces,
    language,
    parts = [],
  }: {
    routes: readonly string[]
    namespaces: readonly string[]
    language: string
    parts?: readonly string[]
  },
): string[] {
  const found = new Set<string>()
  const add = (key: string): void => {
    const entry = manifest[key]
    if (!entry || found.has(`/${entry.file}`)) return
    found.add(`/${entry.file}`)
    for (const file of entry.css ?? []) found.add(`/${file}`)
    for (const other of entry.imports ?? []) add(other)
  }
  for (const name of namespaces) {
    const key = `src/i18n/locales/${language}/${name}.json`
    if (!manifest[key]) throw new Error(`The build has no file for ${key}.`)
    add(key)
  }
  for (const part of parts) {
    if (!manifest[part]) throw new Error(`The build has no file for ${part}.`)
    add(part)
  }
  for (const route of routes) for (const key of componentKeys(manifest, route)) add(key)
  const page = routes.at(-1)
  if (page !== undefined && componentKeys(manifest, page).length === 0) {
    const [key] = Object.entries(manifest).find(([, { name }]) => name === LOGIN_CHUNK) ?? []
    if (key === undefined) throw new Error(`The build has no file for the code of ${page}.`)
    add(key)
  }
  return [...found].filter(address => !template.includes(`"${address}"`))
}

const codings = ['identity', 'gzip', 'br'] as const

const getSizes = (html: string): Promise<number[]> =>
  Promise.all(codings.map(async coding => (await compress(Buffer.from(html), coding, 11)).length))

/**
 * nginx derives ETags from time and size. The languages of a page share URL and time, so two of them must never
 * have the same size in any encoding; one of them gets a blank line.
 *
 * @param files pages by their path
 * @param otherOf the path of the same page in the other language
 */
export async function makeSizesDiffer(
  files: ReadonlyMap<string, string>,
  otherOf: (file: string) => string,
): Promise<Map<string, string>> {
  const result = new Map(files)
  for (const [file, html] of files) {
    const other = otherOf(file)
    let text = files.get(other)
    if (text === undefined) continue
    const sizes = await getSizes(html)
    while ((await getSizes(text)).some((size, index) => size === sizes[index])) text += '\n'
    result.set(other, text)
  }
  return result
}

/** What goes into one page of the built site; texts in words, `body` and `withoutScript` in markup. */
export interface PageParts {
  language: string
  /** The address that the whole page is rendered for; null where only a frame is. */
  path: string | null
  title: string
  description: string
  body: string
  withoutScript: string
  /** The stylesheet without its fonts. */
  css: string
  /** The address of the stylesheet that names the fonts. */
  fontCss: string
  /** Addresses of the fonts that every page of the language needs. */
  fonts: string[]
  /** Addresses of modules that the page is known to ask for. */
  modules: string[]
}

/** What the policy would refuse (design §9). */
const refused: [RegExp, string][] = [
  [/\sstyle\s*=/i, 'a style attribute'],
  [/<style/i, 'a style element'],
  [/<script/i, 'a script'],
  [/\son[a-z]+\s*=\s*"/i, 'a handler in an attribute'],
]

/** Throws one sentence where a rendered body holds what the policy does not let through. */
export function refuse(name: string, body: string): void {
  const found = refused.find(([pattern]) => pattern.test(body.replace(/>[^<]*</g, '><')))
  if (found) throw new Error(`${name} renders ${found[1]}, which the content policy refuses.`)
}

/**
 * The stylesheet as it may stand inside a page of any address.
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
 * The stylesheet without its fonts, and the fonts alone. Chromium asks for a font of an inline stylesheet with the page's
 * own address in `Referer`, whatever the policy says of it: a link that is a secret would stand in logs (reliability V01).
 * Faces that the system has stay: they ask for nothing, and the first paint needs them.
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

/** Addresses of the fonts that every page of a language needs: each has digits and spaces, which are Latin. */
export const fontsOf = (fonts: string, language: string): string[] =>
  [...fonts.matchAll(/url\("?([^")]*\/onest-(latin|cyrillic)-[^")]*)/g)].flatMap(
    ([, address = '', subset]) => (subset === 'latin' || language === 'ru' ? address : []),
  )

/** The address of the one stylesheet of the built page. @throws where there is none, or more than one */
export function stylesheetOf(template: string): string {
  const [first, ...others] = [...template.matchAll(stylesheet)]
  if (!first?.[1] || others.length > 0) throw new Error('The built page has not one stylesheet.')
  return first[1]
}

const stylesheet = /<link rel="stylesheet" crossorigin href="([^"]+)">/g

/** The built page of the application with one rendered page in it. @throws where the built page has no place for a part */
export function writePage(template: string, parts: PageParts): string {
  const { language, path, title, description, body, withoutScript, css, fontCss, fonts, modules } = parts
  refuse(path ?? `The frame of ${title}`, body)
  const address = stylesheetOf(template)
  const hints = modules.map(href => `<link rel="modulepreload" crossorigin href="${href}">\n    `)
  const whole = path === null ? '' : ` data-page="${path}"`
  const places: [string | RegExp, string][] = [
    ['<html lang="ru">', `<html lang="${language}"${whole}>`],
    [
      /<title>[^<]*<\/title>/,
      `<title>${asMarkup(title)}</title>\n    ${metaOf(title, description).join('\n    ')}`,
    ],
    // Code that comes later names its styles: the link says that they are here, and asks for nothing.
    [
      new RegExp(stylesheet.source),
      `<style>${css}</style>\n    <link rel="stylesheet" href="${address}" disabled>`,
    ],
    ['<script type="module"', `${hints.join('')}<script type="module"`],
    ['<div id="root"></div>', `${withoutScript}<div id="root">${body}</div>`],
    // The line in the head decides when they come, so they stand before it.
    [
      '<script>',
      `<link rel="stylesheet" href="${fontCss}" data-fonts="${fonts.join(' ')}" disabled />\n    <script>`,
    ],
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

/** What search engines show, and what a messenger shows of a link: that of a shared profile has the application's frame. */
const metaOf = (title: string, description: string): string[] => [
  `<meta name="description" content="${asMarkup(description)}" />`,
  '<meta property="og:type" content="website" />',
  `<meta property="og:title" content="${asMarkup(title)}" />`,
  `<meta property="og:description" content="${asMarkup(description)}" />`,
  '<meta property="og:image" content="/icons/icon-512.png" />',
]

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const asMarkup = (text: string): string => text.replace(/[&<>"]/g, character => escapes[character] ?? '')

const open = '⟦'
const close = '⟧'

/** What the post-processor of the pseudo-locale makes of every text. */
export const bracketed = (text: string): string => open + text + close

/**
 * What may stand outside of brackets, because it is no word of ours:
 * `bdi` is the mark of what people and configuration wrote, `.markdown` is a text of the platform, `code`, `samp`,
 * `kbd` and `pre` are for machines and keys, `time` is a moment in the words of the browser's own Intl.
 */
const data = 'bdi, .markdown, code, samp, kbd, pre, time, script, style, noscript'

const spokenAttributes = [
  'aria-label',
  'aria-description',
  'aria-valuetext',
  'aria-roledescription',
  'title',
  'placeholder',
  'alt',
]

/** The text without what stands in brackets, and how deep it ends. */
const outside = (text: string, depth: number): { rest: string; depth: number } => {
  let rest = ''
  let at = depth
  for (const letter of text) {
    if (letter === open) at += 1
    else if (letter === close) at -= 1
    else if (at === 0) rest += letter
  }
  return { rest: rest.trim(), depth: at }
}

/** Words that no locale has to hold. */
const allowed: [text: RegExp, why: string][] = [
  [/^(?:RU|EN)\.?$/, 'the code of a language is the same in every language'],
  [
    /^\d{1,2}\s\p{L}+\s\d{4}\sг\.(?:\sв\s\d\d:\d\d(?:\s(?:GMT|UTC)\S*)?)?$/u,
    'src/lib/format: a moment by Intl',
  ],
  [
    /^[\d\s.,:]+\s(?:байт|Б|кБ|МБ|ГБ|ч|мин|с|дн\.?|₽)(?:\s\d+\s(?:ч|мин|с))?$/u,
    'src/lib/format: a measure by Intl',
  ],
]

/** Numbers and signs are the same in every language. */
const hasWords = (text: string): boolean =>
  /\p{L}{2}/u.test(text) && !allowed.some(([pattern]) => pattern.test(text))

/** Elements that hold nothing but text, and words that are only spoken. */
const textOnly = 'option, svg, .sr-only'

/** A name that the page shows as data may be said again where no element can stand: in an option or the name of a control. */
const dataOf = (root: Element): string[] =>
  [...root.querySelectorAll('bdi')]
    .map(({ textContent }) => textContent.trim())
    .filter(name => name.length > 2)
    .sort((one, other) => other.length - one.length)

const without = (rest: string, names: readonly string[]): string =>
  names
    .reduce((left, name) => left.split(name).join(' '), rest)
    .replace(/\s+·?\s*$/, '')
    .trim()

const attributesOf = (element: Element, names: readonly string[]): string[] =>
  spokenAttributes.flatMap(name => {
    const rest = without(outside(element.getAttribute(name) ?? '', 0).rest, names)
    return hasWords(rest) ? [`${element.tagName.toLowerCase()}[${name}]: "${rest}"`] : []
  })

/** Every word of a page that did not come from the locales: where it stands, and the word. */
export const findings = (page: Document | Element): string[] => {
  const root = page instanceof Document ? page.body : page
  const names = dataOf(root)
  const title = page instanceof Document ? without(outside(page.title, 0).rest, names) : ''
  const found = hasWords(title) ? [`title: "${title}"`] : []
  const nodes = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT)
  let depth = 0
  for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
    if (node instanceof Element) {
      if (!node.closest(data)) found.push(...attributesOf(node, names))
      continue
    }
    const { rest: text, depth: next } = outside(node.textContent ?? '', depth)
    depth = next
    const parent = node.parentElement
    const rest = without(text, parent?.closest(textOnly) ? names : [])
    if (hasWords(rest) && !parent?.closest(data)) found.push(`${parent?.tagName.toLowerCase()}: "${rest}"`)
  }
  return [...new Set(found)]
}

const open = '⟦'
const close = '⟧'

export const addBrackets = (text: string): string => open + text + close

/**
 * Elements without translations: `bdi` for user and configuration data, `.markdown` for texts of the platform, `code`, `samp`,
 * `kbd` and `pre` for code and keys, `time` for dates formatted by Intl.
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

/** The text outside brackets, and the nesting depth at its end. */
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

/** Exceptions. */
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

const hasWords = (text: string): boolean =>
  /\p{L}{2}/u.test(text) && !allowed.some(([pattern]) => pattern.test(text))

/** Elements that can only contain text. */
const textOnly = 'option, svg, .sr-only'

/** Data of the page, which may be repeated where no element is possible: in options and accessible names. */
const getData = (root: Element): string[] =>
  [...root.querySelectorAll('bdi')]
    .map(({ textContent }) => textContent.trim())
    .filter(name => name.length > 2)
    .sort((one, other) => other.length - one.length)

const removeNames = (rest: string, names: readonly string[]): string =>
  names
    .reduce((left, name) => left.split(name).join(' '), rest)
    .replace(/\s+·?\s*$/, '')
    .trim()

const checkAttributes = (element: Element, names: readonly string[]): string[] =>
  spokenAttributes.flatMap(name => {
    const rest = removeNames(outside(element.getAttribute(name) ?? '', 0).rest, names)
    return hasWords(rest) ? [`${element.tagName.toLowerCase()}[${name}]: "${rest}"`] : []
  })

/** Untranslated text of a page, as `element: "text"`. */
export const findUntranslated = (page: Document | Element): string[] => {
  const root = page instanceof Document ? page.body : page
  const names = getData(root)
  const title = page instanceof Document ? removeNames(outside(page.title, 0).rest, names) : ''
  const found = hasWords(title) ? [`title: "${title}"`] : []
  const nodes = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT)
  let depth = 0
  for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
    if (node instanceof Element) {
      if (!node.closest(data)) found.push(...checkAttributes(node, names))
      continue
    }
    const { rest: text, depth: next } = outside(node.textContent ?? '', depth)
    depth = next
    const parent = node.parentElement
    const rest = removeNames(text, parent?.closest(textOnly) ? names : [])
    if (hasWords(rest) && !parent?.closest(data)) found.push(`${parent?.tagName.toLowerCase()}: "${rest}"`)
  }
  return [...new Set(found)]
}

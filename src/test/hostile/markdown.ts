/** Markdown around an address; `number` keeps references and footnotes of one text unique. */
type Template = (address: string, number?: number) => string

/** All link syntaxes. */
export const linkTemplates: readonly Template[] = [
  address => `[x](${address})`,
  address => `[x](<${address}>)`,
  address => `[x]( ${address} "onmouseover=alert(1)")`,
  (address, number = 0) => `[x][r${number}]\n\n[r${number}]: ${address}`,
  address => `<${address}>`,
  address => `${address} in running text`,
  address => `[![x](/files/a.png)](${address})`,
  address => `[x[y](${address})](${address})`,
  (address, number = 0) => `x[^${number}]\n\n[^${number}]: [y](${address})`,
  address => `| a |\n|---|\n| [x](${address}) |`,
  address => `> - **[x](${address})**`,
]

export const imageTemplates: readonly Template[] = [
  address => `![x](${address})`,
  address => `![x](<${address}> "y\\"onerror=alert(1)")`,
  (address, number = 0) => `![x][i${number}]\n\n[i${number}]: ${address}`,
  address => `[![x](${address})](https://good.example)`,
]

/** Labels that no test input contains. */
export const markdownLabels = {
  copyCode: 'copy code',
  copied: 'copied',
  external: 'opens in a new tab',
  blockedImage: 'image not loaded',
  footnotes: 'notes',
  plainNotice: 'shown as is',
  failedNotice: 'not formatted',
  stepDone: 'done',
  stepOpen: 'open',
}

const forbiddenTags = new Set(
  'script iframe object embed applet form style link meta base math input select textarea video audio source template details dialog frame frameset portal marquee'.split(
    ' ',
  ),
)

const forbiddenAttributes = new Set('srcdoc srcset formaction action name background popover'.split(' '))

const addresses = new Set(['href', 'src', 'xlink:href', 'poster', 'data', 'ping', 'cite', 'longdesc'])

interface Allowed {
  /** The prefix of every id (X16). */
  idPrefix: string
  /** The path prefix of images. */
  imagePrefix: string
}

const isForbidden = (element: Element): boolean => {
  const tag = element.localName
  if (tag === 'svg') return !element.classList.contains('lucide')
  if (tag === 'button') return !element.hasAttribute('aria-label')
  return forbiddenTags.has(tag)
}

const isForbiddenAttribute = ({ localName: tag }: Element, name: string): boolean =>
  forbiddenAttributes.has(name) || (name === 'style' && tag !== 'td' && tag !== 'th')

/**
 * Elements and attributes below a node that untrusted text must not produce. Links must be http(s) and not target the API.
 * Uses no selectors, which are ten times slower in jsdom.
 */
export const findDangerousMarkup = (root: ParentNode, { idPrefix, imagePrefix }: Allowed): string[] => {
  const found: string[] = []
  for (const element of root.querySelectorAll('*')) {
    if (isForbidden(element)) found.push(element.outerHTML.slice(0, 120))
    for (const { name, value } of element.attributes) {
      const isDanger =
        /^on/i.test(name) ||
        isForbiddenAttribute(element, name) ||
        (addresses.has(name) && !isAllowed(element, value, imagePrefix)) ||
        (name === 'id' && !value.startsWith(idPrefix) && !element.closest('button'))
      if (isDanger) found.push(`${element.tagName} ${name}=${value.slice(0, 80)}`)
    }
  }
  return found
}

const isAllowed = (element: Element, value: string, imagePrefix: string): boolean => {
  if (element.tagName === 'IMG') {
    return (
      value.startsWith(imagePrefix) && new URL(value, 'http://localhost').pathname.startsWith(imagePrefix)
    )
  }
  return /^https?:\/\/[^/\\@]+(?:[/?#]|$)/.test(value) && !/^http:\/\/localhost\/+(?:api|%)/i.test(value)
}

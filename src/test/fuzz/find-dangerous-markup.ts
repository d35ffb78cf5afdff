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

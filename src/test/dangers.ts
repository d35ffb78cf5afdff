/** Nothing of foreign text may become one of these. */
const forbidden =
  'script, iframe, object, embed, applet, form, style, link, meta, base, svg:not(.lucide), math, input, button:not([aria-label]), select, textarea, video, audio, source, template, details, dialog, frame, frameset, portal, marquee, [srcdoc], [srcset], [style]:not(td, th), [formaction], [action], [name], [background], [popover]'

const addresses = new Set(['href', 'src', 'xlink:href', 'poster', 'data', 'ping', 'cite', 'longdesc'])

interface Allowed {
  /** What every id begins with (reliability X16). */
  idPrefix: string
  /** Where images may come from. */
  imagePrefix: string
}

/**
 * Everything below a node that could run, load or lead where foreign text must not; empty when all is well. Links may
 * lead to `http(s)` alone and never into this site's calls.
 */
export const dangersOf = (root: ParentNode, { idPrefix, imagePrefix }: Allowed): string[] => {
  const found = [...root.querySelectorAll(forbidden)].map(({ outerHTML }) => outerHTML.slice(0, 120))
  for (const element of root.querySelectorAll('*')) {
    for (const { name, value } of element.attributes) {
      const said = `${element.tagName} ${name}=${value.slice(0, 80)}`
      if (/^on/i.test(name)) found.push(said)
      if (addresses.has(name) && !isAllowed(element, value, imagePrefix)) found.push(said)
      if (name === 'id' && !value.startsWith(idPrefix) && !element.closest('button')) found.push(said)
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

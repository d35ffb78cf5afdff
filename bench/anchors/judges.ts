import { dangersOf } from '../../src/test/bad-inputs/dangers'

const origin = 'https://flagship.example'

const place = { idPrefix: 'description-', imagePrefix: '/files/' }

/** Elements that run or bring a page of their own as soon as they stand in a page. */
const running = /^(?:script|iframe|frame|frameset|object|embed|applet|portal|base|meta|link|style)$/

const runs = (element: Element): boolean =>
  running.test(element.localName) ||
  [...element.attributes].some(
    ({ name, value }) =>
      /^on/i.test(name) ||
      name === 'srcdoc' ||
      (/^(?:href|xlink:href|src|action|formaction|data|to|values)$/.test(name) &&
        // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers leave them out.
        /^[\u0000-\u0020]*(?:j\s*a\s*v\s*a|v\s*b)\s*s\s*c\s*r\s*i\s*p\s*t\s*:/i.test(value)),
  )

/** What has escaped of one input: the first word names a column of the table; null when nothing has. */
export const judges = {
  markdown(html: string, body: HTMLElement): string | null {
    body.innerHTML = html
    if ([...body.querySelectorAll('*')].some(runs)) return 'runs'
    return dangersOf(body, place).length > 0 ? 'leads' : null
  },
  redirect(target: string | null): string | null {
    if (target === null) return null
    if (!URL.canParse(target, origin)) return null
    const url = new URL(target, origin)
    const isElsewhere = url.origin !== origin || url.pathname.startsWith('//') || /^\/[/\\]/.test(target)
    return isElsewhere ? 'leaves' : null
  },
  fileName(name: string | null): string | null {
    if (name === null) return null
    if (/[/\\]/.test(name) || /^[a-z]:/i.test(name)) return 'folder'
    return /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u.test(name) ? 'hides' : null
  },
}

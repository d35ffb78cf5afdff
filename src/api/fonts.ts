import { storage } from '../lib/storage'
import { whenRested } from '../lib/when-rested'

/** What words are written in; what code is written in comes with the first page that shows some. */
const ofWords = /url\("?([^")]*onest[^")]*)/g

const bring = async (link: HTMLLinkElement): Promise<void> => {
  const css = await (await fetch(link.href)).text()
  const files = [...css.matchAll(ofWords)].flatMap(([, file]) => file ?? [])
  for (const response of await Promise.all(files.map(file => fetch(file)))) await response.arrayBuffer()
  storage.set('flagship.fonts', new URL(link.href).pathname)
}

/**
 * Where the first paint did not wait for the fonts of the document, because they were not kept and the way is long, fetches
 * them when the page rests. They are for the next visit: words that changed their width would push what stands beside them.
 */
export const bringFonts = (): void => {
  const link = document.querySelector<HTMLLinkElement>('link[data-fonts][disabled]')
  if (link) whenRested(() => void bring(link).catch(() => {}))
}

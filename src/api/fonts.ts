import { storage } from '../lib/storage'
import { whenRested } from '../lib/when-rested'

const family = 'Onest Variable'

/** The faces of text; those of code come with the first page that shows some. */
const textFaces = /@font-face\s*\{[^}]*onest[^}]*\}/g

const fetchFace = async (rule: string): Promise<FontFace> => {
  const part = (pattern: RegExp): string => pattern.exec(rule)?.[1] ?? ''
  const file = await (await fetch(part(/url\("?([^")]+)/))).arrayBuffer()
  const face = new FontFace(family, file, {
    weight: part(/font-weight:([^;}]+)/),
    unicodeRange: part(/unicode-range:([^;}]+)/),
  })
  return face.load()
}

/** A font that comes too late for the first paint is loaded, but the browser goes on without it. */
const isDrawn = (): boolean => {
  const context = document.createElement('canvas').getContext('2d')
  const widthIn = (font: string): number | undefined => {
    if (context) context.font = `32px ${font}`
    return context?.measureText('\u0424\u043b\u0430\u0433\u043c\u0430\u043d').width
  }
  return widthIn(`"${family}", monospace`) !== widthIn('monospace')
}

const fetchFonts = async (link: HTMLLinkElement, onNextPage: (run: () => void) => void): Promise<void> => {
  const { pathname } = new URL(link.href)
  if (!isDrawn()) {
    const css = await (await fetch(link.href)).text()
    const faces = await Promise.all([...css.matchAll(textFaces)].map(([rule]) => fetchFace(rule)))
    onNextPage(() => {
      for (const face of faces) document.fonts.add(face)
      link.disabled = false
    })
  }
  storage.set('flagship.fonts', pathname)
}

/**
 * Where the first paint did not wait for the fonts, fetches them when the page rests. They are shown from the next page on:
 * on a page that stands, text that changes its width would push what stands beside it.
 */
export const bringFonts = (onNextPage: (run: () => void) => void): void => {
  const link = document.querySelector<HTMLLinkElement>('link[data-fonts]')
  if (link) whenRested(() => void fetchFonts(link, onNextPage).catch(() => {}), 1000)
}

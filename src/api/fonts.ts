import type { AnyRouter } from '@tanstack/react-router'
import { storage } from '../lib/storage'

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
    return context?.measureText('Flag \u042f').width
  }
  return widthIn(`"${family}", monospace`) !== widthIn('monospace')
}

/**
 * Fetches the fonts that the first paint did not wait for. They are shown from the next page on: on a page that stands, text
 * that changes its width would push what stands beside it.
 */
export const bringFonts = async (
  link: HTMLLinkElement,
  router: Pick<AnyRouter, 'subscribe'>,
): Promise<void> => {
  if (!isDrawn()) {
    const css = await (await fetch(link.href)).text()
    const faces = await Promise.all([...css.matchAll(textFaces)].map(([rule]) => fetchFace(rule)))
    const stop = router.subscribe('onRendered', ({ pathChanged }) => {
      if (!pathChanged) return
      stop()
      for (const face of faces) document.fonts.add(face)
      link.disabled = false
    })
  }
  storage.set('flagship.fonts', new URL(link.href).pathname)
}

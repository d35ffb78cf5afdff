import type { AnyRouter } from '@tanstack/react-router'
import { storage } from '../lib/storage'

const FONT_FAMILY = 'Onest Variable'

/** Fonts of text only; the monospace font is loaded by the first page with code. */
const TEXT_FONT_FACES = /@font-face\s*\{[^}]*onest[^}]*\}/g

const loadFontFace = async (rule: string): Promise<FontFace> => {
  const part = (pattern: RegExp): string => pattern.exec(rule)?.[1] ?? ''
  const file = await (await fetch(part(/url\("?([^")]+)/))).arrayBuffer()
  const face = new FontFace(FONT_FAMILY, file, {
    weight: part(/font-weight:([^;}]+)/),
    unicodeRange: part(/unicode-range:([^;}]+)/),
  })
  return face.load()
}

/** Browsers ignore a `font-display: optional` font that arrives after the first paint, though it is loaded. */
const isFontRendered = (text: string): boolean => {
  const context = document.createElement('canvas').getContext('2d')
  const widthIn = (font: string): number | undefined => {
    if (context) context.font = `32px ${font}`
    return context?.measureText(text).width
  }
  return widthIn(`"${FONT_FAMILY}", monospace`) !== widthIn('monospace')
}

/** Each script has its own file, and one may arrive without the other. English pages show Russian names too. */
const areFontsRendered = (): boolean => isFontRendered('Flag') && isFontRendered('\u042f')

/** Loads fonts that the first paint didn't wait for; applied at the next navigation (no layout shift). */
export const prefetchFonts = async (
  link: HTMLLinkElement,
  router: Pick<AnyRouter, 'subscribe'>,
): Promise<void> => {
  if (!areFontsRendered()) {
    const css = await (await fetch(link.href)).text()
    const faces = await Promise.all([...css.matchAll(TEXT_FONT_FACES)].map(([rule]) => loadFontFace(rule)))
    const stop = router.subscribe('onRendered', ({ pathChanged }) => {
      if (!pathChanged) return
      stop()
      for (const face of faces) document.fonts.add(face)
      link.disabled = false
    })
  }
  storage.set('flagship.fonts', new URL(link.href).pathname)
}

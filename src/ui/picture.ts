const tokens = [
  'text',
  'muted',
  'canvas',
  'surface',
  'line',
  'control',
  'accent',
  'accent-text',
  'accent-soft',
  'signal',
  'signal-soft',
  'on-medal',
  'gold-fill',
  'silver-fill',
  'bronze-fill',
  'signal-white',
  'signal-yellow',
  'signal-red',
  'signal-blue',
  'signal-black',
] as const
type Token = (typeof tokens)[number]

/** What is drawn on, with the colours of the theme. */
export interface Picture {
  context: CanvasRenderingContext2D
  colours: Record<Token, string>
  family: string
}

/** The file has twice as many pixels as the picture. */
const SCALE = 2

/** Instead of those of the theme. */
const darkTokens: Partial<Record<Token, string>> = {
  canvas: 'picture',
  text: 'picture-text',
  muted: 'picture-muted',
  line: 'picture-line',
  accent: 'picture-accent',
  signal: 'picture-signal',
  'signal-soft': 'picture-signal-soft',
}

/** A canvas can't resolve CSS custom properties. */
const readColours = (isDark: boolean): Record<Token, string> => {
  const probe = document.createElement('span')
  document.body.append(probe)
  const read = (token: Token) => {
    probe.style.color = `var(--color-${(isDark && darkTokens[token]) || token})`
    return getComputedStyle(probe).color
  }
  const colours = Object.fromEntries(tokens.map(token => [token, read(token)]))
  probe.remove()
  return colours as Record<Token, string>
}

interface PictureOptions {
  /** In CSS pixels. */
  width: number
  height: number
  scale?: number
  background: Token
  /** In both themes. */
  isDark?: boolean
}

/** Throws if the browser has no canvas. */
export const createPicture = async (options: PictureOptions): Promise<Picture> => {
  const { width, height, scale = SCALE, background, isDark = false } = options
  await document.fonts?.ready
  const canvas = document.createElement('canvas')
  canvas.width = width * scale
  canvas.height = height * scale
  const context = canvas.getContext('2d')
  if (!context) throw new Error('The browser has no canvas.')
  context.scale(scale, scale)
  const colours = readColours(isDark)
  context.fillStyle = colours[background]
  context.fillRect(0, 0, width, height)
  return { context, colours, family: getComputedStyle(document.body).fontFamily }
}

export const toPng = async ({ context }: Picture): Promise<Blob> => {
  const blob = await new Promise<Blob | null>(done => context.canvas.toBlob(done, 'image/png'))
  if (!blob) throw new Error('The browser made no picture.')
  return blob
}

export interface TextStyle {
  size?: number
  weight?: 400 | 500 | 600 | 750
  colour?: Token
  align?: 'left' | 'right' | 'center'
}

/** Draws one truncated line and returns its width. Bidi isolates (U+2068, U+2069) keep the name's own direction. */
export const drawText = (
  { context, colours, family }: Picture,
  text: string,
  x: number,
  y: number,
  maxWidth: number,
  style: TextStyle = {},
): number => {
  context.font = `${style.weight ?? 400} ${style.size ?? 16}px ${family}`
  context.fillStyle = colours[style.colour ?? 'text']
  context.textAlign = style.align ?? 'left'
  const fits = (part: string) => context.measureText(part).width <= maxWidth
  let characters = [...text.slice(0, 400)]
  const isCut = !fits(characters.join(''))
  while (isCut && characters.length > 0 && !fits(`${characters.join('')}…`))
    characters = characters.slice(
      0,
      Math.max(0, Math.min(characters.length - 1, Math.ceil(characters.length * 0.9))),
    )
  const shown = `${characters.join('')}${isCut ? '…' : ''}`
  context.fillText(`\u2068${shown}\u2069`, x, y)
  return context.measureText(shown).width
}

/** The pennant of the logo on its mast, 24 units high, as in `LogoMark`. */
export const drawLogo = ({ context, colours }: Picture, x: number, y: number, scale: number): void => {
  context.save()
  context.translate(x, y)
  context.scale(scale, scale)
  context.fillStyle = colours.text
  context.fillRect(3.5, 1.25, 2.5, 21.5)
  context.fillStyle = colours.accent
  context.fill(new Path2D('M8 4h13l-4.25 4.75L21 13.5H8z'))
  context.restore()
}

import { createPicture, drawLogo, drawText, type Picture, toPng } from '../../ui/picture'
import { getSignal, type Signal, signals } from '../../ui/signals'

interface Figure {
  value: string
  caption: string
}

export interface CardContent {
  product: string
  host: string
  name: string
  /** The exam that was passed. */
  exam: string | null
  /** Instead of an exam. */
  summary: string | null
  /** Points and tasks. */
  figures: readonly Figure[]
  /** The strongest competencies. */
  strongest: readonly { name: string; share: number; label: string }[]
  /** Names of the categories with a solved task. */
  categories: readonly string[]
}

/** In pixels: what messengers show for a link. */
const size = { width: 1200, height: 630, margin: 64, columns: 696 }
const right = size.width - size.margin

const nameSizes = [68, 60, 52, 44]
const NAME_WIDTH = 584

/** Words on up to two lines, in the largest size in which they fit. */
const layOutName = ({ context, family }: Picture, name: string) => {
  const words = name.split(/\s+/)
  const getLines = (first: number) => [words.slice(0, first), words.slice(first)].map(line => line.join(' '))
  const measure = (text: string, fontSize: number): number => {
    context.font = `750 ${fontSize}px ${family}`
    return context.measureText(text).width
  }
  const longest = (lines: readonly string[]) => Math.max(...lines.map(line => measure(line, 100)))
  // Lines of about the same length.
  const lines = words
    .map((_, at) => getLines(at + 1))
    .reduce((best, next) => (longest(next) < longest(best) ? next : best))
    .filter(line => line !== '')
  const fits = (fontSize: number) => lines.every(line => measure(line, fontSize) <= NAME_WIDTH)
  return { lines, fontSize: nameSizes.find(fits) ?? 44 }
}

/** Returns the y below the name. */
const drawName = (picture: Picture, name: string): number => {
  const { lines, fontSize } = layOutName(picture, name)
  let y = lines.length > 1 ? 246 : 280
  for (const line of lines) {
    drawText(picture, line, size.margin, y, NAME_WIDTH, { size: fontSize, weight: 750 })
    y += fontSize * 1.02
  }
  return y - fontSize * 0.5
}

const AWARD =
  'm15.477 12.89 1.515 8.526a.5.5 0 0 1-.81.47l-3.58-2.687a1 1 0 0 0-1.197 0l-3.586 2.686a.5.5 0 0 1-.81-.469l1.514-8.526M18 8a6 6 0 1 1-12 0a6 6 0 1 1 12 0'

const drawExam = (picture: Picture, text: string, y: number): void => {
  const { context, colours, family } = picture
  context.font = `500 24px ${family}`
  const width = Math.min(NAME_WIDTH, context.measureText(text).width + 84)
  context.fillStyle = colours['signal-soft']
  context.beginPath()
  context.roundRect(size.margin, y, width, 56, 28)
  context.fill()
  context.save()
  context.translate(size.margin + 16, y + 13)
  context.scale(1.25, 1.25)
  context.strokeStyle = colours.signal
  context.lineWidth = 2
  context.stroke(new Path2D(AWARD))
  context.restore()
  drawText(picture, text, size.margin + 60, y + 37, width - 76, { size: 24, weight: 500, colour: 'signal' })
}

const drawBar = ({ context, colours }: Picture, x: number, y: number, width: number, share: number): void => {
  const fill = (colour: string, from: number, length: number) => {
    context.fillStyle = colour
    context.fillRect(from, y, length, 10)
  }
  context.save()
  context.beginPath()
  context.roundRect(x, y, width, 10, 5)
  context.clip()
  fill(colours.line, x, width)
  fill(colours.accent, x, width * share)
  for (const quarter of [0.25, 0.5, 0.75]) fill(colours.canvas, x + width * quarter - 1, 2)
  context.restore()
}

const drawStrongest = (picture: Picture, strongest: CardContent['strongest']): void => {
  for (const [at, { name, share, label }] of strongest.entries()) {
    const y = 231 + at * 66
    drawText(picture, name, size.columns, y, right - size.columns - 90, { size: 22 })
    drawText(picture, label, right, y, 90, { size: 22, weight: 600, align: 'right' })
    drawBar(picture, size.columns, y + 16, right - size.columns, share)
  }
}

const drawFigures = (picture: Picture, figures: CardContent['figures']): void => {
  let x = size.margin
  for (const { value, caption } of figures) {
    x += drawText(picture, value, x, 564, 260, { size: 60, weight: 750 }) + 12
    x += drawText(picture, caption, x, 564, 220, { size: 22, colour: 'muted' }) + 48
  }
}

const drawFlag = ({ context, colours }: Picture, signal: Signal, x: number, y: number): void => {
  const [ground, ...layers] = signal
  context.save()
  context.translate(x, y)
  context.scale(42 / 18, 42 / 18)
  context.fillStyle = colours[`signal-${ground}`]
  context.fillRect(0, 0, 18, 18)
  for (const [colour, path] of layers) {
    context.fillStyle = colours[`signal-${colour}`]
    context.fill(new Path2D(path))
  }
  context.strokeStyle = colours.control
  context.lineWidth = 0.5
  context.strokeRect(0, 0, 18, 18)
  context.restore()
}

const MAX_FLAGS = 5
const FLAG_STEP = 90

const drawFlags = (picture: Picture, categories: readonly string[]): void => {
  const shown = categories.slice(0, MAX_FLAGS)
  for (const [at, name] of shown.entries()) {
    const centre = right - FLAG_STEP / 2 - (shown.length - 1 - at) * FLAG_STEP
    drawFlag(picture, signals[getSignal(name)], centre - 21, 496)
    // The first word is enough beside a flag.
    const caption = name.split(/[\s-]/)[0] || name
    drawText(picture, caption, centre, 564, FLAG_STEP - 2, { size: 14, colour: 'muted', align: 'center' })
  }
}

/** Draws the profile as a PNG for a message or a post, dark in both themes. */
export const drawShareCard = async (content: CardContent): Promise<Blob> => {
  const { product, host, name, exam, summary, figures, strongest, categories } = content
  const picture = await createPicture({ ...size, scale: 1, background: 'canvas', isDark: true })
  drawLogo(picture, size.margin, 59, 1.35)
  drawText(picture, product, 106, 84, 400, { size: 26, weight: 600 })
  drawText(picture, host, right, 84, 500, { size: 22, colour: 'muted', align: 'right' })
  const y = drawName(picture, name)
  if (exam !== null) drawExam(picture, exam, y)
  else if (summary !== null)
    drawText(picture, summary, size.margin, y + 34, NAME_WIDTH, { size: 26, colour: 'muted' })
  drawStrongest(picture, strongest)
  drawFigures(picture, figures)
  drawFlags(picture, categories)
  return toPng(picture)
}

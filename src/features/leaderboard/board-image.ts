import type { LeaderboardRow } from '../../api/responses'
import { getRowLabels, type RowLabels } from './rows'

interface ImageContent {
  /** Name of the product. */
  product: string
  title: string
  groupName: string
  /** Localized time of the data. */
  date: string
  /** Column headings: rank, name, solved, points. */
  headings: readonly [string, string, string, string]
  language: string
}

/** In CSS pixels; the file is rendered at 2x. */
const size = { width: 960, margin: 40, header: 148, podium: 248, head: 36, row: 52, scale: 2 }
const tokens = [
  'text',
  'muted',
  'surface',
  'line',
  'accent',
  'accent-text',
  'accent-soft',
  'on-medal',
] as const
const medals = ['gold-fill', 'silver-fill', 'bronze-fill'] as const
type Token = (typeof tokens)[number] | (typeof medals)[number]

/** A canvas can't resolve CSS custom properties. */
const readColours = (): Record<Token, string> => {
  const probe = document.createElement('span')
  document.body.append(probe)
  const read = (token: string) => {
    probe.style.color = `var(--color-${token})`
    return getComputedStyle(probe).color
  }
  const colours = Object.fromEntries([...tokens, ...medals].map(token => [token, read(token)]))
  probe.remove()
  return colours as Record<Token, string>
}

interface DrawContext {
  context: CanvasRenderingContext2D
  colours: Record<Token, string>
  family: string
}

interface TextStyle {
  size?: number
  weight?: 400 | 500 | 600
  colour?: Token
  align?: 'left' | 'right' | 'center'
}

/** Draws one truncated line. Bidi isolates (U+2068, U+2069) keep the name's own direction. */
const drawText = (
  draw: DrawContext,
  text: string,
  x: number,
  y: number,
  maxWidth: number,
  style: TextStyle = {},
): void => {
  const { context, colours, family } = draw
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
  context.fillText(`\u2068${characters.join('')}${isCut ? '…' : ''}\u2069`, x, y)
}

/** The pennant of the logo on its mast, 24 units high, as in `LogoMark`. */
const drawLogo = ({ context, colours }: DrawContext, x: number, y: number, scale: number): void => {
  context.save()
  context.translate(x, y)
  context.scale(scale, scale)
  context.fillStyle = colours.text
  context.fillRect(3.5, 1.25, 2.5, 21.5)
  context.fillStyle = colours.accent
  context.fill(new Path2D('M8 4h13l-4.25 4.75L21 13.5H8z'))
  context.restore()
}

/** Height of the step of each rank. */
const stepHeights = [120, 88, 64]

/** The columns of the ranks, from the left. */
const columnByRank = [1, 0, 2]

const drawPodium = (
  draw: DrawContext,
  rows: readonly LeaderboardRow[],
  y: number,
  language: string,
): void => {
  const gap = 16
  const width = (size.width - 2 * size.margin - 2 * gap) / 3
  const bottom = y + size.podium
  for (const [at, row] of rows.slice(0, 3).entries()) {
    const { rank, displayName, username, points } = getRowLabels(row, language)
    const x = size.margin + (columnByRank[at] ?? at) * (width + gap)
    const top = bottom - (stepHeights[row.rank - 1] ?? 64)
    const write = (text: string, at: number, style: TextStyle) =>
      drawText(draw, text, x + width / 2, at, width, { align: 'center', ...style })
    write(displayName, top - 62, { size: 20, weight: 600 })
    write(username, top - 40, { size: 14, colour: 'muted' })
    write(points, top - 14, { size: 18 })
    draw.context.fillStyle = draw.colours[medals[row.rank - 1] ?? 'line']
    draw.context.beginPath()
    draw.context.roundRect(x, top, width, bottom - top, [10, 10, 0, 0])
    draw.context.fill()
    write(rank, top + 46, { size: 40, weight: 600, colour: 'on-medal' })
  }
}

type Line = Pick<RowLabels, 'rank' | 'displayName' | 'username' | 'solved' | 'points'>

const drawLine = (draw: DrawContext, line: Line, y: number, style: TextStyle): void => {
  const { width, margin } = size
  drawText(draw, line.rank, margin + 72, y, 72, { ...style, align: 'right' })
  const maxWidth = width - 2 * margin - 340
  drawText(draw, line.displayName, margin + 104, line.username ? y - 9 : y, maxWidth, style)
  drawText(draw, line.username, margin + 104, y + 11, maxWidth, { size: 13, colour: 'muted' })
  drawText(draw, line.solved, width - margin - 130, y, 100, { ...style, align: 'right' })
  drawText(draw, line.points, width - margin - 12, y, 100, { ...style, align: 'right' })
}

const drawRows = (
  draw: DrawContext,
  rows: readonly LeaderboardRow[],
  userId: number,
  startY: number,
  content: ImageContent,
) => {
  const { context, colours } = draw
  const { top, own } = getImageRows(rows, userId)
  const [rank, name, solved, points] = content.headings
  drawLine(draw, { rank, displayName: name, username: '', solved, points }, startY + 23, {
    size: 13,
    colour: 'muted',
  })
  let y = startY + size.head
  for (const row of own ? [...top, null, own] : top) {
    context.fillStyle = colours.line
    context.fillRect(size.margin, y, size.width - 2 * size.margin, 1)
    const isOwn = row?.user_id === userId
    if (isOwn) {
      context.fillStyle = colours['accent-soft']
      context.fillRect(size.margin, y, size.width - 2 * size.margin, size.row)
    }
    const labels = row
      ? getRowLabels(row, content.language)
      : { rank: '…', displayName: '', username: '', solved: '', points: '' }
    drawLine(draw, labels, y + 32, isOwn ? { weight: 600, colour: 'accent-text' } : {})
    y += size.row
  }
}

/** Renders the leaderboard as a PNG. Throws if the browser has no canvas. */
export const drawBoardImage = async (
  rows: readonly LeaderboardRow[],
  userId: number,
  content: ImageContent,
): Promise<Blob> => {
  await document.fonts?.ready
  const { own, top } = getImageRows(rows, userId)
  const contentTop = size.margin + size.header
  const podium = rows.length < 3 ? 0 : size.podium + 24
  const lines = top.length + (own ? 2 : 0)
  const height = contentTop + podium + size.head + lines * size.row + size.margin
  const canvas = document.createElement('canvas')
  canvas.width = size.width * size.scale
  canvas.height = height * size.scale
  const context = canvas.getContext('2d')
  if (!context) throw new Error('The browser has no canvas.')
  context.scale(size.scale, size.scale)
  const draw: DrawContext = {
    context,
    colours: readColours(),
    family: getComputedStyle(document.body).fontFamily,
  }
  context.fillStyle = draw.colours.surface
  context.fillRect(0, 0, size.width, height)
  const maxWidth = size.width - 2 * size.margin
  drawLogo(draw, size.margin, size.margin - 4, 1.5)
  drawText(draw, content.product, size.margin + 42, size.margin + 22, maxWidth, { size: 20, weight: 600 })
  drawText(draw, content.groupName, size.margin, size.margin + 84, maxWidth, { size: 40, weight: 600 })
  const subtitle = `${content.title} · ${content.date}`
  drawText(draw, subtitle, size.margin, size.margin + 114, maxWidth, { size: 16, colour: 'muted' })
  if (podium > 0) drawPodium(draw, rows, contentTop, content.language)
  drawRows(draw, rows, userId, contentTop + podium, content)
  const blob = await new Promise<Blob | null>(done => canvas.toBlob(done, 'image/png'))
  if (!blob) throw new Error('The browser made no picture.')
  return blob
}

const TOP_ROWS = 10

/** Rows of the image: the first ten, and the user's own row if it is not among them. */
export const getImageRows = (
  rows: readonly LeaderboardRow[],
  userId: number,
): { top: readonly LeaderboardRow[]; own: LeaderboardRow | null } => {
  const top = rows.slice(0, TOP_ROWS)
  const isInTop = top.some(row => row.user_id === userId)
  return { top, own: isInTop ? null : (rows.find(row => row.user_id === userId) ?? null) }
}

import type { LeaderboardRow } from '../../api/responses'
import { getRowLabels, type RowLabels } from './rows'

interface ImageContent {
  title: string
  groupName: string
  /** Localized time of the data. */
  date: string
  /** Column headings: rank, name, solved, points. */
  headings: readonly [string, string, string, string]
  language: string
}

/** In CSS pixels; the file is rendered at 2x. */
const size = { width: 960, margin: 40, podium: 152, head: 36, row: 52, scale: 2 }
const tokens = ['text', 'muted', 'surface', 'line', 'accent-text', 'accent-soft', 'sunken'] as const
const medals = ['gold', 'silver', 'bronze'] as const
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

/**
 * Draws one line of text, truncated with an ellipsis. Bidi isolates (U+2068, U+2069) keep the name's own
 * direction.
 */
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

const drawPodium = (
  draw: DrawContext,
  rows: readonly LeaderboardRow[],
  y: number,
  language: string,
): void => {
  const gap = 16
  const width = (size.width - 2 * size.margin - 2 * gap) / 3
  for (const [at, row] of rows.slice(0, 3).entries()) {
    const { rank, displayName, username, points } = getRowLabels(row, language)
    const x = size.margin + at * (width + gap)
    draw.context.fillStyle = draw.colours.sunken
    draw.context.fillRect(x, y, width, size.podium)
    drawText(draw, rank, x + 20, y + 46, width - 40, {
      size: 36,
      weight: 600,
      colour: medals[row.rank - 1] ?? 'muted',
    })
    drawText(draw, displayName, x + 20, y + 78, width - 40, { size: 18, weight: 600 })
    drawText(draw, username, x + 20, y + 100, width - 40, { size: 14, colour: 'muted' })
    drawText(draw, points, x + 20, y + 130, width - 40, { size: 16 })
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
  const contentTop = size.margin + 110
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
  drawText(draw, content.groupName, size.margin, size.margin + 14, maxWidth, { size: 16, colour: 'muted' })
  drawText(draw, content.title, size.margin, size.margin + 54, maxWidth, { size: 32, weight: 600 })
  drawText(draw, content.date, size.margin, size.margin + 84, maxWidth, { size: 14, colour: 'muted' })
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

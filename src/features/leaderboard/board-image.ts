import type { LeaderboardRow } from '../../api/responses'
import { createPicture, drawLogo, drawText, type Picture, type TextStyle, toPng } from '../../ui/picture'
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

/** In CSS pixels. */
const size = { width: 960, margin: 40, header: 148, podium: 248, head: 36, row: 52 }
const medals = ['gold-fill', 'silver-fill', 'bronze-fill'] as const

/** Height of the step of each rank. */
const stepHeights = [120, 88, 64]

/** The columns of the ranks, from the left. */
const columnByRank = [1, 0, 2]

const drawPodium = (draw: Picture, rows: readonly LeaderboardRow[], y: number, language: string): void => {
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

const drawLine = (draw: Picture, line: Line, y: number, style: TextStyle): void => {
  const { width, margin } = size
  drawText(draw, line.rank, margin + 72, y, 72, { ...style, align: 'right' })
  const maxWidth = width - 2 * margin - 340
  drawText(draw, line.displayName, margin + 104, line.username ? y - 9 : y, maxWidth, style)
  drawText(draw, line.username, margin + 104, y + 11, maxWidth, { size: 13, colour: 'muted' })
  drawText(draw, line.solved, width - margin - 130, y, 100, { ...style, align: 'right' })
  drawText(draw, line.points, width - margin - 12, y, 100, { ...style, align: 'right' })
}

const drawRows = (
  draw: Picture,
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
  const { own, top } = getImageRows(rows, userId)
  const contentTop = size.margin + size.header
  const podium = rows.length < 3 ? 0 : size.podium + 24
  const lines = top.length + (own ? 2 : 0)
  const height = contentTop + podium + size.head + lines * size.row + size.margin
  const draw = await createPicture({ width: size.width, height, background: 'surface' })
  const maxWidth = size.width - 2 * size.margin
  drawLogo(draw, size.margin, size.margin - 4, 1.5)
  drawText(draw, content.product, size.margin + 42, size.margin + 22, maxWidth, { size: 20, weight: 600 })
  drawText(draw, content.groupName, size.margin, size.margin + 84, maxWidth, { size: 40, weight: 600 })
  const subtitle = `${content.title} · ${content.date}`
  drawText(draw, subtitle, size.margin, size.margin + 114, maxWidth, { size: 16, colour: 'muted' })
  if (podium > 0) drawPodium(draw, rows, contentTop, content.language)
  drawRows(draw, rows, userId, contentTop + podium, content)
  return toPng(draw)
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

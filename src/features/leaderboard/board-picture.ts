import type { LeaderboardRow } from '../../queries/answers'
import { pictureRows } from './picture-rows'
import { type RowTexts, rowTexts } from './row-texts'

export interface PictureFacts {
  title: string
  groupName: string
  /** When the places were read, in words. */
  date: string
  /** Heads of the columns rank, name, solved and points. */
  heads: readonly [string, string, string, string]
  language: string
}

/** Sizes in CSS pixels; the file has twice as many, for screens that have. */
const size = { width: 960, margin: 40, podium: 152, head: 36, row: 52, scale: 2 }
const tokens = ['text', 'muted', 'surface', 'line', 'accent-text', 'accent-soft', 'sunken'] as const
const medals = ['gold', 'silver', 'bronze'] as const
type Token = (typeof tokens)[number] | (typeof medals)[number]

/** The page's own colours: a canvas knows no custom properties. */
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

interface Pen {
  context: CanvasRenderingContext2D
  colours: Record<Token, string>
  family: string
}

interface TextLook {
  size?: number
  weight?: 400 | 500 | 600
  colour?: Token
  align?: 'left' | 'right' | 'center'
}

/** One line, cut to its room with an ellipsis; a name's own direction stays inside it. */
const write = (pen: Pen, text: string, x: number, y: number, room: number, look: TextLook = {}): void => {
  const { context, colours, family } = pen
  context.font = `${look.weight ?? 400} ${look.size ?? 16}px ${family}`
  context.fillStyle = colours[look.colour ?? 'text']
  context.textAlign = look.align ?? 'left'
  const fits = (part: string) => context.measureText(part).width <= room
  let letters = [...text.slice(0, 400)]
  const isCut = !fits(letters.join(''))
  while (isCut && letters.length > 0 && !fits(`${letters.join('')}…`))
    letters = letters.slice(0, Math.max(0, Math.min(letters.length - 1, Math.ceil(letters.length * 0.9))))
  context.fillText(`\u2068${letters.join('')}${isCut ? '…' : ''}\u2069`, x, y)
}

const drawPodium = (pen: Pen, rows: readonly LeaderboardRow[], y: number, language: string): void => {
  const gap = 16
  const width = (size.width - 2 * size.margin - 2 * gap) / 3
  for (const [at, row] of rows.slice(0, 3).entries()) {
    const { rank, person, username, points } = rowTexts(row, language)
    const x = size.margin + at * (width + gap)
    pen.context.fillStyle = pen.colours.sunken
    pen.context.fillRect(x, y, width, size.podium)
    write(pen, rank, x + 20, y + 46, width - 40, {
      size: 36,
      weight: 600,
      colour: medals[row.rank - 1] ?? 'muted',
    })
    write(pen, person, x + 20, y + 78, width - 40, { size: 18, weight: 600 })
    write(pen, username, x + 20, y + 100, width - 40, { size: 14, colour: 'muted' })
    write(pen, points, x + 20, y + 130, width - 40, { size: 16 })
  }
}

type Line = Pick<RowTexts, 'rank' | 'person' | 'username' | 'solved' | 'points'>

const drawLine = (pen: Pen, line: Line, y: number, look: TextLook): void => {
  const { width, margin } = size
  write(pen, line.rank, margin + 72, y, 72, { ...look, align: 'right' })
  const room = width - 2 * margin - 340
  write(pen, line.person, margin + 104, line.username ? y - 9 : y, room, look)
  write(pen, line.username, margin + 104, y + 11, room, { size: 13, colour: 'muted' })
  write(pen, line.solved, width - margin - 130, y, 100, { ...look, align: 'right' })
  write(pen, line.points, width - margin - 12, y, 100, { ...look, align: 'right' })
}

const drawRows = (
  pen: Pen,
  rows: readonly LeaderboardRow[],
  userId: number,
  from: number,
  facts: PictureFacts,
) => {
  const { context, colours } = pen
  const { top, own } = pictureRows(rows, userId)
  const [rank, name, solved, points] = facts.heads
  drawLine(pen, { rank, person: name, username: '', solved, points }, from + 23, {
    size: 13,
    colour: 'muted',
  })
  let y = from + size.head
  for (const row of own ? [...top, null, own] : top) {
    context.fillStyle = colours.line
    context.fillRect(size.margin, y, size.width - 2 * size.margin, 1)
    const isOwn = row?.user_id === userId
    if (isOwn) {
      context.fillStyle = colours['accent-soft']
      context.fillRect(size.margin, y, size.width - 2 * size.margin, size.row)
    }
    const texts = row
      ? rowTexts(row, facts.language)
      : { rank: '…', person: '', username: '', solved: '', points: '' }
    drawLine(pen, texts, y + 32, isOwn ? { weight: 600, colour: 'accent-text' } : {})
    y += size.row
  }
}

/** A PNG of the podium, the first rows, the reader's own and when that was. Throws where the browser draws none. */
export const drawBoard = async (
  rows: readonly LeaderboardRow[],
  userId: number,
  facts: PictureFacts,
): Promise<Blob> => {
  // Drawn with the page's letters, which may still be on their way.
  await document.fonts?.ready
  const { own, top } = pictureRows(rows, userId)
  const begin = size.margin + 110
  const podium = rows.length < 3 ? 0 : size.podium + 24
  const lines = top.length + (own ? 2 : 0)
  const height = begin + podium + size.head + lines * size.row + size.margin
  const canvas = document.createElement('canvas')
  canvas.width = size.width * size.scale
  canvas.height = height * size.scale
  const context = canvas.getContext('2d')
  if (!context) throw new Error('The browser has no canvas.')
  context.scale(size.scale, size.scale)
  const pen: Pen = { context, colours: readColours(), family: getComputedStyle(document.body).fontFamily }
  context.fillStyle = pen.colours.surface
  context.fillRect(0, 0, size.width, height)
  const room = size.width - 2 * size.margin
  write(pen, facts.groupName, size.margin, size.margin + 14, room, { size: 16, colour: 'muted' })
  write(pen, facts.title, size.margin, size.margin + 54, room, { size: 32, weight: 600 })
  write(pen, facts.date, size.margin, size.margin + 84, room, { size: 14, colour: 'muted' })
  if (podium > 0) drawPodium(pen, rows, begin, facts.language)
  drawRows(pen, rows, userId, begin + podium, facts)
  const blob = await new Promise<Blob | null>(done => canvas.toBlob(done, 'image/png'))
  if (!blob) throw new Error('The browser made no picture.')
  return blob
}

import { getDisplayName } from '../../api/display-name'
import type { LeaderboardRow } from '../../api/responses'
import { parseMoment } from '../../lib/format'
import { escapeFormula } from '../../lib/text'

interface CsvContent {
  /** Rank, name, username, solved, points, last solve. */
  headings: readonly [string, string, string, string, string, string]
  language: string
}

/** Excel in Russian expects semicolons, because the comma separates decimals there. */
const getSeparator = (language: string): string => (language === 'ru' ? ';' : ',')

const two = (value: number): string => String(value).padStart(2, '0')

/** `2026-10-05 14:30` in the device's time zone: every spreadsheet reads and sorts it. */
const toSheetTime = (moment: string | undefined): string => {
  const time = parseMoment(moment)
  if (time === null) return ''
  const date = new Date(time)
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-')
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`
}

const toNumber = (value: number): string => (Number.isFinite(value) ? String(value) : '')

const toCell = (value: string): string => {
  const text = escapeFormula(value.replace(/[\p{C}\s]+/gu, ' ').trim())
  return `"${text.replaceAll('"', '""')}"`
}

/** All rows as CSV (RFC 4180), with the byte order mark that Excel needs for UTF-8. */
export const createBoardCsv = (
  rows: readonly LeaderboardRow[],
  { headings, language }: CsvContent,
): string => {
  const separator = getSeparator(language)
  const lines = [
    headings.map(toCell),
    ...rows.map(row => [
      toNumber(row.rank),
      toCell(getDisplayName(row)),
      toCell(row.username),
      toNumber(row.solved),
      toNumber(row.points),
      toSheetTime(row.last_solved_at),
    ]),
  ]
  return `\ufeff${lines.map(cells => cells.join(separator)).join('\r\n')}\r\n`
}

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
export const toSheetTime = (moment: string | number | undefined): string => {
  const time = parseMoment(moment)
  if (time === null) return ''
  const date = new Date(time)
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-')
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`
}

export const toSheetNumber = (value: number): string => (Number.isFinite(value) ? String(value) : '')

/** Line breaks, tabs and invisible characters, but not a joiner inside a Persian word or an emoji of several. */
const SPACING =
  /(?:(?!(?<=[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])[\u200c\u200d][\p{L}\p{Extended_Pictographic}])[\p{C}\s])+/gu

/** Text that a spreadsheet turns into another number or a date, such as `0012345`, `12e5`, `3-12` and `dec12`. */
const NUMBER = /^(?=.*\d)[\d\s.,:/%-]+(?:e[+-]?\d+)?$/i
const MONTH =
  '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)(?:r?uary|ch|il|e|y|ust|t|tember|ober|ember)?'
const DATE = new RegExp(`^(?=.*\\d)(?:\\d{1,2}[\\s-]?)?${MONTH}(?:[\\s-]?\\d{1,4})?$`, 'i')

export const toSheetText = (value: string): string => {
  const text = escapeFormula(value.replace(SPACING, ' ').trim())
  const isConverted = NUMBER.test(text) || DATE.test(text)
  return `"${isConverted ? "'" : ''}${text.replaceAll('"', '""')}"`
}

/** CSV (RFC 4180), with the byte order mark that Excel needs for UTF-8. */
export const createCsv = (lines: readonly (readonly string[])[], language: string): string =>
  `\ufeff${lines.map(cells => cells.join(getSeparator(language))).join('\r\n')}\r\n`

/** All rows as CSV. */
export const createBoardCsv = (rows: readonly LeaderboardRow[], { headings, language }: CsvContent): string =>
  createCsv(
    [
      headings.map(toSheetText),
      ...rows.map(row => [
        toSheetNumber(row.rank),
        toSheetText(getDisplayName(row)),
        toSheetText(row.username),
        toSheetNumber(row.solved),
        toSheetNumber(row.points),
        toSheetTime(row.last_solved_at),
      ]),
    ],
    language,
  )

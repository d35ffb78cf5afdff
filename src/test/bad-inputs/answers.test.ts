import type { LabStatus, LmsUpload } from '../../api/schema.gen'
import { labAddress } from '../../features/lab-panel/lab-address'
import { filterRows, sortRows } from '../../features/leaderboard/board-order'
import { rowTexts } from '../../features/leaderboard/row-texts'
import { addBusinessDays, dayIn } from '../../lib/business-days'
import { countOf } from '../../lib/count-of'
import {
  formatCountdown,
  formatDate,
  formatDay,
  formatDeadline,
  formatDuration,
  formatMoney,
  formatNumber,
  formatPercent,
  formatSize,
  formatTime,
  parseMoment,
} from '../../lib/format'
import { orderOutcome } from '../../lib/order-message'
import { readSteps } from '../../lib/step-lines'
import { isFromTerminal } from '../../lib/terminal-channel'
import { attemptRule, knownStatus } from '../../queries/attempt-rules'
import { readBoard, shareBoard } from '../../queries/board-answer'
import { labView } from '../../queries/lab-view'
import { uploadReportOf } from '../../queries/lms-report'
import { answerInputs, judgeAnswer, judgeWritten, valueInputs } from './answers'
import { holdSink } from './hold-sink'
import { type Heard, judgeMessage, type Message, messageInputs, ownOrigin } from './messages'

const [frame, other] = [{} as Window, {} as Window]

holdSink<Message, Heard>({
  ...messageInputs,
  cases: 'F05 F06',
  judge: judgeMessage,
  product: {
    order: ({ origin, isOurs, data }) =>
      orderOutcome({ origin, source: isOurs ? frame : other, data }, { ownOrigin, source: frame }),
    terminal: isFromTerminal,
  },
  careless: {
    'begins with the origin': {
      order: ({ origin, isOurs, data }) =>
        origin.startsWith(ownOrigin) && isOurs
          ? ((data as { outcome?: unknown } | null)?.outcome ?? null)
          : null,
      terminal: () => false,
    },
    'any shape': { order: () => null, terminal: data => typeof data === 'object' && data !== null },
  },
})

const now = Date.UTC(2026, 10, 22)

/** The names of what an answer was taken for though it is not; null as it should be. */
const readAll = (answer: unknown): unknown => {
  const fields = Object(answer) as Record<string, unknown>
  const board = readBoard(answer)
  if (board) {
    const rows = shareBoard(board, readBoard(JSON.parse(JSON.stringify(answer))) ?? board).rows
    for (const row of sortRows(filterRows(rows, 'a'), { key: 'name', direction: 'asc' }, 'ru'))
      rowTexts(row, 'ru')
  }
  readSteps(fields.series)
  const lab = labView(answer as LabStatus, { now })
  const commands = lab.endpoints
    .map(labAddress)
    .filter(({ main, isCommand }) => isCommand && !/^(?:ssh -p -?\d+|nc) [\w:.-]+(?: -?\d+)?$/.test(main))
  uploadReportOf(answer as LmsUpload)
  const status = knownStatus(fields.status)
  const isTaken = status !== 'unknown' && status !== fields.status
  return isTaken || typeof attemptRule(fields.status) !== 'object' || commands.length > 0
    ? [status, commands]
    : null
}

const merge = (into: Record<string, unknown>, from: unknown): void => {
  for (const [key, value] of Object.entries(Object(from) as object)) {
    if (typeof value === 'object' && value !== null && typeof into[key] === 'object')
      merge(into[key] as Record<string, unknown>, value)
    else into[key] = value
  }
}

holdSink<string, (answer: unknown) => unknown>({
  ...answerInputs,
  cases: 'X15',
  judge: judgeAnswer,
  product: readAll,
  careless: {
    'merged into an object': answer => {
      merge({}, answer)
      return null
    },
    'looked up in an object': answer => {
      const looks: Record<string, unknown> = { payed: 'paid' }
      const { status } = Object(answer) as { status?: unknown }
      return looks[String(status)] !== undefined && status !== 'payed' ? String(status) : null
    },
  },
})

holdSink<string, (value: unknown) => readonly string[]>({
  ...valueInputs,
  cases: 'N02 E11 X15',
  judge: judgeWritten,
  product: value => {
    const [number, moment] = [value as number, value as string]
    const at = parseMoment(moment)
    countOf(value)
    readSteps([{ at: value, points: value }])
    if (at !== null) dayIn(at, 'Europe/Moscow')
    if (at !== null) addBusinessDays(at, 3, { timeZone: 'Europe/Moscow', holidays: [], workingDays: [] })
    return ['ru', 'en'].flatMap(language => [
      formatNumber(number, language),
      formatPercent(number, language),
      formatDate(moment, language),
      formatDay(moment, language),
      formatTime(moment, language),
      formatDeadline(moment, language),
      formatDuration(number, language),
      formatCountdown(number),
      formatSize(number, language),
      formatMoney(number, 'RUB', language),
    ])
  },
  careless: {
    'a number as it comes': value => [String(Number(value))],
    'a date as it comes': value => [new Date(value as string).toISOString()],
  },
})

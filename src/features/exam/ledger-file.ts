import i18next from 'i18next'
import { formatDuration } from '../../lib/format'
import { formatZonedTime, getZonedTime } from '../../lib/zoned-time'
import type { LedgerEntry } from './ledger'

/** Unknown operations are called "a request". */
const operationKeys = new Map(
  Object.entries({
    getGroup: 'call.group',
    listTaskStatuses: 'call.statuses',
    listGroups: 'call.groups',
    getTask: 'call.task',
    takeHint: 'call.hint',
    openTerminal: 'call.terminal',
    getWriteup: 'call.writeup',
    submitFlags: 'call.flag',
    startLab: 'call.labStart',
    stopLab: 'call.labStop',
    getLabStatus: 'call.lab',
    getLeaderboard: 'call.leaderboard',
    startAttempt: 'call.examStart',
    sendFeedback: 'call.feedback',
    refreshSession: 'call.session',
  } as const),
)

/** Translates into the current language. */
const getT = () => i18next.getFixedT(null, 'ledger')

export const getEntryLabel = (entry: LedgerEntry, getTaskTitle: (task: number) => string | null): string => {
  const t = getT()
  const { kind, operation = '', task, failure = 'network', status = '' } = entry
  if (kind !== 'failure' && kind !== 'unsent' && kind !== 'retry')
    return t(`row.${kind}`) + (entry.isOpen ? t('lasting') : '')
  const taskLabel =
    task === undefined ? '' : t('ofTask', { title: getTaskTitle(task) ?? t('task', { id: task }) })
  const call = t(operationKeys.get(operation) ?? 'call.other') + taskLabel
  if (kind === 'retry') return t('row.retry', { call })
  const why = failure === 'http' ? t('why.http', { status }) : t(`why.${failure}`)
  return t('row.failure', { call, why }) + (entry.isAgain ? t('again') : '')
}

/** Difference of the displayed whole seconds, so that it agrees with the displayed times. */
const getWholeSeconds = ({ from, to }: LedgerEntry): number => Math.floor(to / 1000) - Math.floor(from / 1000)

/** Null for instantaneous entries. */
export const getDurationLabel = (entry: LedgerEntry): string | null => {
  const seconds = getWholeSeconds(entry)
  return seconds === 0 && entry.kind !== 'gap' ? null : formatDuration(seconds, i18next.language)
}

/** One line: gaps with their total length, and flags without a response. */
export const getLedgerSummary = (entries: readonly LedgerEntry[]): string => {
  const t = getT()
  const gaps = entries.filter(({ kind }) => kind === 'gap')
  const unsent = entries.filter(({ kind }) => kind === 'unsent').length
  const seconds = gaps.reduce((sum, gap) => sum + getWholeSeconds(gap), 0)
  const time = formatDuration(seconds, i18next.language)
  const first = gaps.length === 0 ? t('summary.steady') : t('summary.gaps', { count: gaps.length, time })
  return unsent === 0 ? first : `${first}; ${t('summary.unsent', { count: unsent })}`
}

export interface LedgerFileOptions {
  /** Null if unknown. */
  examName: string | null
  attempt: number
  username: string
  /** IANA name of the platform's time zone. */
  zone: string
  /** Server time in milliseconds. */
  now: number
  deviceAheadMs: number
  dropped: number
  getTaskTitle: (task: number) => string | null
}

const oneLine = (text: string): string => text.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').trim()

/** The log as a text file for reviewers. */
export const createLedgerFile = (entries: readonly LedgerEntry[], options: LedgerFileOptions): string => {
  const t = getT()
  const { examName, attempt, username, zone, now, dropped } = options
  const ahead = Math.round(options.deviceAheadMs / 1000)
  const header = [
    t('file.title'),
    '',
    ...(examName === null ? [] : [t('file.exam', { name: oneLine(examName) })]),
    t('file.attempt', { id: attempt }),
    t('file.user', { name: oneLine(username) }),
    t('file.zone', { zone, offset: getZonedTime(now, zone).offset }),
    t('file.device', { seconds: `${ahead < 0 ? '-' : '+'}${Math.abs(ahead)}` }),
    t('file.exported', { time: formatZonedTime(now, zone) }),
    t('file.summary', { text: getLedgerSummary(entries) }),
    ...(dropped > 0 ? [t('dropped', { count: dropped })] : []),
  ]
  const columns = [t('file.from'), t('file.to'), t('length')]
  const rows = entries.map(entry => [
    formatZonedTime(entry.from, zone),
    formatZonedTime(entry.to, zone),
    getDurationLabel(entry) ?? '',
    oneLine(getEntryLabel(entry, options.getTaskTitle)),
  ])
  const table = [[...columns, t('what')], ...rows]
  const widths = columns.map((_, at) => Math.max(...table.map(row => (row[at] ?? '').length)))
  const lines = table.map(row => row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | '))
  const body = entries.length > 0 ? lines : [t('file.none')]
  return `${[...header, '', ...body, '', t('file.note')].join('\n')}\n`
}

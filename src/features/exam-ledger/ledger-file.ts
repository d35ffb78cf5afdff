import i18next from 'i18next'
import type { LedgerEntry } from '../../queries/exam-ledger-entries'
import { getDurationLabel, getEntryLabel, getLedgerSummary } from './ledger-labels'
import { formatZonedTime, getZonedTime } from './zone-time'

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
  /** Number of dropped ordinary entries. */
  dropped: number
  getTaskTitle: (task: number) => string | null
}

const oneLine = (text: string): string => text.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').trim()

const getHeaderLines = (entries: readonly LedgerEntry[], options: LedgerFileOptions): string[] => {
  const { examName, attempt, username, zone, now, deviceAheadMs, dropped } = options
  const ns = 'ledger'
  const seconds = Math.round(deviceAheadMs / 1000)
  const signed = `${seconds < 0 ? '-' : '+'}${Math.abs(seconds)}`
  return [
    i18next.t('file.title', { ns }),
    '',
    ...(examName === null ? [] : [i18next.t('file.exam', { ns, name: oneLine(examName) })]),
    i18next.t('file.attempt', { ns, id: attempt }),
    i18next.t('file.user', { ns, name: oneLine(username) }),
    i18next.t('file.zone', { ns, zone, offset: getZonedTime(now, zone).offset }),
    i18next.t('file.device', { ns, seconds: signed }),
    i18next.t('file.exported', { ns, time: formatZonedTime(now, zone) }),
    i18next.t('file.summary', { ns, text: getLedgerSummary(entries) }),
    ...(dropped > 0 ? [i18next.t('dropped', { ns, count: dropped })] : []),
  ]
}

/** The log as a text file for reviewers. */
export const createLedgerFile = (entries: readonly LedgerEntry[], options: LedgerFileOptions): string => {
  const ns = 'ledger'
  const columns = [i18next.t('file.from', { ns }), i18next.t('file.to', { ns }), i18next.t('length', { ns })]
  const rows = entries.map(entry => [
    formatZonedTime(entry.from, options.zone),
    formatZonedTime(entry.to, options.zone),
    getDurationLabel(entry) ?? '',
    oneLine(getEntryLabel(entry, options.getTaskTitle)),
  ])
  const table = [[...columns, i18next.t('what', { ns })], ...rows]
  const widths = columns.map((_, at) => Math.max(...table.map(row => (row[at] ?? '').length)))
  const lines = table.map(row => row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | '))
  const body = entries.length > 0 ? lines : [i18next.t('file.none', { ns })]
  return `${[...getHeaderLines(entries, options), '', ...body, '', i18next.t('file.note', { ns })].join('\n')}\n`
}

import i18next from 'i18next'
import type { LedgerEntry } from '../../queries/exam-ledger-entries'
import { entryText, ledgerSummary, lengthText } from './ledger-words'
import { zoneStamp, zoneTime } from './zone-time'

export interface LedgerFacts {
  /** Name of the group; null when it is not known. */
  exam: string | null
  attempt: number
  username: string
  /** Of the platform, an IANA name. */
  zone: string
  /** By the server's clock, in milliseconds. */
  now: number
  /** How far the device's clock is ahead of the server's, in milliseconds. */
  ahead: number
  /** Ordinary entries that are not kept any more. */
  dropped: number
  titleOf: (task: number) => string | null
}

/** One line stays one line, whatever a name holds. */
const oneLine = (text: string): string => text.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').trim()

const head = (entries: readonly LedgerEntry[], facts: LedgerFacts): string[] => {
  const { exam, attempt, username, zone, now, ahead, dropped } = facts
  const ns = 'ledger'
  const seconds = Math.round(ahead / 1000)
  const signed = `${seconds < 0 ? '-' : '+'}${Math.abs(seconds)}`
  return [
    i18next.t('file.title', { ns }),
    '',
    ...(exam === null ? [] : [i18next.t('file.exam', { ns, name: oneLine(exam) })]),
    i18next.t('file.attempt', { ns, id: attempt }),
    i18next.t('file.user', { ns, name: oneLine(username) }),
    i18next.t('file.zone', { ns, zone, offset: zoneTime(now, zone).offset }),
    i18next.t('file.device', { ns, seconds: signed }),
    i18next.t('file.exported', { ns, time: zoneStamp(now, zone) }),
    i18next.t('file.summary', { ns, text: ledgerSummary(entries) }),
    ...(dropped > 0 ? [i18next.t('dropped', { ns, count: dropped })] : []),
  ]
}

/** The ledger as a text for whoever reviews the exam: facts, every entry in the order of time, and what it is. */
export const ledgerFile = (entries: readonly LedgerEntry[], facts: LedgerFacts): string => {
  const ns = 'ledger'
  const columns = [i18next.t('file.from', { ns }), i18next.t('file.to', { ns }), i18next.t('length', { ns })]
  const rows = entries.map(entry => [
    zoneStamp(entry.from, facts.zone),
    zoneStamp(entry.to, facts.zone),
    lengthText(entry) ?? '',
    oneLine(entryText(entry, facts.titleOf)),
  ])
  const table = [[...columns, i18next.t('what', { ns })], ...rows]
  const widths = columns.map((_, at) => Math.max(...table.map(row => (row[at] ?? '').length)))
  const lines = table.map(row => row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | '))
  const body = entries.length > 0 ? lines : [i18next.t('file.none', { ns })]
  return `${[...head(entries, facts), '', ...body, '', i18next.t('file.note', { ns })].join('\n')}\n`
}

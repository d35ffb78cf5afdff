import { isObject } from '../lib/json'
import { InputError } from './errors'
import type { Finding } from './finding'

/** A finding that is accepted for some time. */
export type BaselineEntry = {
  readonly fingerprint: string
  readonly reason: string
  /** The last day on which it is accepted, such as `2026-12-31`. */
  readonly expires: string
  readonly about?: string
}

type Applied = {
  readonly findings: Finding[]
  /** Expired entries: their drift counts again. */
  readonly expired: BaselineEntry[]
  /** Entries without a finding: they can be removed. */
  readonly unused: BaselineEntry[]
}

const version = 1
const EXPIRY_DAYS = 90

/** Throws an InputError that names the invalid entry. */
export function readBaseline(text: string, file: string): BaselineEntry[] {
  const wrong = (what: string) => new InputError(`The baseline ${file} ${what}`)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw wrong('is not JSON; write one with --write-baseline.')
  }
  if (!isObject(value) || !Array.isArray(value.accepted) || value.version !== version)
    throw wrong(
      `is not of the form { "version": ${version}, "accepted": [...] }; write one with --write-baseline.`,
    )
  const entries = value.accepted.map((entry: unknown, index) => {
    const { fingerprint, reason, expires, about } = isObject(entry) ? entry : {}
    const at = typeof fingerprint === 'string' ? fingerprint : `number ${index + 1}`
    if (typeof fingerprint !== 'string' || !/^[0-9a-f]{16}$/.test(fingerprint))
      throw wrong(`has no fingerprint of 16 hexadecimal digits in its entry ${at}.`)
    if (typeof reason !== 'string' || reason.trim() === '')
      throw wrong(`has no reason in its entry ${at}: explain why this drift is accepted.`)
    if (typeof expires !== 'string' || !isCalendarDate(expires))
      throw wrong(`has no day such as 2026-12-31 under "expires" in its entry ${at}.`)
    return { fingerprint, reason, expires, ...(typeof about === 'string' && { about }) }
  })
  const duplicate = entries.find(({ fingerprint }, index) =>
    entries.slice(0, index).some(other => other.fingerprint === fingerprint),
  )
  if (duplicate) throw wrong(`holds the fingerprint ${duplicate.fingerprint} twice; keep one.`)
  return entries
}

/** Marks accepted findings instead of removing them, so that reports can show them. */
export function applyBaseline(
  findings: readonly Finding[],
  entries: readonly BaselineEntry[],
  now: Date,
): Applied {
  const today = now.toISOString().slice(0, 10)
  const expired = entries.filter(({ expires }) => expires < today)
  const found = new Set(findings.map(({ fingerprint }) => fingerprint))
  const valid = new Map(
    entries.filter(entry => !expired.includes(entry)).map(entry => [entry.fingerprint, entry]),
  )
  return {
    findings: findings.map(finding => {
      const entry = valid.get(finding.fingerprint)
      return entry ? { ...finding, accepted: entry.reason } : finding
    }),
    expired: expired.filter(({ fingerprint }) => found.has(fingerprint)),
    unused: entries.filter(({ fingerprint }) => !found.has(fingerprint)),
  }
}

/** Keeps the reasons of valid entries; new ones are empty and have to be filled in. */
export function writeBaseline(
  findings: readonly Finding[],
  known: readonly BaselineEntry[],
  now: Date,
): string {
  const expires = new Date(now.getTime() + EXPIRY_DAYS * 86_400_000).toISOString().slice(0, 10)
  const today = now.toISOString().slice(0, 10)
  const accepted = findings.map(({ fingerprint, driftId, call, place }) => {
    const before = known.find(entry => entry.fingerprint === fingerprint && entry.expires >= today)
    const about = [driftId, call, place].filter(part => part !== undefined).join(' ')
    return { fingerprint, about, reason: before?.reason ?? '', expires: before?.expires ?? expires }
  })
  return `${JSON.stringify({ version, accepted }, null, 2)}\n`
}

function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

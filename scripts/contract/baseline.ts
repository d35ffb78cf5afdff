import { isObject } from '../lib/json'
import type { Finding } from './finding'
import { InputError } from './input-error'

/** One drift that somebody decided to live with for a while. */
export type BaselineEntry = {
  readonly fingerprint: string
  /** Why it is accepted: a sentence or a ticket. Never empty. */
  readonly reason: string
  /** The last day on which it is accepted, as in `2026-12-31`. */
  readonly expires: string
  /** For the reader alone: what the fingerprint stands for. */
  readonly about?: string
}

type Applied = {
  readonly findings: Finding[]
  /** Entries whose day is over: their drift counts again. */
  readonly expired: BaselineEntry[]
  /** Entries whose drift was not found: they can go. */
  readonly unused: BaselineEntry[]
}

const version = 1
const days = 90

/** Reads the text of a baseline file; throws a InputError of one sentence that names the entry. */
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
      throw wrong(`has no reason in its entry ${at}: say why this drift is accepted.`)
    if (typeof expires !== 'string' || !isDay(expires))
      throw wrong(`has no day such as 2026-12-31 under "expires" in its entry ${at}.`)
    return { fingerprint, reason, expires, ...(typeof about === 'string' && { about }) }
  })
  const twice = entries.find(({ fingerprint }, index) =>
    entries.slice(0, index).some(other => other.fingerprint === fingerprint),
  )
  if (twice) throw wrong(`holds the fingerprint ${twice.fingerprint} twice; keep one.`)
  return entries
}

/** Marks what the baseline accepts on a day; the findings stay in the list, so that reports can show them. */
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

/** A baseline of everything that was found; reasons that were given before are kept, new ones are to be filled in. */
export function writeBaseline(
  findings: readonly Finding[],
  known: readonly BaselineEntry[],
  now: Date,
): string {
  const expires = new Date(now.getTime() + days * 86_400_000).toISOString().slice(0, 10)
  const today = now.toISOString().slice(0, 10)
  const accepted = findings.map(({ fingerprint, driftId, call, place }) => {
    const before = known.find(entry => entry.fingerprint === fingerprint && entry.expires >= today)
    const about = [driftId, call, place].filter(part => part !== undefined).join(' ')
    return { fingerprint, about, reason: before?.reason ?? '', expires: before?.expires ?? expires }
  })
  return `${JSON.stringify({ version, accepted }, null, 2)}\n`
}

/** Whether a text is a day of the calendar; `2026-02-30` is none. */
function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

/**
 * The string formats of the contract as regular expressions. Stricter than JSON Schema
 * where browsers differ: a `date-time` has a `T` and an offset (RFC 3339), because Safari parses
 * no other.
 */

const leapYear = '(?:\\d\\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)'
const longMonth = '(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])'
const shortMonth = '(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)'
const february = '02-(?:0[1-9]|1\\d|2[0-8])'
const date = `(?:\\d{4}-(?:${longMonth}|${shortMonth}|${february})|${leapYear}-02-29)`
const time = '(?:[01]\\d|2[0-3]):[0-5]\\d:(?:[0-5]\\d|60)(?:\\.\\d+)?'
const offset = '(?:[Zz]|[+-](?:[01]\\d|2[0-3]):[0-5]\\d)'
const label = '[a-z\\d](?:[a-z\\d-]{0,61}[a-z\\d])?'
const beyondAscii = '\\u00a1-\\uffff'
const mailAtom = `[\\w!#$%&'*+/=?^\`{|}~${beyondAscii}-]+`
const mailLabel = `[a-z\\d${beyondAscii}](?:[a-z\\d${beyondAscii}-]{0,61}[a-z\\d${beyondAscii}])?`
const octet = '(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)'

export const stringFormats = {
  date: new RegExp(`^${date}$`),
  'date-time': new RegExp(`^${date}T${time}${offset}$`),
  // Letters beyond ASCII too (RFC 6531), as FastAPI accepts them.
  email: new RegExp(`^${mailAtom}(?:\\.${mailAtom})*@(?:${mailLabel}\\.)+${mailLabel}$`, 'i'),
  hostname: new RegExp(`^(?=.{1,253}$)${label}(?:\\.${label})*$`, 'i'),
  ipv4: new RegExp(`^${octet}(?:\\.${octet}){3}$`),
  uri: /^[a-z][a-z\d+.-]*:(?:[^\s<>"{}|\\^`%]|%[\da-f]{2})+$/i,
  'uri-reference': /^(?:[^\s<>"{}|\\^`%]|%[\da-f]{2})*$/i,
  uuid: /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i,
} as const satisfies Record<string, RegExp>

export type StringFormat = keyof typeof stringFormats

/** Formats that describe a value without restricting it here. */
export const annotationFormats: readonly string[] = [
  'binary',
  'password',
  'int32',
  'int64',
  'float',
  'double',
]

const patterns = new Map<string, RegExp>(Object.entries(stringFormats))

export function formatPattern(format: string): RegExp | undefined {
  return patterns.get(format)
}

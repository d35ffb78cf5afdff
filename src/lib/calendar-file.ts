/** Writes iCalendar files (RFC 5545): one event for each moment or day that somebody has to remember. */

export interface CalendarEvent {
  /** The same whenever the same event is written, so that a calendar moves it and does not double it. */
  uid: string
  title: string
  /** A moment in milliseconds since the epoch, or a whole day as `YYYY-MM-DD`. */
  at: number | string
  /** A reminder so many minutes before a moment. */
  alarmMinutes?: number
}

const longestLine = 75

const utf8 = new TextEncoder()

/** At most 75 octets a line, the break and its space included; a character is never cut (RFC 5545 §3.1). */
const folded = (line: string): string => {
  let text = ''
  let length = 0
  for (const character of line) {
    const size = utf8.encode(character).length
    if (length + size > longestLine) {
      text += '\r\n '
      length = 1
    }
    text += character
    length += size
  }
  return text
}

/** A value of the type TEXT (RFC 5545 §3.3.11): a break of lines stays one, no other control character is allowed. */
const escaped = (text: string): string =>
  text
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n?|[\n\u2028\u2029]/g, '\\n')
    .replace(/\p{Cc}|\p{Cs}/gu, '')

/** `20261212T090000Z`. */
const stamp = (time: number): string => new Date(time).toISOString().replace(/[-:]|\.\d+/g, '')

const alarm = (title: string, minutes: number): string[] => [
  'BEGIN:VALARM',
  'ACTION:DISPLAY',
  `DESCRIPTION:${title}`,
  `TRIGGER:-PT${minutes}M`,
  'END:VALARM',
]

const eventLines = ({ uid, title, at, alarmMinutes }: CalendarEvent, now: number): string[] => [
  'BEGIN:VEVENT',
  `UID:${escaped(uid)}`,
  `DTSTAMP:${stamp(now)}`,
  typeof at === 'number' ? `DTSTART:${stamp(at)}` : `DTSTART;VALUE=DATE:${at.replaceAll('-', '')}`,
  `SUMMARY:${escaped(title)}`,
  // A reminder takes up nobody's time.
  'TRANSP:TRANSPARENT',
  ...(alarmMinutes === undefined ? [] : alarm(escaped(title), alarmMinutes)),
  'END:VEVENT',
]

/**
 * The text of a file `.ics`.
 * @param now when it is written, in milliseconds since the epoch: of two files, a calendar believes the later one
 */
export const calendarFile = (events: readonly CalendarEvent[], now: number): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Flagship//Exam//EN',
    'CALSCALE:GREGORIAN',
    ...events.flatMap(event => eventLines(event, now)),
    'END:VCALENDAR',
  ]
    .map(line => `${folded(line)}\r\n`)
    .join('')

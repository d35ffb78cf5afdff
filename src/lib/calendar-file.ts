/** Writes iCalendar files (RFC 5545). */

export interface CalendarEvent {
  /** Stable per event, so that a calendar updates the event instead of adding another. */
  uid: string
  title: string
  /** A moment in milliseconds since the epoch, or a whole day as `YYYY-MM-DD`. */
  at: number | string
  /** Reminder, in minutes before the event. */
  alarmMinutes?: number
}

const MAX_LINE_OCTETS = 75

const utf8 = new TextEncoder()

/** At most 75 octets including the continuation space; characters are never split (RFC 5545, section 3.1). */
const foldLine = (line: string): string => {
  let text = ''
  let length = 0
  for (const character of line) {
    const size = utf8.encode(character).length
    if (length + size > MAX_LINE_OCTETS) {
      text += '\r\n '
      length = 1
    }
    text += character
    length += size
  }
  return text
}

/** Escapes a TEXT value (RFC 5545, section 3.3.11) and drops control characters. */
const escapeText = (text: string): string =>
  text
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n?|[\n\u2028\u2029]/g, '\\n')
    .replace(/\p{Cc}|\p{Cs}/gu, '')

/** `20261212T090000Z`. */
const formatUtc = (time: number): string => new Date(time).toISOString().replace(/[-:]|\.\d+/g, '')

const alarmLines = (title: string, minutes: number): string[] => [
  'BEGIN:VALARM',
  'ACTION:DISPLAY',
  `DESCRIPTION:${title}`,
  `TRIGGER:-PT${minutes}M`,
  'END:VALARM',
]

const eventLines = ({ uid, title, at, alarmMinutes }: CalendarEvent, now: number): string[] => [
  'BEGIN:VEVENT',
  `UID:${escapeText(uid)}`,
  `DTSTAMP:${formatUtc(now)}`,
  typeof at === 'number' ? `DTSTART:${formatUtc(at)}` : `DTSTART;VALUE=DATE:${at.replaceAll('-', '')}`,
  `SUMMARY:${escapeText(title)}`,
  // Don't mark the time as busy.
  'TRANSP:TRANSPARENT',
  ...(alarmMinutes === undefined ? [] : alarmLines(escapeText(title), alarmMinutes)),
  'END:VEVENT',
]

/** Content of an `.ics` file. `now` is the time of writing: calendars prefer the later of two files. */
export const createCalendarFile = (events: readonly CalendarEvent[], now: number): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Flagship//Deadlines//EN',
    'CALSCALE:GREGORIAN',
    ...events.flatMap(event => eventLines(event, now)),
    'END:VCALENDAR',
  ]
    .map(line => `${foldLine(line)}\r\n`)
    .join('')

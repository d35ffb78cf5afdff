import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CalendarEvent, createCalendarFile } from './calendar-file'

const now = Date.parse('2026-11-20T12:34:56.789Z')
const end: CalendarEvent = {
  uid: 'exam-attempt-7-end@flagship.example',
  title: 'Конец экзамена: Веб, часть 1; «основы»',
  at: Date.parse('2026-12-01T21:00:00+03:00'),
  alarmMinutes: 60,
}
const review: CalendarEvent = {
  uid: 'exam-attempt-7-review@flagship.example',
  title: 'Review',
  at: '2026-12-07',
}

/** Unfolded lines (RFC 5545, section 3.1). */
const linesOf = (text: string): string[] => text.replaceAll('\r\n ', '').split('\r\n')

/** Unescapes a TEXT value (RFC 5545, section 3.3.11). */
const readText = (value: string): string =>
  value.replace(/\\([\\;,nN])/g, (_, one: string) => (one.toLowerCase() === 'n' ? '\n' : one))

const titleOf = (text: string): string =>
  readText(
    linesOf(text)
      .find(line => line.startsWith('SUMMARY:'))
      ?.slice('SUMMARY:'.length) ?? '',
  )

test('writes a moment and a whole day', () => {
  expect(linesOf(createCalendarFile([end, review], now))).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Flagship//Exam//EN',
    'CALSCALE:GREGORIAN',
    'BEGIN:VEVENT',
    'UID:exam-attempt-7-end@flagship.example',
    'DTSTAMP:20261120T123456Z',
    'DTSTART:20261201T180000Z',
    'SUMMARY:Конец экзамена: Веб\\, часть 1\\; «основы»',
    'TRANSP:TRANSPARENT',
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    'DESCRIPTION:Конец экзамена: Веб\\, часть 1\\; «основы»',
    'TRIGGER:-PT60M',
    'END:VALARM',
    'END:VEVENT',
    'BEGIN:VEVENT',
    'UID:exam-attempt-7-review@flagship.example',
    'DTSTAMP:20261120T123456Z',
    'DTSTART;VALUE=DATE:20261207',
    'SUMMARY:Review',
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ])
})

test('every line ends with CR LF, and there is no other line break', () => {
  const text = createCalendarFile([{ ...end, title: 'a\nb\r\nc\rd\u2028e' }, review], now)
  expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true)
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n\u2028\u2029]/)
  expect(titleOf(text)).toBe('a\nb\nc\nd\ne')
})

describe('any name of the exam', () => {
  test.each<[string, string]>([
    ['end of line and a property of its own', 'x\r\nATTENDEE:mailto:evil@example.com'],
    ['another event', 'x\nEND:VEVENT\nBEGIN:VEVENT'],
    ['backslashes', 'C:\\new\\table, \\; \\\\'],
    ['only marks', ',;\\'],
  ])('escapes %s and adds no property', (_, title) => {
    const lines = linesOf(createCalendarFile([{ ...end, title }], now))
    expect(lines.filter(line => /^(?:BEGIN:VEVENT|END:VEVENT|ATTENDEE)/.test(line))).toHaveLength(2)
    expect(titleOf(createCalendarFile([{ ...end, title }], now))).toBe(title.replaceAll('\r\n', '\n'))
  })

  test('removes control characters and lone surrogates', () => {
    expect(titleOf(createCalendarFile([{ ...end, title: 'a\u0000b\u0007c\ud800d\u007f' }], now))).toBe('abcd')
  })

  test('folds lines to 75 octets without splitting characters, and the title survives', () => {
    const utf8 = new TextEncoder()
    const reader = new TextDecoder('utf-8', { fatal: true })
    const characters = fc.constantFrom('a', ' ', 'ж', '€', '👩‍💻', '𝕏', ',', ';', '\\', '\n', 'é', '中')
    const property = fc.property(fc.string({ unit: characters, maxLength: 300, size: 'max' }), title => {
      const text = createCalendarFile([{ ...end, title }], now)
      for (const line of text.split('\r\n')) {
        const bytes = utf8.encode(line)
        expect(bytes.length).toBeLessThanOrEqual(75)
        expect(reader.decode(bytes)).toBe(line)
      }
      expect(titleOf(text)).toBe(title)
    })
    fc.assert(property, { seed: 5545, numRuns: 100 })
  })
})

test('equal dates give an equal file, and a moved date keeps the uid', () => {
  expect(createCalendarFile([end, review], now)).toBe(createCalendarFile([end, review], now))
  const moved = linesOf(
    createCalendarFile([{ ...end, at: Date.parse('2026-12-02T10:00:00Z') }], now + 60_000),
  )
  expect(moved.slice(5, 8)).toEqual([
    'UID:exam-attempt-7-end@flagship.example',
    'DTSTAMP:20261120T123556Z',
    'DTSTART:20261202T100000Z',
  ])
})

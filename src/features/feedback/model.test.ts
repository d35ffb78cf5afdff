import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MAX_MESSAGE_LENGTH, truncateMessage } from '../../lib/safe-text'
import { getSlowdown } from '../../test/slowdown'
import { checkFile, getCursor, getMessageLength, isBlank, MAX_FILE_BYTES } from './model'

describe('U04 counts a message as it is sent', () => {
  test.each([
    ['nothing', '', 0],
    ['letters', 'Привет', 6],
    ['an emoji of one code point', '😀', 1],
    ['a family of seven code points', '👨‍👩‍👧‍👦', 7],
    ['a line break of a field', 'a\nb', 3],
    ['a line break of Windows', 'a\r\nb', 3],
    ['an old line break', 'a\rb', 3],
    ['an empty line', 'a\n\nb', 4],
    ['half an emoji', '\ud83d', 1],
    ['1500 letters', 'я'.repeat(1500), 1500],
    ['1501 emoji', '😀'.repeat(1501), 1501],
  ])('%s', (_, text, length) => expect(getMessageLength(text)).toBe(length))

  test.each([
    ['', true],
    ['   \n\t\u00a0', true],
    ['\u200b\u2060\ufeff', true],
    ['.', false],
    ['😀', false],
  ])('%j is blank: %s', (text, blank) => expect(isBlank(text)).toBe(blank))
})

describe('S03 truncates a foreign draft to the limit', () => {
  test.each([
    ['letters', 'a'.repeat(1501), 1500],
    ['emoji', '😀'.repeat(1501), 3000],
    ['line breaks', '\n'.repeat(1501), 1500],
    ['a line break over the edge', `${'a'.repeat(1500)}\nb`, 1500],
    ['a Windows line break at the edge', `${'a'.repeat(1499)}\r\nb`, 1501],
    ['one that fits', 'a\r\nb', 4],
  ])('%s', (_, text, length) => expect(truncateMessage(text).length).toBe(length))

  test('the result is a prefix within the limit and as long as possible, for any text', () => {
    const texts = fc.array(fc.constantFrom('a'.repeat(200), '😀'.repeat(90), '\n', '\r\n', 'ё'), {
      maxLength: 40,
    })
    fc.assert(
      fc.property(texts, parts => {
        const text = parts.join('')
        const cut = truncateMessage(text)
        expect(text.startsWith(cut)).toBe(true)
        expect(getMessageLength(cut)).toBeLessThanOrEqual(MAX_MESSAGE_LENGTH)
        if (cut !== text) expect(getMessageLength(cut)).toBe(MAX_MESSAGE_LENGTH)
      }),
      { seed: 5, numRuns: 500 },
    )
  })
})

describe('files', () => {
  test.each([
    [MAX_FILE_BYTES, null],
    [5_242_880, null],
    [5_242_881, 'large'],
    [0, 'empty'],
    [1, null],
  ])('U01 %i bytes: %s', (size, problem) => expect(checkFile({ name: 'a.pdf', size })).toBe(problem))

  test.each([
    ['a.docx', null],
    ['a.txt', null],
    ['a.pdf', null],
    ['REPORT.DOCX', null],
    ['a.exe.pdf', null],
    ['a..pdf', null],
    ['отчёт за май.Pdf', null],
    ["<img src=x onerror='alert(1)'>.pdf", null],
    ['a.pdf.exe', 'type'],
    ['.pdf', 'type'],
    ['..pdf', 'type'],
    ['pdf', 'type'],
    ['', 'type'],
    ['a.', 'type'],
    ['a.pdf.', 'type'],
    ['a.doc', 'type'],
    ['a.docx~', 'type'],
    ['a.pdf\u200b', 'type'],
    ['a.exe .pdf', 'name'],
    ['a.pdf .exe', 'name'],
    ['a\u00a0.pdf', 'name'],
    ['a.pdf\u202eexe', 'name'],
    ['a\u202efdp.exe.pdf', 'name'],
    ['a\u2067.pdf', 'name'],
    ['a.pdf\u0000.exe', 'name'],
    ['a\u0000.pdf', 'name'],
    ['a\n.pdf', 'name'],
    ['a\u2028b.pdf', 'name'],
  ])('U02 %j: %s', (name, problem) => expect(checkFile({ name, size: 10 })).toBe(problem))

  test('U03 ignores the MIME type of the browser', () => {
    expect(checkFile(new File(['x'], 'a.pdf', { type: 'text/html' }))).toBeNull()
    expect(checkFile(new File(['x'], 'a.html', { type: 'application/pdf' }))).toBe('type')
  })

  test('X13 takes no longer for a hostile name', () => {
    const check = (name: string) => checkFile({ name, size: 1 })
    expect(getSlowdown(check, `${' .'.repeat(50_000)}pdf`)).toBeLessThan(100)
    expect(getSlowdown(check, `${'.'.repeat(100_000)}pdf`)).toBeLessThan(100)
  })
})

test.each([
  ['a draft', undefined, 7],
  ['a draft\n\nBegins:', 'Begins:', 16],
  ['\n\nFacts', '\n\nFacts', 0],
  ['a draft\n\nFacts', '\n\nFacts', 7],
])('one writes on in %j prepared with %j at %s', (text, prefill, at) =>
  expect(getCursor(text, prefill)).toBe(at),
)

import { expect, test } from 'vitest'
import { cleanOutput, createOutputFile } from './terminal-text'

test('T19 saved output has no control characters, no trailing blanks, and none that reorder it', () => {
  expect(cleanOutput('a\x1b[2Jb\x07\x9bc\x7f\u202e\u2066d\u2028e \u00a0\n\tf\r\n\n \n')).toBe('a[2Jbcde\nf')
})

test('T19 a line of a million blanks is cut at once', () => {
  const line = `${' '.repeat(1_000_000)}x`
  const began = process.cpuUsage()
  expect(cleanOutput(line)).toBe(line)
  expect(process.cpuUsage(began).user / 1000).toBeLessThan(2000)
})

test.each([
  ['TCP/IP и HTTP', /^TCP-IP-и-HTTP-2026-11-28-\d{4}\.txt$/],
  ['..\\..\\con', /^con-2026-11-28-\d{4}\.txt$/],
  ['<a href="x">\u202etxt.exe', /^a-href-x-txt-exe-2026-11-28-\d{4}\.txt$/],
  ['\u044f'.repeat(300), /^\u044f{60}-2026-11-28-\d{4}\.txt$/],
  ['', /^2026-11-28-\d{4}\.txt$/],
])('T19 the file of the task %j has a safe name with the time', (title, name) => {
  const file = createOutputFile(title, '$ id', Date.UTC(2026, 10, 28, 12, 5))
  expect(file.name).toMatch(name)
  expect(file.text).toMatch(/^[^\n]*, 2026-11-28 \d\d:05:00 [+-]\d\d:\d\d\n\n\$ id\n$/)
})

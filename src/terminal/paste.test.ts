import { describe, expect, it } from 'vitest'
import { cleanPaste, needsConfirmation } from './paste'

describe('T14 cleanPaste', () => {
  it.each([
    ['ls -la', 'ls -la', false],
    ['a\tb', 'a\tb', false],
    ['flag{вот_он}', 'flag{вот_он}', false],
    ['one\r\ntwo\rthree', 'one\ntwo\nthree', true],
    ['ls\n', 'ls\n', true],
    ['x\x1b[201~rm -rf /', 'xrm -rf /', false],
    ['x\x9b201~y', 'x201~y', false],
    ['\x1b[20\x1b[201~1~y', '[201~y', false],
    ['a\x03\x04\x00\x7fb\x1bc', 'abc', false],
    ['safe\u202Eevil\u2066', 'safeevil', false],
    ['', '', false],
  ])('%j becomes %j', (raw, cleaned, asks) => {
    expect(cleanPaste(raw)).toBe(cleaned)
    expect(needsConfirmation(cleanPaste(raw))).toBe(asks)
  })

  it('removes all control characters', () => {
    const all = String.fromCodePoint(...Array.from({ length: 0x300 }, (_, code) => code))
    expect(cleanPaste(all)).not.toMatch(/[^\P{Cc}\t\n]/u)
  })
})

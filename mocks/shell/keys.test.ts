import { describe, expect, it } from 'vitest'
import { readKeys } from './keys'

/** A typed character in quotes, any other key by its name. */
const describeKeys = (text: string, pending = '') =>
  readKeys(pending, text)
    .keys.map(key => ('text' in key ? `'${key.text}'` : key.name))
    .join(' ')

describe('keys', () => {
  it.each([
    ['letters', 'aя🙂', "'a' 'я' '🙂'"],
    ['Enter, also as CRLF and LF', 'a\r\n\n\r', "'a' enter enter enter"],
    [
      'controls of a line',
      '\x7f\x08\x01\x05\x15\x0b\x17\x03\x04\x0c\t',
      'backspace backspace home end kill-before kill-after kill-word interrupt end-of-input clear-screen complete',
    ],
    ['arrows', '\x1b[A\x1b[B\x1b[C\x1b[D\x1bOA', 'up down right left up'],
    ['home, end and delete', '\x1b[H\x1bOF\x1b[1~\x1b[4~\x1b[3~', 'home end home end delete'],
    ['words', '\x1b[1;5C\x1b[1;3D\x1bb\x1bf', 'word-right word-left word-left word-right'],
    ['a bracketed paste without its brackets', '\x1b[200~ls\x1b[201~', "'l' 's'"],
    ['function keys not', '\x1bOP\x1b[15~\x1b[24;2~', ''],
    ['other controls not', '\0\x02\x07\x12\x1a\x1c\x7f', 'left backspace'],
    ['C1 controls and invisible marks not', '\x85\x90\x9f\u200b\u202e\ufeff', ''],
  ])('%s', (_, text, expected) => {
    expect(describeKeys(text)).toBe(expected)
  })

  it.each([
    ['device attributes', '\x1b[?1;2c'],
    ['secondary device attributes', '\x1b[>0;276;0c'],
    ['a status and a cursor position', '\x1b[0n\x1b[12;40R\x1b[?12;40R'],
    ['a mode', '\x1b[?2004;2$y'],
    ['a setting', '\x1bP1$r0m\x1b\\'],
    ['a colour', '\x1b]10;rgb:ffff/ffff/ffff\x07\x1b]4;1;rgb:0/0/0\x1b\\'],
    ['the clipboard', '\x1b]52;c;cm0gLXJmIC8=\x07'],
    ['a click', '\x1b[<0;10;5M'],
    ['a title', '\x1b]lrm -rf /\x1b\\'],
  ])('T12 replies of the terminal itself are never typed: %s', (_, text) => {
    expect(describeKeys(`a${text}b`)).toBe("'a' 'b'")
    // The same if it is split anywhere.
    for (let cut = 1; cut < text.length; cut++) {
      const first = readKeys('', text.slice(0, cut))
      expect([...first.keys, ...readKeys(first.pending, text.slice(cut)).keys], text.slice(0, cut)).toEqual(
        [],
      )
    }
  })

  it('an incomplete reply does not block the input', () => {
    const { pending } = readKeys('', '\x1b]52;c;')
    expect(describeKeys('abc\x03ls', pending)).toBe("interrupt 'l' 's'")
    expect(readKeys('', `\x1b[${'1;'.repeat(5000)}`).pending.length).toBeLessThan(100)
  })
})

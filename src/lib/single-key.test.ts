import { describe, expect, test } from 'vitest'
import { type KeyPress, keyMeanings } from './single-key'

const press = (key: string, code: string, shiftKey = false): KeyPress => ({ key, code, shiftKey })

describe('A11Y-07 what a press means', () => {
  test.each<[string, KeyPress, string[]]>([
    ['f', press('f', 'KeyF'), ['f']],
    ['f with Caps Lock', press('F', 'KeyF'), ['f']],
    ['j', press('j', 'KeyJ'), ['j']],
    ['k', press('k', 'KeyK'), ['k']],
    ['?', press('?', 'Slash', true), ['?']],
    ['/', press('/', 'Slash'), ['/']],
    ['[', press('[', 'BracketLeft'), ['[']],
    [',', press(',', 'Comma'), [',']],
    ['.', press('.', 'Period'), ['.']],
  ])('on the Latin layout: %s', (_, event, meanings) => {
    expect(keyMeanings(event)).toEqual(meanings)
  })

  test.each<[string, KeyPress, string[]]>([
    ['а in the place of F', press('а', 'KeyF'), ['f']],
    ['А with Caps Lock', press('А', 'KeyF'), ['f']],
    ['о in the place of J', press('о', 'KeyJ'), ['j']],
    ['л in the place of K', press('л', 'KeyK'), ['k']],
    ['х in the place of [', press('х', 'BracketLeft'), ['[']],
    ['б in the place of ,', press('б', 'Comma'), [',']],
    ['ю in the place of .', press('ю', 'Period'), ['.']],
    ['the printed ?', press('?', 'Digit7', true), ['?']],
    ['the printed /', press('/', 'Backslash', true), ['/']],
    ['the printed . , then the / of its place', press('.', 'Slash'), ['.', '/']],
    ['the printed , , then the ? of its place', press(',', 'Slash', true), [',', '?']],
    ['э has no Latin letter in its place', press('э', 'Quote'), []],
  ])('on the Russian layout: %s', (_, event, meanings) => {
    expect(keyMeanings(event)).toEqual(meanings)
  })

  test.each<[string, KeyPress, string[]]>([
    ['the own letter of a moved Latin layout counts, not its place', press('u', 'KeyF'), ['u']],
    ['so does its own sign', press('/', 'BracketLeft'), ['/']],
    ['the [ of Dvorak', press('[', 'Minus'), ['[']],
    ['the German - in the place of /', press('-', 'Slash'), ['-']],
    ['the / of a German keyboard', press('/', 'Digit7', true), ['/']],
    ['the German ü in the place of [', press('ü', 'BracketLeft'), ['[']],
    ['the Russian / of an Apple keyboard', press('/', 'Slash'), ['/']],
    ['a Shift with a letter is somebody else’s', press('F', 'KeyF', true), []],
    ['a Shift with a Russian letter too', press('А', 'KeyF', true), []],
    ['a Shift with the Russian х', press('Х', 'BracketLeft', true), ['{']],
    ['Enter', press('Enter', 'Enter'), []],
    ['F5', press('F5', 'F5'), []],
    ['a dead key', press('Dead', 'BracketLeft'), []],
    ['a key of an input method', press('Process', 'KeyF'), []],
    ['no key at all', press('', 'KeyF'), []],
    ['two letters at once', press('ab', 'KeyF'), []],
    ['a Cyrillic letter on a place without one', press('ж', 'Semicolon'), []],
    ['a Cyrillic letter on a key nobody has', press('а', 'MyKeyF'), []],
    ['another one', press('а', 'KeyFf'), []],
    ['a Shift with the Russian б', press('Б', 'Comma', true), ['<']],
    ['a Shift with the Russian ю', press('Ю', 'Period', true), ['>']],
    ['a sign in no known place', press('.', 'NumpadDecimal'), ['.']],
  ])('elsewhere: %s', (_, event, meanings) => {
    expect(keyMeanings(event)).toEqual(meanings)
  })
})

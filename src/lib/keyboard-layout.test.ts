import { describe, expect, test } from 'vitest'
import { getKeyMeanings, type KeyPress, toLatinLayout } from './keyboard-layout'

test.each([
  ['адфпХс0вуЪ', 'flag{c0de}'],
  ['адфп{еуые}', 'flag{test}'],
  ['АДФПХтщ_цфнЪ', 'FLAG{no_way}'],
  ['ёйцукенгшщзхъ', '`qwertyuiop[]'],
  ['фывапролджэ', "asdfghjkl;'"],
  ['ячсмитьбю.', 'zxcvbnm,./'],
  ['ЁЙЦУКЕНГШЩЗХЪ', '~QWERTYUIOP{}'],
  ['ФЫВАПРОЛДЖЭ', 'ASDFGHJKL:"'],
  ['ЯЧСМИТЬБЮ,', 'ZXCVBNM<>?'],
  ['!"№;%:?*()/', '!@#$%^&*()|'],
  ['іїєў', "s]'o"],
  ['flag{abc}', 'flag{abc}'],
])('%s is converted to %s', (typed, meant) => {
  expect(toLatinLayout(typed)).toBe(meant)
})

const press = (key: string, code: string, shiftKey = false): KeyPress => ({ key, code, shiftKey })

describe('A11Y-07 meanings of a key press', () => {
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
    expect(getKeyMeanings(event)).toEqual(meanings)
  })

  test.each<[string, KeyPress, string[]]>([
    ['а on the key F', press('а', 'KeyF'), ['f']],
    ['А with Caps Lock', press('А', 'KeyF'), ['f']],
    ['о on the key J', press('о', 'KeyJ'), ['j']],
    ['л on the key K', press('л', 'KeyK'), ['k']],
    ['х on the key [', press('х', 'BracketLeft'), ['[']],
    ['б on the key ,', press('б', 'Comma'), [',']],
    ['ю on the key .', press('ю', 'Period'), ['.']],
    ['the printed ?', press('?', 'Digit7', true), ['?']],
    ['the printed /', press('/', 'Backslash', true), ['/']],
    ['the printed . , then the / of its key', press('.', 'Slash'), ['.', '/']],
    ['the printed , , then the ? of its key', press(',', 'Slash', true), [',', '?']],
    ['э is not on a Latin letter key', press('э', 'Quote'), []],
  ])('on the Russian layout: %s', (_, event, meanings) => {
    expect(getKeyMeanings(event)).toEqual(meanings)
  })

  test.each<[string, KeyPress, string[]]>([
    ['a letter of another Latin layout counts, not its key', press('u', 'KeyF'), ['u']],
    ['so does its own sign', press('/', 'BracketLeft'), ['/']],
    ['the [ of Dvorak', press('[', 'Minus'), ['[']],
    ['the German - on the key /', press('-', 'Slash'), ['-']],
    ['the / of a German keyboard', press('/', 'Digit7', true), ['/']],
    ['the German ü on the key [', press('ü', 'BracketLeft'), ['[']],
    ['the Russian / of an Apple keyboard', press('/', 'Slash'), ['/']],
    ['Shift with a letter is ignored', press('F', 'KeyF', true), []],
    ['Shift with a Russian letter too', press('А', 'KeyF', true), []],
    ['a Shift with the Russian х', press('Х', 'BracketLeft', true), ['{']],
    ['Enter', press('Enter', 'Enter'), []],
    ['F5', press('F5', 'F5'), []],
    ['a dead key', press('Dead', 'BracketLeft'), []],
    ['a key of an input method', press('Process', 'KeyF'), []],
    ['no key at all', press('', 'KeyF'), []],
    ['two letters at once', press('ab', 'KeyF'), []],
    ['a Cyrillic letter on a key without a Latin letter', press('ж', 'Semicolon'), []],
    ['a Cyrillic letter on an unknown key', press('а', 'MyKeyF'), []],
    ['another one', press('а', 'KeyFf'), []],
    ['a Shift with the Russian б', press('Б', 'Comma', true), ['<']],
    ['a Shift with the Russian ю', press('Ю', 'Period', true), ['>']],
    ['a sign in no known place', press('.', 'NumpadDecimal'), ['.']],
  ])('on other layouts: %s', (_, event, meanings) => {
    expect(getKeyMeanings(event)).toEqual(meanings)
  })
})

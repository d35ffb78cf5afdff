import { expect, test } from 'vitest'
import { toLatinLayout } from './keyboard-layout'

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

import { expect, test } from 'vitest'
import { extractText } from './extract-text'

test.each([
  ['plain', 'plain'],
  [{ text: 'one', content: 'other' }, 'one'],
  [{ id: 4, content: 'Look at the cookie.' }, 'Look at the cookie.'],
  [{ id: 4, description: 'words' }, 'words'],
  [{ kind: 'md', tip: 'The longest one.' }, 'The longest one.'],
  [{ text: ' ', content: 'words' }, 'words'],
])('finds the text in %j', (value, text) => {
  expect(extractText(value)).toBe(text)
})

test.each([null, undefined, '', ' ', 7, true, [], ['text'], {}, { text: 7 }, { text: { a: 1 } }])(
  'returns null for %j',
  value => {
    expect(extractText(value)).toBeNull()
  },
)

import { describe, expect, test } from 'vitest'
import { getDisplayName, hasVisibleText } from './display-name'

describe('display name', () => {
  test.each([
    ['Анна', 'Ким', 'Анна Ким'],
    ['Ann', 'Lee', 'Ann Lee'],
    [' Ann', '(Lee)', ' Ann (Lee)'],
    ['王', '芳', '王 芳'],
    ['Ann', undefined, 'ann-1'],
    [undefined, 'Lee', 'ann-1'],
    ['', 'Lee', 'ann-1'],
    ['Ann', ' \u00a0', 'ann-1'],
    ['\u200b', 'Lee', 'ann-1'],
    ['\u202e\u2066', 'Lee', 'ann-1'],
    ['Ann', '\u3164', 'ann-1'],
    ['Ann', '\u2800\u2800', 'ann-1'],
  ])('X03 %j and %j: %j', (first_name, last_name, name) => {
    expect(getDisplayName({ username: 'ann-1', first_name, last_name })).toBe(name)
  })

  test('falls back to the username for malformed names', () => {
    const malformed = JSON.parse('{"username":"ann-1","first_name":7,"last_name":{"a":1}}')
    expect(getDisplayName(malformed)).toBe('ann-1')
    expect(getDisplayName({ ...malformed, first_name: 'Ann' })).toBe('ann-1')
  })
})

describe('visible text', () => {
  test.each(['!', '~', '\u0400', '\u0482', '\u0301 a', '\u200bx', '\ud83d\ude00', '\u00e9'])(
    '%j: yes',
    text => expect(hasVisibleText(text)).toBe(true),
  )
  test.each(['', ' ', '\t\n', '\u007f', '\u00ad', '\u115f', '\ufeff\u2060', '\u2800', '\u034f'])(
    '%j: no',
    text => expect(hasVisibleText(text)).toBe(false),
  )
})

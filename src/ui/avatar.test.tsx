import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Avatar } from './avatar'

test.each([
  ['Анна Петрова', 'АП'],
  ['\u{1f1eb}\u{1f1f7}Jean-Luc Picard', '\u{1f1eb}\u{1f1f7}L'],
  ['\u{1f469}\u{1f3fd}\u200d\u{1f680} Ride', '\u{1f469}\u{1f3fd}\u200d\u{1f680}R'],
  ['e\u0301lodie', 'E\u0301'],
  ['', ''],
])('the initials of %j are whole characters', (name, expected) => {
  const { container } = render(<Avatar name={name} />)
  expect(container.querySelector('[data-initials]')?.getAttribute('data-initials')).toBe(expected)
})

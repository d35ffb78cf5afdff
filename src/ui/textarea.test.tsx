import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { Textarea } from './textarea'

afterEach(() => vi.restoreAllMocks())

/** jsdom has no layout: each line is 24 px high. */
const mockLayout = () =>
  vi.spyOn(HTMLTextAreaElement.prototype, 'scrollHeight', 'get').mockImplementation(function (
    this: HTMLTextAreaElement,
  ) {
    return this.value.split('\n').length * 24 + 14
  })

test('without field-sizing it grows with its text up to the limit, and shrinks again', () => {
  mockLayout()
  const height = () => screen.getByRole('textbox').style.height
  const { rerender } = render(<Textarea aria-label="Flags" minRows={2} maxRows={5} defaultValue="a" />)
  expect(height()).toBe('62px')
  for (const [lines, expected] of [
    [4, '110px'],
    [30, '134px'],
    [1, '62px'],
  ] as const) {
    fireEvent.input(screen.getByRole('textbox'), { target: { value: 'a\n'.repeat(lines - 1) } })
    expect(height()).toBe(expected)
  }
  rerender(<Textarea aria-label="Flags" minRows={2} maxRows={5} value={'a\n\n\n'} readOnly />)
  expect(height()).toBe('110px')
})

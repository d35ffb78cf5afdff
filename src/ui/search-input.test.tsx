import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { SearchInput } from './search-input'

test('Escape empties the field, except the one that ends an input method', () => {
  const onChange = vi.fn()
  render(<SearchInput label="Найти" clearLabel="Очистить" value="zhong" onChange={onChange} />)
  const field = screen.getByRole('searchbox', { name: 'Найти' })
  fireEvent.keyDown(field, { key: 'Escape', isComposing: true })
  fireEvent.keyDown(field, { key: 'Escape', keyCode: 229 })
  expect(onChange).not.toHaveBeenCalled()
  fireEvent.keyDown(field, { key: 'Escape' })
  expect(onChange).toHaveBeenCalledExactlyOnceWith('')
})

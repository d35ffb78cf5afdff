import { act, fireEvent } from '@testing-library/react'

/** Focuses a field and sets its text at once, as a paste does. For tests that are not about typing, which is slow. */
export const fillIn = (field: HTMLElement, text: string): void => {
  act(() => field.focus())
  fireEvent.input(field, { target: { value: text } })
}

import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { Button } from './button'
import { Popover } from './popover'
import { Tooltip } from './tooltip'

test('a popover is a named dialog that its content can close', async () => {
  const user = userEvent.setup()
  render(
    <Popover trigger={<Button>Профиль</Button>} title="Профиль" isTitleHidden>
      {close => <Button onClick={close}>Готово</Button>}
    </Popover>,
  )
  await user.click(screen.getByRole('button', { name: 'Профиль' }))
  expect(await screen.findByRole('dialog', { name: 'Профиль' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Готово' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Профиль' })))
})

test.each([
  ['Tab behind its last element', '{Tab}'],
  ['Shift+Tab before its first', '{Shift>}{Tab}{/Shift}'],
  ['Escape', '{Escape}'],
])('a popover is left by %s, and its button has the focus again', async (_, key) => {
  const user = userEvent.setup()
  render(
    <>
      <Popover trigger={<Button>Профиль</Button>} title="Профиль" isTitleHidden>
        <Button>Готово</Button>
      </Popover>
      <Button>Дальше</Button>
    </>,
  )
  await user.click(screen.getByRole('button', { name: 'Профиль' }))
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Готово'))
  await user.keyboard(key)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Профиль'))
  await user.tab()
  expect(document.activeElement?.textContent).toBe('Дальше')
})

test('A11Y-16 a tooltip describes its trigger before it is shown', () => {
  render(
    <Tooltip content="anna.kotova@example.ru">
      <Button>anna.kot…</Button>
    </Tooltip>,
  )
  expect(
    screen.getByRole('button', { name: 'anna.kot…', description: 'anna.kotova@example.ru' }),
  ).toBeTruthy()
})

test('a tooltip adds to an existing description', () => {
  render(
    <Tooltip content="Полное имя">
      <Button disabledReason="Нет прав">Имя</Button>
    </Tooltip>,
  )
  expect(screen.getByRole('button', { description: 'Полное имя Нет прав' })).toBeTruthy()
})

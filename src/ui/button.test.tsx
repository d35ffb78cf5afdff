import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Button } from './button'
import { RadioMenu } from './radio-menu'

test('works by click and keyboard, and does not submit a form by default', async () => {
  const user = userEvent.setup()
  const onClick = vi.fn()
  const onSubmit = vi.fn()
  render(
    <form onSubmit={onSubmit}>
      <Button onClick={onClick}>Обновить</Button>
    </form>,
  )
  await user.click(screen.getByRole('button', { name: 'Обновить' }))
  await user.keyboard('{Enter}')
  expect(onClick).toHaveBeenCalledTimes(2)
  expect(onSubmit).not.toHaveBeenCalled()
})

test('a disabled button stays focusable, is described by the reason, and ignores clicks', async () => {
  const user = userEvent.setup()
  const onClick = vi.fn()
  render(
    <Button onClick={onClick} disabledReason="Сначала подтвердите почту">
      Изменить имя
    </Button>,
  )
  const button = screen.getByRole('button', {
    name: 'Изменить имя',
    description: 'Сначала подтвердите почту',
  })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  await user.tab()
  expect(document.activeElement).toBe(button)
  await user.keyboard('{Enter} ')
  await user.click(button)
  expect(onClick).not.toHaveBeenCalled()
})

test('an empty reason leaves the button enabled', () => {
  render(<Button disabledReason="">Отправить</Button>)
  expect(screen.getByRole('button').hasAttribute('aria-disabled')).toBe(false)
})

test.each([
  ['pending', { isPending: true }],
  ['disabled', { disabledReason: 'Нет соединения' }],
])('a %s submit button stops Enter in the form', async (_, props) => {
  const user = userEvent.setup()
  const onSubmit = vi.fn(event => event.preventDefault())
  render(
    <form onSubmit={onSubmit}>
      <input aria-label="Флаг" />
      <Button type="submit" {...props}>
        Отправить
      </Button>
    </form>,
  )
  await user.type(screen.getByLabelText('Флаг'), 'flag{{Enter}')
  expect(onSubmit).not.toHaveBeenCalled()
})

test('keeps name and focus while pending', () => {
  const { rerender } = render(<Button>Войти</Button>)
  screen.getByRole('button').focus()
  rerender(<Button isPending>Войти</Button>)
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Войти', busy: true }))
})

test('keeps focus when it becomes disabled', () => {
  const { rerender } = render(<Button>Отправить</Button>)
  screen.getByRole('button').focus()
  rerender(<Button disabledReason="Повторить можно через 30 с">Отправить</Button>)
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Отправить' }))
  rerender(<Button>Отправить</Button>)
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Отправить' }))
})

test('a disabled trigger opens no menu', () => {
  render(
    <RadioMenu
      trigger={<Button disabledReason="Нет прав">Действия</Button>}
      label="Действия"
      value="a"
      options={[{ value: 'a', label: 'Удалить' }]}
      onChange={() => {}}
    />,
  )
  const button = screen.getByRole('button', { name: 'Действия' })
  fireEvent.mouseDown(button)
  fireEvent.click(button)
  fireEvent.keyDown(button, { key: 'ArrowDown' })
  expect(screen.queryByRole('menu')).toBeNull()
})

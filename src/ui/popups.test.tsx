import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Button } from './button'
import { Popover } from './popover'
import { RadioMenu } from './radio-menu'
import { Tabs } from './tabs'
import { Tooltip } from './tooltip'

const languages = [
  { value: 'ru', label: 'Русский', lang: 'ru' },
  { value: 'en', label: 'English', lang: 'en' },
] as const

function Language({ onChange = () => {} }: { onChange?: (value: 'ru' | 'en') => void }) {
  return (
    <RadioMenu
      trigger={<Button>Язык</Button>}
      label="Язык"
      value="ru"
      options={languages}
      onChange={onChange}
    />
  )
}

test('a menu works by keyboard, closes, and restores focus', async () => {
  const user = userEvent.setup()
  const onChange = vi.fn<(value: 'ru' | 'en') => void>()
  render(<Language onChange={onChange} />)
  const trigger = screen.getByRole('button', { name: 'Язык', expanded: false })
  trigger.focus()
  await user.keyboard('{ArrowDown}')
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('menuitemradio', { name: 'Русский' })),
  )
  await user.keyboard('{End}')
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('menuitemradio', { name: 'English' })),
  )
  await user.keyboard('{Enter}')
  await waitFor(() => expect(onChange).toHaveBeenCalledExactlyOnceWith('en'))
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(trigger))
})

test('a menu closes on Escape, on a click outside and on its trigger', async () => {
  const user = userEvent.setup()
  render(
    <>
      <Language />
      <p>Рядом</p>
    </>,
  )
  const trigger = screen.getByRole('button', { name: 'Язык' })
  const ways = [
    () => user.keyboard('{Escape}'),
    () => user.click(screen.getByText('Рядом')),
    () => user.click(trigger),
  ]
  for (const leave of ways) {
    await user.click(trigger)
    await screen.findByRole('menu', { name: 'Язык' })
    expect(trigger.getAttribute('aria-expanded')).toBe('true')
    await leave()
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    expect(trigger.getAttribute('aria-expanded')).toBe('false')
  }
})

test('a menu marks the selected option and reports a new one', async () => {
  const user = userEvent.setup()
  const onChange = vi.fn<(value: 'ru' | 'en') => void>()
  render(<Language onChange={onChange} />)
  await user.click(screen.getByRole('button', { name: 'Язык' }))
  expect(await screen.findByRole('menuitemradio', { name: 'Русский', checked: true })).toBeTruthy()
  await user.click(screen.getByRole('menuitemradio', { name: 'English', checked: false }))
  await waitFor(() => expect(onChange).toHaveBeenCalledExactlyOnceWith('en'))
})

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

test('tabs show one panel and report a change', async () => {
  const user = userEvent.setup()
  const onChange = vi.fn<(value: 'tasks' | 'exam') => void>()
  const items = [
    { value: 'tasks', label: 'Задания', panel: 'Список' },
    { value: 'exam', label: 'Экзамен', panel: 'Попытки' },
  ] as const
  render(<Tabs label="Разделы" value="tasks" onChange={onChange} items={items} />)
  expect(screen.getByRole('tabpanel', { name: 'Задания' }).textContent).toBe('Список')
  await user.click(screen.getByRole('tab', { name: 'Экзамен' }))
  await waitFor(() => expect(onChange).toHaveBeenCalledExactlyOnceWith('exam'))
})

import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { Checkbox } from './checkbox'
import { Field } from './field'
import { PasswordInput } from './password-input'
import { Select } from './select'
import { TextInput } from './text-input'
import { Textarea } from './textarea'

test.each([
  ['TextInput', <TextInput key="a" name="a" />],
  ['PasswordInput', <PasswordInput key="a" name="a" showLabel="Показать" hideLabel="Скрыть" />],
  ['Textarea', <Textarea key="a" name="a" />],
  ['Select', <Select key="a" name="a" options={[{ value: '1', label: 'Один' }]} />],
])('A11Y-17 %s takes label, hint, error and `required` from its field', (_, control) => {
  render(
    <Field label="Поле" hint="Не короче 8" error="Слишком коротко" isRequired>
      {control}
    </Field>,
  )
  const input = screen.getByLabelText(/^Поле/)
  expect(input).toMatchObject({ name: 'a', required: true })
  expect(input.getAttribute('aria-invalid')).toBe('true')
  const described = (input.getAttribute('aria-describedby') ?? '').split(' ')
  expect(described.map(id => document.getElementById(id)?.textContent)).toEqual([
    'Слишком коротко',
    'Не короче 8',
  ])
})

test('without an error there is no aria-invalid and no aria-describedby', () => {
  render(
    <Field label="Почта">
      <TextInput />
    </Field>,
  )
  const input = screen.getByLabelText('Почта')
  expect(input.hasAttribute('aria-invalid')).toBe(false)
  expect(input.hasAttribute('aria-describedby')).toBe(false)
})

test('showing the password keeps its value', async () => {
  const user = userEvent.setup()
  render(
    <Field label="Пароль">
      <PasswordInput showLabel="Показать" hideLabel="Скрыть" defaultValue="секрет-123" />
    </Field>,
  )
  const input = screen.getByLabelText('Пароль')
  await user.click(screen.getByRole('button', { name: 'Показать' }))
  expect(input).toMatchObject({ type: 'text', value: 'секрет-123' })
  await user.click(screen.getByRole('button', { name: 'Скрыть' }))
  expect(input).toMatchObject({ type: 'password', value: 'секрет-123' })
})

test('shows a notice while Caps Lock is on', async () => {
  const user = userEvent.setup()
  render(<PasswordInput aria-label="Пароль" showLabel="П" hideLabel="С" capsLockNotice="Включён Caps Lock" />)
  await user.click(screen.getByLabelText('Пароль'))
  await user.keyboard('{CapsLock}A')
  expect(screen.getByRole('status').textContent).toBe('Включён Caps Lock')
  await user.keyboard('{CapsLock}a')
  expect(screen.getByRole('status').textContent).toBe('')
})

test('A11Y-17 a checkbox is described by its error', () => {
  render(<Checkbox label="Согласие" error="Нужно согласие" />)
  expect(screen.getByRole('checkbox', { name: 'Согласие', description: 'Нужно согласие' })).toBeTruthy()
})

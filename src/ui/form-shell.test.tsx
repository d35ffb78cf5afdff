import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { ErrorSummary } from './error-summary'
import { Field } from './field'
import { FormShell, type FormShellProps } from './form-shell'
import { TextInput } from './text-input'

function show(props: Partial<FormShellProps> = {}) {
  const onSubmit = vi.fn<(data: FormData) => unknown>(() => new Promise(() => {}))
  const form = (more: Partial<FormShellProps> = {}) => (
    <FormShell pending={false} error={null} onSubmit={onSubmit} {...props} {...more}>
      <Field label="Имя" isRequired>
        <TextInput name="name" />
      </Field>
      <Field label="Почта">
        <TextInput name="email" type="email" required />
      </Field>
      <button type="submit">Отправить</button>
    </FormShell>
  )
  const view = render(form())
  return { onSubmit, update: (more: Partial<FormShellProps>) => view.rerender(form(more)) }
}

test('several Enters submit once', async () => {
  const user = userEvent.setup()
  const { onSubmit } = show()
  await user.type(screen.getByLabelText(/Имя/), 'anna{Enter}{Enter}{Enter}{Enter}{Enter}')
  expect(onSubmit).toHaveBeenCalledTimes(1)
  expect(Object.fromEntries(onSubmit.mock.calls[0]?.[0] ?? [])).toEqual({ name: 'anna', email: '' })
})

test('the next submit works after the promise has settled', async () => {
  const user = userEvent.setup()
  const { onSubmit, update } = show()
  onSubmit.mockImplementation(() => Promise.reject(new Error('503')))
  await user.type(screen.getByLabelText(/Имя/), 'anna{Enter}')
  await waitFor(async () => {
    await user.keyboard('{Enter}')
    expect(onSubmit).toHaveBeenCalledTimes(2)
  })
  update({ pending: true })
  await user.keyboard('{Enter}')
  expect(onSubmit).toHaveBeenCalledTimes(2)
})

test('shows the error of the form as an alert and keeps the fields', async () => {
  const user = userEvent.setup()
  const { update } = show()
  await user.type(screen.getByLabelText(/Имя/), 'anna')
  update({ error: 'Неверное имя или пароль' })
  expect(screen.getByRole('alert').textContent).toBe('Неверное имя или пароль')
  expect(screen.getByLabelText(/Имя/)).toMatchObject({ value: 'anna' })
})

test('the error summary takes focus and links to the fields', async () => {
  const user = userEvent.setup()
  render(
    <>
      <ErrorSummary
        title="Проверьте поле"
        items={[{ fieldId: 'mail', text: 'Неверный формат адреса почты' }]}
      />
      <input id="mail" aria-label="Почта" />
    </>,
  )
  expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Проверьте поле' }))
  await user.click(screen.getByRole('link', { name: 'Неверный формат адреса почты' }))
  expect(document.activeElement).toBe(screen.getByLabelText('Почта'))
})

import { fireEvent, screen } from '@testing-library/react'
// Imported with the test file, so that loading does not count as time of the first test.
import '../features/auth/registration-done'
import '../features/auth/registration-form'
import { ru, startingWith } from './messages'
import type { RenderedRoute } from './render-route'

type FieldName = 'email' | 'username' | 'password' | 'confirmation'

const { registration } = ru

export const labels = {
  email: startingWith(registration['email.label']),
  username: startingWith(registration['username.label']),
  password: registration['password.label'],
  confirmation: startingWith(registration['confirmation.label']),
  policy: startingWith(registration['policy.label']),
  submit: registration.submit,
}

export const anna: Record<FieldName, string> = {
  email: 'anna.orlova@example.com',
  username: 'anna_orlova',
  password: 'gora-reka-41',
  confirmation: 'gora-reka-41',
}

export const getField = (name: FieldName) => screen.getByLabelText<HTMLInputElement>(labels[name])

/** Waits for the first field. */
export const findEmailField = () => screen.findByLabelText<HTMLInputElement>(labels.email)

/** Fills the registration form, by default with `anna`. */
export const fillForm = async (
  { user }: Pick<RenderedRoute, 'user'>,
  changes: Partial<Record<FieldName, string>> & { policy?: boolean } = {},
) => {
  await findEmailField()
  const { policy = true, ...texts } = { ...anna, ...changes }
  for (const [name, text] of Object.entries(texts) as [FieldName, string][]) {
    fireEvent.input(getField(name), { target: { value: text } })
  }
  const checkbox = screen.getByLabelText<HTMLInputElement>(labels.policy)
  if (checkbox.checked !== policy) await user.click(checkbox)
}

export const submitForm = ({ user }: Pick<RenderedRoute, 'user'>) =>
  user.click(screen.getByRole('button', { name: labels.submit }))

/** The accessible description of a field: its error, then its hint. */
export const getDescription = (field: HTMLElement): string =>
  (field.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map(id => document.getElementById(id)?.textContent ?? '')
    .join(' ')
    .trim()

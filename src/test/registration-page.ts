import { fireEvent, screen } from '@testing-library/react'
// Imported with the test file, so that loading does not count as time of the first test.
import '../features/registration/registration-done'
import '../features/registration/registration-form'
import { messages, startingWith } from './messages'
import type { RenderedRoute } from './render-route'

type FieldName = 'email' | 'username' | 'password' | 'confirmation'

const getLabels = (language: 'ru' | 'en') => {
  const { registration } = messages[language]
  return {
    email: startingWith(registration['email.label']),
    username: startingWith(registration['username.label']),
    // With the asterisk of required fields.
    password: `${registration['password.label']} *`,
    confirmation: startingWith(registration['confirmation.label']),
    policy: startingWith(registration['policy.label']),
    submit: registration.submit,
  }
}

export const labels = { ru: getLabels('ru'), en: getLabels('en') }

export type Language = keyof typeof labels

export const anna: Record<FieldName, string> = {
  email: 'anna.orlova@example.com',
  username: 'anna_orlova',
  password: 'gora-reka-41',
  confirmation: 'gora-reka-41',
}

export const getField = (name: FieldName, language: Language = 'ru') =>
  screen.getByLabelText<HTMLInputElement>(labels[language][name])

/** Waits for the first field. */
export const findEmailField = (language: Language = 'ru') =>
  screen.findByLabelText<HTMLInputElement>(labels[language].email, {}, { timeout: 4000 })

/** Fills the registration form, by default with `anna`. */
export const fillForm = async (
  { user }: Pick<RenderedRoute, 'user'>,
  changes: Partial<Record<FieldName, string>> & { policy?: boolean } = {},
  language: Language = 'ru',
) => {
  await findEmailField(language)
  const { policy = true, ...texts } = { ...anna, ...changes }
  for (const [name, text] of Object.entries(texts) as [FieldName, string][]) {
    fireEvent.input(getField(name, language), { target: { value: text } })
  }
  const checkbox = screen.getByLabelText<HTMLInputElement>(labels[language].policy)
  if (checkbox.checked !== policy) await user.click(checkbox)
}

export const submitForm = ({ user }: Pick<RenderedRoute, 'user'>, language: Language = 'ru') =>
  user.click(screen.getByRole('button', { name: labels[language].submit }))

/** The accessible description of a field: its error, then its hint. */
export const getDescription = (field: HTMLElement): string =>
  (field.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map(id => document.getElementById(id)?.textContent ?? '')
    .join(' ')
    .trim()

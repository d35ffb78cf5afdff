import { fireEvent, screen } from '@testing-library/react'
// Fetched with the test file and not within the first test's time, which a busy machine would exceed.
import '../features/registration/registration-done'
import '../features/registration/registration-form'
import type { RenderedRoute } from './render-route'

type FieldName = 'email' | 'username' | 'password' | 'confirmation'

export const labels = {
  ru: {
    email: /^Почта/,
    username: /^Имя пользователя/,
    password: /^Пароль(?! ещё)/,
    confirmation: /^Пароль ещё раз/,
    policy: /^Соглашаюсь/,
    submit: 'Зарегистрироваться',
  },
  en: {
    email: /^Email/,
    username: /^Username/,
    password: /^Password(?! again)/,
    confirmation: /^Password again/,
    policy: /^I agree/,
    submit: 'Register',
  },
} as const

export type Language = keyof typeof labels

export const anna: Record<FieldName, string> = {
  email: 'anna.orlova@example.com',
  username: 'anna_orlova',
  password: 'gora-reka-41',
  confirmation: 'gora-reka-41',
}

export const fieldOf = (name: FieldName, language: Language = 'ru') =>
  screen.getByLabelText<HTMLInputElement>(labels[language][name])

/** The form's first field, once the page's code has come; on a busy machine the first time takes a while. */
export const formIsOpen = (language: Language = 'ru') =>
  screen.findByLabelText<HTMLInputElement>(labels[language].email, {}, { timeout: 4000 })

/** Fills the registration form at once, as a password manager would: with `anna` unless told otherwise. */
export const fillIn = async (
  { user }: Pick<RenderedRoute, 'user'>,
  changes: Partial<Record<FieldName, string>> & { policy?: boolean } = {},
  language: Language = 'ru',
) => {
  await formIsOpen(language)
  const { policy = true, ...texts } = { ...anna, ...changes }
  for (const [name, text] of Object.entries(texts) as [FieldName, string][]) {
    fireEvent.input(fieldOf(name, language), { target: { value: text } })
  }
  const box = screen.getByLabelText<HTMLInputElement>(labels[language].policy)
  if (box.checked !== policy) await user.click(box)
}

export const send = ({ user }: Pick<RenderedRoute, 'user'>, language: Language = 'ru') =>
  user.click(screen.getByRole('button', { name: labels[language].submit }))

/** The words under a field, as they are read aloud with it: its mistake first, then what it expects. */
export const describedBy = (field: HTMLElement): string =>
  (field.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map(id => document.getElementById(id)?.textContent ?? '')
    .join(' ')
    .trim()

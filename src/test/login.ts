import { screen, waitFor } from '@testing-library/react'
import { type PersonaName, personaPassword } from '../../mocks/platform/personas'
import { ru, startingWith } from './messages'
import type { RenderedRoute } from './render-route'

/** Fills and submits the login form. */
export const logIn = async (
  { user }: Pick<RenderedRoute, 'user'>,
  as: PersonaName,
  password = personaPassword,
) => {
  await user.type(await screen.findByLabelText(startingWith(ru.auth['login.username'])), as)
  await user.type(screen.getByLabelText(startingWith(ru.auth['login.password'])), password)
  await user.click(screen.getByRole('button', { name: ru.auth['login.submit'] }))
}

/** The current path, search and hash. */
export const getHref = ({ router }: Pick<RenderedRoute, 'router'>): string => router.state.location.href

export const waitForHref = (page: RenderedRoute, href: string): Promise<void> =>
  waitFor(() => {
    if (getHref(page) !== href || page.router.state.status !== 'idle')
      throw new Error(`is at ${getHref(page)}, ${page.router.state.status}`)
  })

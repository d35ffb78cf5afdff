import { screen, waitFor } from '@testing-library/react'
import { type PersonaName, personaPassword } from '../../mocks/platform/personas'
import type { RenderedRoute } from './render-route'

/** Fills the login form as a person would and sends it. */
export const logIn = async (
  { user }: Pick<RenderedRoute, 'user'>,
  as: PersonaName,
  password = personaPassword,
) => {
  await user.type(await screen.findByLabelText(/Имя пользователя/), as)
  await user.type(screen.getByLabelText(/^Пароль/), password)
  await user.click(screen.getByRole('button', { name: 'Войти' }))
}

/** The address the router stands at: path, search and hash. */
export const address = ({ router }: Pick<RenderedRoute, 'router'>): string => router.state.location.href

export const landsOn = (page: RenderedRoute, href: string): Promise<void> =>
  waitFor(() => {
    if (address(page) !== href || page.router.state.status !== 'idle')
      throw new Error(`stands at ${address(page)}, ${page.router.state.status}`)
  })

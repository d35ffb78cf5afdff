import { screen, waitFor } from '@testing-library/react'
import { type PersonaName, personaPassword } from '../../mocks/platform/personas'
import { api } from '../api/api'
import { storage } from '../lib/storage'
import { fillIn } from './fill-in'
import { ru, startingWith } from './messages'
import type { RenderedRoute } from './render-route'

/** Fills and submits the login form. */
export const logIn = async (
  { user }: Pick<RenderedRoute, 'user'>,
  as: PersonaName,
  password = personaPassword,
) => {
  fillIn(await screen.findByLabelText(startingWith(ru.auth['login.username'])), as)
  fillIn(screen.getByLabelText(startingWith(ru.auth['login.password'])), password)
  await user.click(screen.getByRole('button', { name: ru.auth['login.submit'] }))
}

/** The current path, search and hash. */
export const getHref = ({ router }: Pick<RenderedRoute, 'router'>): string => router.state.location.href

/** Waits until the page is there; a failure tells the states of router and session. */
export const waitForHref = (page: RenderedRoute, href: string): Promise<void> =>
  waitFor(() => {
    const { status, matches } = page.router.state
    if (getHref(page) === href && status === 'idle') return
    const routes = matches.map(match => `${match.routeId} ${match.status} ${match.isFetching}`)
    const state = [status, page.router.latestLocation.href, routes, api.session.getState().status]
    const tokens = [storage.get('token'), localStorage.getItem('token')].map(token => token !== null)
    throw new Error(
      `is at ${getHref(page)}; ${JSON.stringify({ state, tokens, calls: page.calls().slice(-8) })}`,
    )
  })

import { type AuthResponse, isAuthResponse } from './auth-response'
import type { ApiClient } from './client'
import type { ApiDeps } from './deps'
import { ApiError, isRefusal } from './errors'
import type { paths, User } from './schema.gen'
import type { SessionCore } from './session-core'
import { unwrap } from './unwrap'

export type LoginBody = paths['/auth/login']['post']['requestBody']['content']['application/json']

/** Milliseconds that a login waits for the answer to a logout, whose cookie would undo it. */
const logoutLimit = 5000

const loginOperation = 'post /auth/login'

const sendLogin = (client: ApiClient, body: LoginBody): Promise<AuthResponse> => {
  const trimmed = { ...body, username: body.username.trim(), password: body.password.trim() }
  return unwrap(client.POST('/auth/login', { body: trimmed }), loginOperation)
}

type EntranceParts = {
  core: SessionCore
  client: ApiClient
  deps: Pick<ApiDeps, 'clock' | 'log'>
}

/** The calls that sign in and out. */
export const createEntrance = ({ core, client, deps }: EntranceParts) => {
  let exits = 0
  let leaving: Promise<void> | null = null
  let spent: { code: string; user: Promise<User> } | null = null

  const enter = async (call: () => Promise<AuthResponse>, operation: string): Promise<User> => {
    if (leaving) {
      await Promise.race([leaving, new Promise<void>(resolve => deps.clock.after(logoutLimit, resolve))])
    }
    // A refresh under way would set its cookie over the one of this login.
    core.beginEpoch()
    const before = exits
    try {
      const auth = await call()
      if (!isAuthResponse(auth)) throw new ApiError({ kind: 'badResponse', operation, status: 200 })
      if (exits !== before) throw new ApiError({ kind: 'aborted', operation })
      core.adopt(auth, 'login')
      return auth.user
    } catch (error) {
      if (exits === before && isRefusal(error)) core.end(null)
      throw error
    }
  }

  return {
    async login(body: LoginBody): Promise<User> {
      const user = await enter(() => sendLogin(client, body), loginOperation)
      if (body.invite) core.setState({ isFirstRequest: false })
      return user
    },

    async join(body: LoginBody & { invite: string }): Promise<User> {
      const epoch = core.epoch()
      const auth = await sendLogin(client, body)
      if (!isAuthResponse(auth))
        throw new ApiError({ kind: 'badResponse', operation: loginOperation, status: 200 })
      // The session that asked is over by now: its answer must not sign anybody in again.
      if (core.epoch() !== epoch) throw new ApiError({ kind: 'aborted', operation: loginOperation })
      core.adopt(auth, 'login')
      core.setState({ isFirstRequest: false })
      return auth.user
    },

    completeLmsLogin(code: string): Promise<User> {
      if (spent?.code === code) return spent.user
      const operation = 'post /auth/callback'
      const user = enter(
        () => unwrap(client.POST('/auth/callback', { body: { code } }), operation),
        operation,
      )
      spent = { code, user }
      user.catch(error => {
        // Without an answer the code may be good still, and the person may try again.
        if (!isRefusal(error)) spent = null
      })
      return user
    },

    logout(): Promise<void> {
      exits += 1
      const access = core.access()
      const headers = access ? { Authorization: `Bearer ${access}` } : {}
      core.end('logout')
      const call = unwrap(client.POST('/auth/logout', { headers, keepalive: true }), 'post /auth/logout')
      const left = call
        .then(
          () => {},
          error => {
            deps.log('The server did not take the logout.', error)
          },
        )
        .finally(() => {
          if (leaving === left) leaving = null
        })
      leaving = left
      return left
    },

    reset(): void {
      exits += 1
      leaving = null
      spent = null
    },
  }
}

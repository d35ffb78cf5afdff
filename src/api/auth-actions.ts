import { type AuthResponse, isAuthResponse } from './auth-response'
import type { ApiClient } from './client'
import type { ApiDeps } from './deps'
import { ApiError, type CallName, isClientError } from './errors'
import type { paths, User } from './schema.gen'
import type { SessionCore } from './session-core'
import { unwrap } from './unwrap'

export type LoginBody = paths['/auth/login']['post']['requestBody']['content']['application/json']

/** How long a login waits for a pending logout, whose response would clear the new cookie. */
const LOGOUT_WAIT_MS = 5000

const LOGIN_OPERATION = 'login'

const sendLogin = (client: ApiClient, body: LoginBody): Promise<AuthResponse> => {
  const trimmed = { ...body, username: body.username.trim(), password: body.password.trim() }
  return unwrap(client.POST('/auth/login', { body: trimmed }), LOGIN_OPERATION)
}

type AuthActionsDeps = {
  core: SessionCore
  client: ApiClient
  deps: Pick<ApiDeps, 'clock' | 'log'>
}

/** Login and logout calls. */
export const createAuthActions = ({ core, client, deps }: AuthActionsDeps) => {
  let logoutCount = 0
  let pendingLogout: Promise<void> | null = null
  let usedLmsCode: { code: string; user: Promise<User> } | null = null

  const signIn = async (call: () => Promise<AuthResponse>, operation: CallName): Promise<User> => {
    if (pendingLogout) {
      await Promise.race([
        pendingLogout,
        new Promise<void>(resolve => deps.clock.after(LOGOUT_WAIT_MS, resolve)),
      ])
    }
    // A pending refresh would overwrite the cookie of this login.
    core.beginEpoch()
    const before = logoutCount
    try {
      const auth = await call()
      if (!isAuthResponse(auth)) throw new ApiError({ kind: 'badResponse', operation, status: 200 })
      if (logoutCount !== before) throw new ApiError({ kind: 'aborted', operation })
      core.applyAuth(auth, 'login')
      return auth.user
    } catch (error) {
      if (logoutCount === before && isClientError(error)) core.end(null)
      throw error
    }
  }

  return {
    async login(body: LoginBody): Promise<User> {
      const user = await signIn(() => sendLogin(client, body), LOGIN_OPERATION)
      if (body.invite) core.setState({ isFirstRequest: false })
      return user
    },

    async join(body: LoginBody & { invite: string }): Promise<User> {
      const epoch = core.epoch()
      const auth = await sendLogin(client, body)
      if (!isAuthResponse(auth))
        throw new ApiError({ kind: 'badResponse', operation: LOGIN_OPERATION, status: 200 })
      // The session has ended meanwhile; this response must not sign the user in again.
      if (core.epoch() !== epoch) throw new ApiError({ kind: 'aborted', operation: LOGIN_OPERATION })
      core.applyAuth(auth, 'login')
      core.setState({ isFirstRequest: false })
      return auth.user
    },

    completeLmsLogin(code: string): Promise<User> {
      if (usedLmsCode?.code === code) return usedLmsCode.user
      const operation = 'completeLmsLogin'
      const user = signIn(
        () => unwrap(client.POST('/auth/callback', { body: { code } }), operation),
        operation,
      )
      usedLmsCode = { code, user }
      user.catch(error => {
        // Without a response the code may still be valid, so the user can retry.
        if (!isClientError(error)) usedLmsCode = null
      })
      return user
    },

    logout(): Promise<void> {
      logoutCount += 1
      const access = core.access()
      const headers = access ? { Authorization: `Bearer ${access}` } : {}
      core.end('logout')
      const call = unwrap(client.POST('/auth/logout', { headers, keepalive: true }), 'logout')
      const left = call
        .then(
          () => {},
          error => {
            deps.log('The server did not take the logout.', error)
          },
        )
        .finally(() => {
          if (pendingLogout === left) pendingLogout = null
        })
      pendingLogout = left
      return left
    },

    reset(): void {
      logoutCount += 1
      pendingLogout = null
      usedLmsCode = null
    },
  }
}

import type { Middleware } from 'openapi-fetch'
import type { ApiDeps } from './deps'
import { toApiError } from './errors'
import type { SessionCore } from './session-core'
import { untilAborted } from './until-aborted'

/** For these a 401 is the answer itself: a refresh would hide a wrong password, or call itself. */
const NO_REFRESH_PATHS: ReadonlySet<string> = new Set([
  '/auth/refresh',
  '/auth/login',
  '/auth/register',
  '/auth/callback',
  '/auth/logout',
  '/auth/password-new',
])

/** Needed to resend a request: a body can only be read once. */
type SentRequest = { access: string | null; epoch: number; copy: Request }

type AuthDeps = Pick<ApiDeps, 'storage' | 'isSilent'>

/** The application's own answer; a proxy's page says nothing about the token. */
const isJson = ({ headers }: Response): boolean => /[/+]json\b/i.test(headers.get('content-type') ?? '')

const withBearer = (request: Request, access: string | null): Request => {
  if (access) request.headers.set('Authorization', `Bearer ${access}`)
  return request
}

/** Attaches the access token; on a 401 refreshes and resends once. Registered last, to see the final request. */
export const createAuthMiddleware = (
  core: SessionCore,
  refresh: () => Promise<void>,
  { storage, isSilent }: AuthDeps,
): Middleware => {
  const sent = new WeakMap<Request, SentRequest>()

  /** Whether there is a new token to resend with; throws when the refresh failed but the session goes on. */
  const tryRefresh = async (request: Request, record: SentRequest): Promise<boolean> => {
    try {
      if (record.access === core.access()) await untilAborted(refresh(), request.signal)
      request.signal.throwIfAborted()
      return record.epoch === core.epoch()
    } catch (thrown) {
      const error = toApiError({ thrown, signal: request.signal }, '')
      if (request.signal.aborted) throw error
      // The session has ended: return the original 401.
      if (record.epoch !== core.epoch() || error.kind === 'aborted') return false
      throw error.withOperation('')
    }
  }

  return {
    onRequest({ request, schemaPath }) {
      const access = core.access()
      if (!request.headers.has('Authorization')) withBearer(request, access)
      if (!NO_REFRESH_PATHS.has(schemaPath))
        sent.set(request, { access, epoch: core.epoch(), copy: request.clone() })
    },

    onError({ request }) {
      sent.delete(request)
    },

    async onResponse({ request, response, options }) {
      const record = sent.get(request)
      sent.delete(request)
      if (record?.access && response.ok) core.setState({ isRefused: false })
      if (response.status !== 401 || !record || isSilent || record.epoch !== core.epoch()) return undefined
      if (storage.get('token') === null) {
        core.recheck()
        return undefined
      }
      if (!(await tryRefresh(request, record))) return undefined
      // An unread body would keep its connection open.
      response.body?.cancel().catch(() => {})
      try {
        const resent = await options.fetch(withBearer(record.copy, core.access()))
        core.setState({ isRefused: resent.status === 401 && isJson(resent) })
        return resent
      } catch (thrown) {
        // openapi-fetch doesn't pass errors thrown here to `onError`.
        throw toApiError({ thrown, signal: request.signal }, '')
      }
    },
  }
}

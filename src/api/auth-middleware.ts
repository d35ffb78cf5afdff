import type { Middleware } from 'openapi-fetch'
import type { ApiDeps } from './deps'
import { isRefusal, toApiError } from './errors'
import { nameOf } from './operation-name'
import type { SessionCore } from './session-core'
import { untilAborted } from './until-aborted'

/** Calls whose 401 means what it says: there a refresh would hide a wrong password or call itself. */
const untouched: ReadonlySet<string> = new Set([
  '/auth/refresh',
  '/auth/login',
  '/auth/register',
  '/auth/callback',
  '/auth/logout',
  '/auth/password-new',
])

/** What must be known of a request to send it again: a sent body cannot be read a second time. */
type Sent = { access: string | null; epoch: number; copy: Request }

type AuthDeps = Pick<ApiDeps, 'storage' | 'isSilent'>

const withBearer = (request: Request, access: string | null): Request => {
  if (access) request.headers.set('Authorization', `Bearer ${access}`)
  return request
}

/**
 * Attaches the access token and answers a 401 by one shared refresh and one resend (specification §7, design §7).
 * Register it last: it must see the final request, and the others the final answer.
 */
export const createAuthMiddleware = (
  core: SessionCore,
  refresh: () => Promise<void>,
  { storage, isSilent }: AuthDeps,
): Middleware => {
  const sent = new WeakMap<Request, Sent>()

  /** Whether there is a token to try again with; throws when the refresh failed for want of an answer. */
  const renewed = async (request: Request, record: Sent, operation: string): Promise<boolean> => {
    try {
      if (record.access === core.access()) await untilAborted(refresh(), request.signal)
      request.signal.throwIfAborted()
      return record.epoch === core.epoch()
    } catch (thrown) {
      const error = toApiError({ thrown, signal: request.signal }, operation)
      if (request.signal.aborted) throw error
      // The server refused, or the session ended meanwhile: the request's own 401 says so best.
      if (isRefusal(error) || error.kind === 'aborted') return false
      throw error.of(operation)
    }
  }

  return {
    onRequest({ request, schemaPath }) {
      const access = core.access()
      if (!request.headers.has('Authorization')) withBearer(request, access)
      if (!untouched.has(schemaPath))
        sent.set(request, { access, epoch: core.epoch(), copy: request.clone() })
    },

    async onResponse({ request, response, schemaPath, options }) {
      const record = sent.get(request)
      sent.delete(request)
      if (response.status !== 401 || !record || isSilent || record.epoch !== core.epoch()) return undefined
      if (storage.get('token') === null) {
        core.recheck()
        return undefined
      }
      const operation = nameOf(request.method, schemaPath)
      if (!(await renewed(request, record, operation))) return undefined
      // Nobody reads this answer any more, and an unread one holds its connection.
      response.body?.cancel().catch(() => {})
      try {
        return await options.fetch(withBearer(record.copy, core.access()))
      } catch (thrown) {
        // openapi-fetch passes nothing that is thrown here to `onError`.
        throw toApiError({ thrown, signal: request.signal }, operation)
      }
    },
  }
}

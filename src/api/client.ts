import createClient, { type Client, type Middleware } from 'openapi-fetch'
import type { ServerClock } from '../lib/server-clock'
import type { ApiDeps } from './deps'
import { toApiError } from './errors'
import { nameOf } from './operation-name'
import type { paths } from './schema.gen'

export type ApiClient = Client<paths>

/** Lets the server's clock see the `Date` of every answer, also of a refresh and of a resend (design §8). */
export const observed =
  (fetch: ApiDeps['fetch'], serverClock: ServerClock): ApiDeps['fetch'] =>
  async request => {
    const sentAt = serverClock.mark()
    const response = await fetch(request)
    serverClock.observe(response.headers.get('date'), sentAt)
    return response
  }

/** A login page of a proxy or the application's own page may come with status 200: that is no data. */
const isUnreadable = async (response: Response, parseAs: string): Promise<boolean> => {
  const type = response.headers.get('content-type')
  if (!response.ok || parseAs !== 'json' || type === null || /[/+]json\b/i.test(type)) return false
  return (await response.clone().text()) !== ''
}

/** Turns whatever goes wrong on the way into the one `ApiError`. */
const failures: Middleware = {
  onError: ({ error, request, schemaPath }) =>
    toApiError({ thrown: error, signal: request.signal }, nameOf(request.method, schemaPath)),
  async onResponse({ request, response, schemaPath, options }) {
    if (await isUnreadable(response, options.parseAs)) {
      throw toApiError({ response, body: null }, nameOf(request.method, schemaPath))
    }
  },
}

/**
 * The typed client of every call (specification §7): cookies are sent, there is no time limit.
 * A call resolves with `data` or with the body of a refusal, and rejects with an `ApiError`; `unwrap` makes one of both.
 */
export const createTypedClient = (
  baseUrl: string,
  fetch: ApiDeps['fetch'],
  authMiddleware: Middleware,
): ApiClient => {
  const client = createClient<paths>({ baseUrl, fetch, credentials: 'include' })
  client.use(failures, authMiddleware)
  return client
}

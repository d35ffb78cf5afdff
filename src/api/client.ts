import createClient, { type Client, type Middleware } from 'openapi-fetch'
import type { paths } from '../../packages/contract/schema.gen'
import type { ServerClock } from '../lib/server-clock'
import type { ApiDeps } from './deps'
import { toApiError } from './errors'

export type ApiClient = Client<paths>

/** Passes `Date` and `Age` of every response to the server clock, also of refreshes and resends. */
export const withServerClock =
  (fetch: ApiDeps['fetch'], serverClock: ServerClock): ApiDeps['fetch'] =>
  async request => {
    const sentAt = serverClock.mark()
    const response = await fetch(request)
    const { headers } = response
    serverClock.observe(headers.get('date'), sentAt, headers.get('age'))
    return response
  }

/** A proxy's login page or our own index.html can arrive with status 200. */
const isNotJson = async (response: Response, parseAs: string): Promise<boolean> => {
  const type = response.headers.get('content-type')
  if (!response.ok || parseAs !== 'json' || type === null || /[/+]json\b/i.test(type)) return false
  return (await response.clone().text()) !== ''
}

/** Converts every failure to an `ApiError`. */
const errorMiddleware: Middleware = {
  onError: ({ error, request }) => toApiError({ thrown: error, signal: request.signal }, ''),
  async onResponse({ response, options }) {
    if (await isNotJson(response, options.parseAs)) throw toApiError({ response, body: null }, '')
  },
}

/** Sends cookies, has no timeout. Resolves with `data` or an error body, which `unwrap` throws. */
export const createTypedClient = (
  baseUrl: string,
  fetch: ApiDeps['fetch'],
  authMiddleware: Middleware,
): ApiClient => {
  const client = createClient<paths>({ baseUrl, fetch, credentials: 'include' })
  client.use(errorMiddleware, authMiddleware)
  return client
}

import { type BufferedResponse, createSite, type Drift, type Operator } from '../mutant'
import { jsonResponse, withHeader } from '../responses'

const prefix = 'access-control-allow-'

const header = (name: string, value: string | undefined): Drift => ({
  after: (response: BufferedResponse) =>
    response.headers.has(prefix + name) ? withHeader(response, prefix + name, value) : undefined,
})

/** DR66: pages of another origin may not call, or not with cookies. */
const crossOrigin: Operator = {
  driftId: 'DR66',
  globalSites: () => [
    createSite('credentials lost', header('credentials', undefined)),
    createSite('any origin', header('origin', '*')),
    createSite('origin gone', header('origin', undefined)),
    createSite('token refused', header('headers', 'content-type')),
    createSite('methods refused', header('methods', 'GET, POST')),
    createSite('preflight refused', {
      before: ({ method }) =>
        method === 'OPTIONS' ? jsonResponse(405, { detail: 'Method Not Allowed' }) : undefined,
    }),
  ],
}

export const crossOriginOperators: readonly Operator[] = [crossOrigin]

import { jsonAnswer, withHeader } from '../answered'
import { type Answered, type Drift, type Operator, siteOf } from '../mutant'

const prefix = 'access-control-allow-'

/** Another value for a header of the answers that have it. */
const header = (name: string, value: string | undefined): Drift => ({
  alter: (answer: Answered) =>
    answer.headers.has(prefix + name) ? withHeader(answer, prefix + name, value) : undefined,
})

/** DR66: pages of another origin may no longer call, or not with their cookies. */
const crossOrigin: Operator = {
  driftId: 'DR66',
  wholeSites: () => [
    siteOf('credentials lost', header('credentials', undefined)),
    siteOf('any origin', header('origin', '*')),
    siteOf('origin gone', header('origin', undefined)),
    siteOf('token refused', header('headers', 'content-type')),
    siteOf('methods refused', header('methods', 'GET, POST')),
    siteOf('preflight refused', {
      before: ({ method }) =>
        method === 'OPTIONS' ? jsonAnswer(405, { detail: 'Method Not Allowed' }) : undefined,
    }),
  ],
}

export const crossOriginOperators: readonly Operator[] = [crossOrigin]

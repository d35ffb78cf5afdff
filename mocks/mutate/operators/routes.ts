import { jsonAnswer } from '../answered'
import { type Call, type Operator, siteOf } from '../mutant'

const notFound = () => jsonAnswer(404, { detail: 'Not Found' })

/** DR01: the framework knows no such address. */
const removed: Operator = {
  driftId: 'DR01',
  sites: () => [siteOf('operation', { before: notFound })],
}

/** DR02: the address is there, with another method. */
const otherMethod: Operator = {
  driftId: 'DR02',
  sites: ({ method }) => {
    const allow = method === 'patch' ? 'PUT' : method === 'get' ? 'POST' : 'PATCH'
    const refuse = () => jsonAnswer(405, { detail: 'Method Not Allowed' }, { allow })
    return [siteOf(`method ${allow}`, { before: refuse })]
  },
}

/** DR03: one address has another name, or all of them stand somewhere else. */
const moved: Operator = {
  driftId: 'DR03',
  sites: () => [siteOf('path', { before: notFound })],
  wholeSites: ({ basePath }) => [
    siteOf(
      'base path',
      ...['/api/v2', '/v1'].map(to => ({ before: (call: Call) => rebase(call, basePath, to) })),
    ),
  ],
}

function rebase(call: Call, from: string, to: string) {
  const { pathname } = call.url
  if (!pathname.startsWith(`${from}/`)) return undefined
  if (!pathname.startsWith(`${to}/`)) return notFound()
  const url = new URL(call.url)
  url.pathname = from + pathname.slice(to.length)
  return { ...call, url }
}

export const routeOperators: readonly Operator[] = [removed, otherMethod, moved]

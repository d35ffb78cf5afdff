import { type Call, createSite, type Operator } from '../mutant'
import { jsonResponse } from '../responses'

const notFound = () => jsonResponse(404, { detail: 'Not Found' })

/** DR01: the framework does not know the path. */
const removed: Operator = {
  driftId: 'DR01',
  sites: () => [createSite('operation', { before: notFound })],
}

/** DR02: the path exists with another method. */
const otherMethod: Operator = {
  driftId: 'DR02',
  sites: ({ method }) => {
    const allow = method === 'patch' ? 'PUT' : method === 'get' ? 'POST' : 'PATCH'
    const refuse = () => jsonResponse(405, { detail: 'Method Not Allowed' }, { allow })
    return [createSite(`method ${allow}`, { before: refuse })]
  },
}

/** DR03: one path is renamed, or the base path moves. */
const moved: Operator = {
  driftId: 'DR03',
  sites: () => [createSite('path', { before: notFound })],
  globalSites: ({ basePath }) => [
    createSite(
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

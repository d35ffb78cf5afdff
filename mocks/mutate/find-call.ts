import type { Contract } from '../../scripts/lib/load-contract'
import { bySpecificity, type Operation } from '../../scripts/lib/operation'

/** Finds the operation of a request with its path parameters; undefined if the contract has none. */
export type CallFinder = (
  method: string,
  url: URL,
) => { operation: Operation; params: Record<string, string> } | undefined

export function createCallFinder({ operations, basePath }: Contract): CallFinder {
  const routes = [...operations].sort(bySpecificity).map(operation => {
    const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(match => match[1] ?? '')
    const pattern = new RegExp(`^${basePath}${operation.path.replaceAll(/\{\w+\}/g, '([^/]+)')}/?$`)
    return { operation, names, pattern, method: operation.method.toUpperCase() }
  })
  return (method, url) => {
    for (const route of routes) {
      const match = route.method === method ? route.pattern.exec(url.pathname) : null
      if (!match) continue
      const params = route.names.map((name, index) => [name, decoded(match[index + 1] ?? '')])
      return { operation: route.operation, params: Object.fromEntries(params) }
    }
    return undefined
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

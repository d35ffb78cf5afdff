import { decodeUri } from '../json'
import type { Operation } from '../operation'
import type { Contract } from '../read-contract'

export type FoundOperation =
  | {
      readonly kind: 'found'
      readonly operation: Operation
      readonly params: Readonly<Record<string, string>>
    }
  /** The contract has the path, below the base path, but not with this method. */
  | { readonly kind: 'other-method'; readonly path: string }
  /** Below the base path, but nothing in the contract; `path` is what stands behind the base path. */
  | { readonly kind: 'unknown'; readonly path: string }
  /** Not below the base path: a page, a file, another server. */
  | { readonly kind: 'outside' }

/**
 * Matches the method (any case) and the URL. The base path (`/api`) may occur anywhere in the path, because
 * host and prefix of a recording are unknown.
 */
export function findOperation(contract: Contract, method: string, url: string): FoundOperation {
  const segments = getPath(url)
  const base = contract.basePath.split('/').filter(Boolean)
  let best: FoundOperation = { kind: 'outside' }
  // Without a base path every path of the server would be searched for the contract's paths.
  const last = base.length === 0 ? 0 : segments.length - base.length
  for (let start = 0; start <= last; start++) {
    if (!base.every((segment, index) => segments[start + index] === segment)) continue
    const found = matchPath(contract.operations, method.toLowerCase(), segments.slice(start + base.length))
    if (found.kind === 'found') return found
    if (best.kind === 'outside' || (best.kind === 'unknown' && found.kind === 'other-method')) best = found
  }
  return best
}

function getPath(url: string): readonly string[] {
  const { pathname } = URL.canParse(url) ? new URL(url) : { pathname: '' }
  return pathname.split('/').slice(1)
}

function matchPath(
  operations: readonly Operation[],
  method: string,
  segments: readonly string[],
): FoundOperation {
  const path = `/${segments.join('/')}`
  let hasPath = false
  for (const operation of operations) {
    // One character per segment; most paths of a large contract end here.
    if (operation.specificity.length !== segments.length) continue
    const params = matchSegments(operation.path.split('/').slice(1), segments)
    if (!params) continue
    if (operation.method === method) return { kind: 'found', operation, params }
    hasPath = true
  }
  return { kind: hasPath ? 'other-method' : 'unknown', path }
}

function matchSegments(
  template: readonly string[],
  segments: readonly string[],
): Record<string, string> | undefined {
  if (template.length !== segments.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, part] of template.entries()) {
    const segment = segments[index] ?? ''
    const name = /^\{([^{}]+)\}$/.exec(part)?.[1]
    if (name === undefined ? part !== segment : segment === '') return undefined
    if (name !== undefined) params[name] = decodeUri(segment)
  }
  return params
}

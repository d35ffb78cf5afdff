import type { Contract } from '../../lib/load-contract'
import { findOperation } from '../../lib/validator/find-operation'
import type { Recorded } from '../traffic/read-traffic'

type Count = { found: number; below: number }

/**
 * The origin of the API in a recording that may contain other hosts with a path `/api`: that of `--url` if it
 * occurs, else the one with most operations of the contract. Undefined without a call below the base path.
 */
export async function findApiOrigin(
  recorded: AsyncIterable<Recorded>,
  contract: Contract,
  url: string | undefined,
): Promise<string | undefined> {
  const counts = new Map<string, Count>()
  for await (const { exchange } of recorded) {
    const { kind } = findOperation(contract, exchange.request.method, exchange.request.url)
    if (kind === 'outside') continue
    const origin = originOf(exchange.request.url)
    const count = counts.get(origin) ?? { found: 0, below: 0 }
    counts.set(origin, { found: count.found + (kind === 'found' ? 1 : 0), below: count.below + 1 })
  }
  const named = url === undefined ? undefined : originOf(url)
  if (named !== undefined && counts.has(named)) return named
  const [first] = [...counts].sort(([, a], [, b]) => b.found - a.found || b.below - a.below)
  return first?.[0]
}

export function originOf(url: string): string {
  return new URL(url).origin
}

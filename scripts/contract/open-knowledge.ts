import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Contract } from '../lib/load-contract'
import type { UsedBy } from './finding'
import type { Knowledge } from './knowledge'
import type { SourceLines } from './sources'
import { propertiesBehind } from './usage/answer-properties'
import { gather, type UsageMap, usesOf } from './usage/usage-map'

/** What the single file carries, as JSON. */
export type EmbeddedKnowledge = {
  readonly contract: Contract
  readonly version: string
  readonly usage: UsageMap
  readonly sources: SourceLines
}

/** The bundle puts the text here; in the checkout there is none. */
declare const EMBEDDED_KNOWLEDGE: string | undefined

/** What the check knows: from this checkout, or from inside the single file. Throws a ContractError when the contract cannot be used. */
export async function openKnowledge(): Promise<Knowledge> {
  if (typeof EMBEDDED_KNOWLEDGE !== 'undefined') return makeKnowledge(JSON.parse(EMBEDDED_KNOWLEDGE))
  return { ...makeKnowledge(await readKnowledge()), isOwnCheckout: true }
}

/** The same as data, from the checkout. */
export async function readKnowledge(): Promise<EmbeddedKnowledge> {
  const pathOf = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url))
  const jsonOf = (name: string) => JSON.parse(readFileSync(pathOf(name), 'utf8'))
  const [{ loadContract }, { readSources }] = await Promise.all([
    import('../lib/load-contract'),
    import('./sources'),
  ])
  const contract = loadContract(pathOf('openapi'))
  return {
    contract,
    version: versionOf(contract, jsonOf('package.json').version),
    usage: jsonOf('scripts/contract/usage.gen.json'),
    sources: readSources(pathOf('openapi')),
  }
}

export function makeKnowledge({ contract, version, usage, sources }: EmbeddedKnowledge): Knowledge {
  return {
    contract,
    version,
    contractAt: (operationId, status, pointer) => lineOf(contract, sources, operationId, status, pointer),
    usedBy: (operationId, status, pointer) => usersOf(contract, usage, operationId, status, pointer),
  }
}

function versionOf({ document }: Contract, product: unknown): string {
  const { info } = document as { info?: { version?: unknown } }
  return `${product} (contract ${info?.version})`
}

/** The nearest line that there is: the property's, else the answer's, else the operation's. */
function lineOf(
  contract: Contract,
  sources: SourceLines,
  operationId: string,
  status: number | undefined,
  pointer: string | undefined,
): string | undefined {
  // A parameter stands as `query task_id`, in the words of a judgement's place.
  const isParameter = pointer !== undefined && /^(?:path|query|header|cookie) /.test(pointer)
  const properties = pointer && !isParameter ? propertiesBehind(contract, operationId, status, pointer) : []
  const keys = [
    ...properties,
    ...(isParameter ? [`${operationId} ${pointer}`] : []),
    ...(status === undefined ? [] : [`${operationId} ${status}`]),
    ...(status === undefined && pointer !== undefined ? [`${operationId} body`] : []),
    operationId,
  ]
  return keys
    .map(key => (Object.hasOwn(sources, key) ? sources[key] : undefined))
    .find(line => line !== undefined)
}

/**
 * The whole operation's users without a pointer, and for requests and refusals, which every caller depends on. For a property those
 * who use it; where a query brings it, only as far as they are on a screen that makes the query, since other screens
 * have the property from elsewhere. What a write answers (a session, say) may go anywhere.
 */
function usersOf(
  contract: Contract,
  usage: UsageMap,
  operationId: string,
  status: number | undefined,
  pointer: string | undefined,
): UsedBy {
  const callers = usesOf(usage, 'operations', operationId)
  const isWhole = !pointer || /^(?:(?:\/\*)*|\/detail.*)$/.test(pointer) || status === undefined
  const keys = isWhole ? [] : propertiesBehind(contract, operationId, status, pointer)
  const compiled = keys.flatMap(key => usesOf(usage, 'properties', key))
  if (isWhole && !compiled.length) return gather(callers)
  const asking = new Set(callers.flatMap(({ screens }) => screens))
  const near = (uses: typeof callers) =>
    uses
      .map(({ file, screens }) => ({ file, screens: screens.filter(screen => asking.has(screen)) }))
      .filter(({ screens }) => screens.length > 0)
  const named = near(keys.flatMap(key => usesOf(usage, 'named', key)))
  const operation = contract.operations.find(one => one.operationId === operationId)
  const here = near(compiled)
  return gather([...(operation?.effect === 'read' && here.length > 0 ? here : compiled), ...named])
}

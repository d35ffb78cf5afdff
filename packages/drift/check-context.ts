import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type AssumedItem, findAssumedItems } from '../contract/assumed-items'
import { pointerSteps } from '../contract/json'
import type { Contract } from '../contract/read-contract'
import { getTypes, nameOfRef, type SchemaNode } from '../contract/schema-node'
import type { ContractViolation } from '../contract/validator/drift-classes'
import type { ContractLines } from './contract-lines'
import type { ForeignContract } from './spec/foreign-contract'

/**
 * What the check needs besides the server: read from this checkout, or embedded in the single-file bundle.
 */
export type CheckContext = {
  readonly contract: Contract
  /** Version of this package and of the contract. */
  readonly version: string
  /**
   * Whether the contract's files are in the current checkout; absent in the bundle, which runs in other
   * repositories.
   */
  readonly isOwnCheckout?: true
  /** Present if the contract is another one than the built-in. */
  readonly foreign?: ForeignContract
  /**
   * `openapi/paths/groups.yaml:37` of an operation, or of a property of its response (of its request without
   * a status).
   */
  contractAt(operationId: string, status?: number, pointer?: string): string | undefined
  /** The pages that make the call; empty for a call that most pages make. */
  screens(operationId: string): readonly string[]
  /** What users lose without the part, if the contract assumes it. */
  lostWithout(violation: ContractViolation): string | undefined
}

export type ContextData = {
  readonly contract: Contract
  readonly version: string
  /** By operationId. */
  readonly screens: Readonly<Record<string, readonly string[]>>
  readonly sources: ContractLines
}

/** Defined by the bundler; undefined in the checkout. */
declare const EMBEDDED_CONTEXT_DATA: string | undefined

/** Throws a ContractError if the contract is invalid. */
export async function loadCheckContext(): Promise<CheckContext> {
  if (typeof EMBEDDED_CONTEXT_DATA !== 'undefined') return makeCheckContext(JSON.parse(EMBEDDED_CONTEXT_DATA))
  return { ...makeCheckContext(await readContextData()), isOwnCheckout: true }
}

/** Without the screens of the client, which only the built-in contract has. */
export function makeForeignContext(foreign: ForeignContract, version: string): CheckContext {
  const { contract } = foreign
  return {
    contract,
    foreign,
    version: getVersion(contract, version.split(' ')[0]),
    contractAt: () => undefined,
    screens: () => [],
    lostWithout: () => undefined,
  }
}

/** Reads everything from the checkout. */
export async function readContextData(): Promise<ContextData> {
  const getPath = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url))
  const toJson = (name: string) => JSON.parse(readFileSync(getPath(name), 'utf8'))
  const [{ loadContract }, { readContractLines }] = await Promise.all([
    import('../contract/load-contract'),
    import('./contract-lines'),
  ])
  const contract = loadContract(getPath('openapi'))
  return {
    contract,
    version: getVersion(contract, toJson('packages/drift/package.json').version),
    screens: toJson('packages/drift/screens.gen.json'),
    sources: readContractLines(contract.document),
  }
}

export function makeCheckContext({ contract, version, screens, sources }: ContextData): CheckContext {
  const assumed = findAssumedItems(contract.document)
  return {
    contract,
    version,
    contractAt: (operationId, status, pointer) => findLine(contract, sources, operationId, status, pointer),
    screens: operationId => (Object.hasOwn(screens, operationId) ? screens[operationId] : undefined) ?? [],
    lostWithout: violation => assumed.find(item => isOf(item, violation))?.lost,
  }
}

function getVersion({ document }: Contract, product: unknown): string {
  const { info } = document as { info?: { version?: unknown } }
  return `${product} (contract ${info?.version})`
}

/** The most exact line: of the property, else of the response, else of the operation. */
function findLine(
  contract: Contract,
  sources: ContractLines,
  operationId: string,
  status: number | undefined,
  pointer: string | undefined,
): string | undefined {
  // A parameter has no pointer but a place such as `query task_id`.
  const isParameter = pointer !== undefined && /^(?:path|query|header|cookie) /.test(pointer)
  const properties = pointer && !isParameter ? findProperties(contract, operationId, status, pointer) : []
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

function isOf({ kind, name, locations }: AssumedItem, violation: ContractViolation): boolean {
  const { operationId, status, pointer, place } = violation
  const isHeader = place.endsWith(` header ${name.toLowerCase()}`)
  return locations.some(location => {
    if (location.operation !== operationId) return false
    if (kind === 'operation') return status === undefined && pointer === undefined
    if (location.status !== status) return false
    return location.pointer ? `/${location.pointer.join('/')}` === pointer : isHeader
  })
}

/** A schema in a named schema (`User`), or in an operation (`startLab 409`, `login body`). */
type Location = { readonly owner: string; readonly path: string; readonly node: SchemaNode }

/**
 * The properties at a pointer of a response (of the request without a status) as keys of the
 * contract lines: `/group/name` of an invite is `InviteGroup/name`. Several for alternatives, none if
 * unknown. A pointer to an item means the list.
 */
export function findProperties(
  contract: Contract,
  operationId: string,
  status: number | undefined,
  pointer: string,
): string[] {
  const ownPointer = pointer.replace(/(?:\/\*)+$/, '')
  if (ownPointer === '') return []
  const locations = locate(contract, operationId, status, ownPointer)
  return [...new Set(locations.map(({ owner, path }) => owner + path))]
}

/** What is promised at a pointer, such as `integer` or `string date-time`; empty if unknown. */
export function promisedAt(
  contract: Contract,
  operationId: string,
  status: number | undefined,
  pointer: string,
): string {
  const nodes = locate(contract, operationId, status, pointer)
    .flatMap(location => expand(location, contract))
    .map(({ node }) => node)
  const types = nodes.flatMap(node => getTypes(node) ?? []).filter(type => type !== 'null')
  return [...new Set([...types, ...nodes.flatMap(({ format = [] }) => format)])].join(' ')
}

/** The schemas at a pointer of a response. */
export function nodesAt(
  contract: Contract,
  operationId: string,
  status: number,
  pointer: string,
): SchemaNode[] {
  return locate(contract, operationId, status, pointer).map(({ node }) => node)
}

function locate(
  contract: Contract,
  operationId: string,
  status: number | undefined,
  pointer: string,
): Location[] {
  const operation = contract.operations.find(one => one.operationId === operationId)
  const response = operation?.responses.find(one => one.status === status)
  const schema = status === undefined ? operation?.body?.schema : response?.schema
  if (!schema) return []
  let locations: Location[] = [{ owner: `${operationId} ${status ?? 'body'}`, path: '', node: schema }]
  for (const step of pointerSteps(pointer))
    locations = locations
      .flatMap(location => expand(location, contract))
      .flatMap(location => take(location, step))
  return locations
}

function expand(location: Location, contract: Contract, known = new Set<SchemaNode>()): Location[] {
  const { node } = location
  if (known.has(node)) return []
  known.add(node)
  const name = node.$ref === undefined ? undefined : nameOfRef(node.$ref)
  const target = name === undefined ? undefined : contract.schemas[name]
  if (name !== undefined && target) return expand({ owner: name, path: '', node: target }, contract, known)
  const parts = [...(node.allOf ?? []), ...(node.oneOf ?? []), ...(node.anyOf ?? [])]
  return [location, ...parts.flatMap(part => expand({ ...location, node: part }, contract, known))]
}

function take({ owner, path, node }: Location, step: string): Location[] {
  if (step === '*') {
    const values = typeof node.additionalProperties === 'object' ? node.additionalProperties : undefined
    const item = node.items ?? values
    return item ? [{ owner, path: `${path}/*`, node: item }] : []
  }
  const property = Object.hasOwn(node.properties ?? {}, step) ? node.properties?.[step] : undefined
  return property ? [{ owner, path: `${path}/${step}`, node: property }] : []
}

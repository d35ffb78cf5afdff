import { getCall, getResponse } from '../lib/operation'
import type { Contract } from '../lib/read-contract'
import type { Exchange } from '../lib/validator/exchange'
import { findOperation } from '../lib/validator/find-operation'
import { type PropertyTree, responseTree } from '../lib/validator/property-tree'
import { getDetail, readBody } from '../lib/validator/response-context'
import { getDetailCatalog } from '../lib/validator/validate-body'

export type CheckedOperation = {
  readonly operationId: string
  /** `GET /groups/{id}`. */
  readonly call: string
  readonly tag: string
  readonly isSeen: boolean
}

/**
 * Statistics of all exchanges of a run. Keeps no exchange, since a recording may be larger than the memory.
 */
export class ExchangeStats {
  private readonly contract: Contract
  private readonly counter: CoverageCounter
  private readonly called = new Set<string>()
  private count = 0

  constructor(contract: Contract) {
    this.contract = contract
    this.counter = new CoverageCounter(contract)
  }

  add(exchange: Exchange): void {
    const { method, url } = exchange.request
    const found = findOperation(this.contract, method, url)
    if (found.kind === 'found') this.called.add(found.operation.operationId)
    this.counter.add(exchange)
    this.count += 1
  }

  exchanges(): number {
    return this.count
  }

  coverage(isSelected: (operationId: string) => boolean = () => true): Coverage | undefined {
    return this.count === 0 ? undefined : this.counter.coverage(isSelected)
  }

  /** Whether the operation succeeded, or refused a request as only its own code can. */
  hasAnswered(operationId: string): boolean {
    return this.counter.hasAnswered(operationId)
  }

  /** Whether a value other than null came at a pointer of an answer. */
  hasShown(operationId: string, status: number, pointer: string): boolean {
    return this.counter.hasShown(`${operationId} ${status} ${pointer}`)
  }

  operations(): CheckedOperation[] {
    return this.contract.operations.map(({ operationId, method, path, tag }) => ({
      operationId,
      call: getCall({ method, path }),
      tag,
      isSeen: this.called.has(operationId),
    }))
  }
}

/** `missed` lists the rest in the contract's order. */
export type Share = {
  readonly seen: number
  readonly all: number
  readonly missed: readonly string[]
  readonly beyond?: readonly Beyond[]
}

type Beyond = { readonly why: string; readonly names: readonly string[] }

export type Coverage = {
  /** Operations with a successful response: `getGroup`. */
  readonly operations: Share
  /** Documented responses: `getGroup 404`. */
  readonly statuses: Share
  /** Response properties without error details: `getGroup 200 /rows/*`. */
  readonly properties: Share
  /** Documented error details: `Task not found`. */
  readonly details: Share
}

/** Counts exchanges one by one, so that a long recording needs no memory. */
export class CoverageCounter {
  private readonly contract: Contract
  private readonly operations = new Set<string>()
  private readonly answered = new Set<string>()
  private readonly statuses = new Set<string>()
  private readonly properties = new Set<string>()
  private readonly details = new Set<string>()
  private readonly values = new Set<string>()

  constructor(contract: Contract) {
    this.contract = contract
  }

  add({ request, response }: Exchange): void {
    const found = findOperation(this.contract, request.method, request.url)
    const documented = found.kind === 'found' && response && getResponse(found.operation, response.status)
    if (!documented) return
    const { operationId } = found.operation
    const key = `${operationId} ${documented.status}`
    this.statuses.add(key)
    if (documented.status < 400) this.operations.add(operationId)
    if (documented.status < 400 || documented.status === 422) this.answered.add(operationId)
    if (documented.kind !== 'json') return
    const body = readBody(response)
    if (body.kind !== 'json') return
    const detail = getDetail({ body })
    if (detail !== undefined) {
      this.details.add(detail)
      // A gateway or middleware may answer 401, 403 and 429 for addresses that do not exist.
      const isOwn = [400, 404, 409].includes(response.status) && documented.details?.includes(detail)
      if (isOwn) this.answered.add(operationId)
    }
    mark(responseTree(documented, this.contract), body.value, `${key} `, this.properties, this.values)
  }

  hasAnswered(operationId: string): boolean {
    return this.answered.has(operationId)
  }

  hasShown(place: string): boolean {
    return this.values.has(place)
  }

  coverage(isSelected: (operationId: string) => boolean = () => true): Coverage {
    const { operations, statuses, properties, details } = this
    const selected = this.contract.operations.filter(({ operationId }) => isSelected(operationId))
    const contract = { ...this.contract, operations: selected }
    const responses = contract.operations.flatMap(operation =>
      operation.responses.map(response => ({
        key: `${operation.operationId} ${response.status}`,
        response,
      })),
    )
    const pointers = responses.flatMap(({ key, response }) =>
      response.kind === 'json' ? getPointers(responseTree(response, contract), `${key} `) : [],
    )
    return {
      operations: getShare(
        contract.operations.map(({ operationId }) => operationId),
        operations,
      ),
      statuses: getShare(
        responses.map(({ key }) => key),
        statuses,
      ),
      properties: getShare(pointers, properties),
      details: getShare([...getDetailCatalog(contract)], details),
    }
  }
}

export function getCoverage(contract: Contract, exchanges: readonly Exchange[]): Coverage {
  const counter = new CoverageCounter(contract)
  for (const exchange of exchanges) counter.add(exchange)
  return counter.coverage()
}

function getShare(all: readonly string[], seen: ReadonlySet<string>): Share {
  const missed = all.filter(one => !seen.has(one))
  return { seen: all.length - missed.length, all: all.length, missed }
}

function getPointers({ properties, items }: PropertyTree, before: string): string[] {
  const own = [...properties].flatMap(([name, tree]) => [
    `${before}/${name}`,
    ...getPointers(tree, `${before}/${name}`),
  ])
  return items ? [...own, ...getPointers(items, `${before}/*`)] : own
}

/** Adds the pointers of all properties to `seen`, and those of all values but null to `values`. */
function mark(
  tree: PropertyTree,
  value: unknown,
  before: string,
  seen: Set<string>,
  values: Set<string>,
): void {
  if (value !== null) values.add(before.replace(/ $/, ''))
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    for (const item of tree.items ? value : []) mark(tree.items ?? tree, item, `${before}/*`, seen, values)
    return
  }
  for (const [name, child] of Object.entries(value)) {
    const known = tree.properties.get(name)
    if (known) {
      const pointer = `${before}/${name}`
      seen.add(pointer)
      mark(known, child, pointer, seen, values)
    } else if (tree.items) mark(tree.items, child, `${before}/*`, seen, values)
  }
}

import { isObject } from '../contract/json'
import { getCall, getResponse } from '../contract/operation'
import type { Contract } from '../contract/read-contract'
import type { Exchange } from '../contract/validator/exchange'
import { findOperation } from '../contract/validator/find-operation'
import { type PropertyTree, responseTree } from '../contract/validator/property-tree'
import { getDetail, readBody } from '../contract/validator/response-context'
import { getDetailCatalog } from '../contract/validator/validate-body'
import type { FindingSource } from './finding'
import { FieldCounts } from './replaced-fields'

export type CheckedOperation = {
  readonly operationId: string
  /** `GET /groups/{id}`. */
  readonly call: string
  readonly tag: string
  readonly isSeen: boolean
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

/** Statistics of all exchanges of a run. Keeps no exchange, since a recording may be larger than the memory. */
export class ExchangeStats {
  private readonly contract: Contract
  private readonly called = new Set<string>()
  private readonly succeeded = new Set<string>()
  private readonly answered = new Set<string>()
  private readonly statuses = new Set<string>()
  private readonly properties = new Set<string>()
  private readonly details = new Set<string>()
  private readonly values = new Set<string>()
  /** Of successful answers. */
  readonly fields = new FieldCounts()
  private count = 0

  /** Where most of the exchanges are from. */
  readonly source: FindingSource

  constructor(contract: Contract, source: FindingSource = 'probe') {
    this.contract = contract
    this.source = source
  }

  add({ request, response }: Exchange): void {
    this.count += 1
    const found = findOperation(this.contract, request.method, request.url)
    if (found.kind !== 'found') return
    const { operationId } = found.operation
    this.called.add(operationId)
    const documented = response && getResponse(found.operation, response.status)
    if (!documented) return
    const key = `${operationId} ${documented.status}`
    this.statuses.add(key)
    if (documented.status < 400) this.succeeded.add(operationId)
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
    const fields = documented.status < 300 ? this.fields : undefined
    const { properties, values } = this
    mark(responseTree(documented, this.contract), body.value, `${key} `, { properties, values, fields })
  }

  exchanges(): number {
    return this.count
  }

  /** Whether the operation succeeded, or refused a request as only its own code can. */
  hasAnswered(operationId: string): boolean {
    return this.answered.has(operationId)
  }

  /** Whether a value other than null came at a pointer of an answer. */
  hasShown(operationId: string, status: number, pointer: string): boolean {
    return this.values.has(`${operationId} ${status} ${pointer}`)
  }

  operations(): CheckedOperation[] {
    return this.contract.operations.map(({ operationId, method, path, tag }) => ({
      operationId,
      call: getCall({ method, path }),
      tag,
      isSeen: this.called.has(operationId),
    }))
  }

  coverage(isSelected: (operationId: string) => boolean = () => true): Coverage {
    const { succeeded, statuses, properties, details } = this
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
        succeeded,
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
  const stats = new ExchangeStats(contract)
  for (const exchange of exchanges) stats.add(exchange)
  return stats.coverage()
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

type Marks = {
  /** The pointers of all properties, and of all values but null. */
  readonly properties: Set<string>
  readonly values: Set<string>
  readonly fields: FieldCounts | undefined
}

function mark(tree: PropertyTree, value: unknown, before: string, marks: Marks): void {
  if (value !== null) marks.values.add(before.replace(/ $/, ''))
  if (Array.isArray(value)) {
    for (const item of tree.items ? value : []) mark(tree.items ?? tree, item, `${before}/*`, marks)
    return
  }
  if (!isObject(value)) return
  if (tree.properties.size > 0 && !tree.items) marks.fields?.add(before, tree, value)
  for (const [name, child] of Object.entries(value)) {
    const known = tree.properties.get(name)
    if (known) {
      const pointer = `${before}/${name}`
      marks.properties.add(pointer)
      mark(known, child, pointer, marks)
    } else if (tree.items) mark(tree.items, child, `${before}/*`, marks)
  }
}

import type { Contract } from '../load-contract'
import { responseOf } from '../operation'
import { detailOf, readBody } from './case'
import type { Exchange } from './exchange'
import { findOperation } from './find-operation'
import { catalogueOf } from './judge-error-body'
import { answerTree, type PropertyTree } from './property-tree'

/** How much of one kind of thing was seen; `missed` names the rest in the contract's order. */
export type Share = {
  readonly seen: number
  readonly all: number
  readonly missed: readonly string[]
  /** Of the missed: what nobody can bring about from outside, and why. */
  readonly beyond?: readonly Beyond[]
}

type Beyond = { readonly why: string; readonly names: readonly string[] }

/** How much of the contract a set of exchanges has shown. */
export type Coverage = {
  /** Operations with an answer of success: `getGroup`. */
  readonly operations: Share
  /** Documented answers: `getGroup 404`. */
  readonly statuses: Share
  /** Properties of answers but for error details: operation, status and pointer with an asterisk for list items. */
  readonly properties: Share
  /** Error details that any operation documents: `Task not found`. */
  readonly details: Share
}

/** Counts what exchanges show of the contract, one by one, so that a long recording needs no memory. */
export class CoverageCounter {
  private readonly contract: Contract
  private readonly operations = new Set<string>()
  private readonly statuses = new Set<string>()
  private readonly properties = new Set<string>()
  private readonly details = new Set<string>()

  constructor(contract: Contract) {
    this.contract = contract
  }

  /** An exchange outside of the contract counts nothing. */
  add({ request, response }: Exchange): void {
    const found = findOperation(this.contract, request.method, request.url)
    const documented = found.kind === 'found' && response && responseOf(found.operation, response.status)
    if (!documented) return
    const { operationId } = found.operation
    const answer = `${operationId} ${documented.status}`
    this.statuses.add(answer)
    if (documented.status < 400) this.operations.add(operationId)
    if (documented.kind !== 'json') return
    const body = readBody(response)
    if (body.kind !== 'json') return
    const detail = detailOf({ body })
    if (detail !== undefined) this.details.add(detail)
    mark(answerTree(documented, this.contract), body.value, `${answer} `, this.properties)
  }

  coverage(): Coverage {
    const { contract, operations, statuses, properties, details } = this
    const answers = contract.operations.flatMap(operation =>
      operation.responses.map(response => ({
        answer: `${operation.operationId} ${response.status}`,
        response,
      })),
    )
    const pointers = answers.flatMap(({ answer, response }) =>
      response.kind === 'json' ? pointersOf(answerTree(response, contract), `${answer} `) : [],
    )
    return {
      operations: shareOf(
        contract.operations.map(({ operationId }) => operationId),
        operations,
      ),
      statuses: shareOf(
        answers.map(({ answer }) => answer),
        statuses,
      ),
      properties: shareOf(pointers, properties),
      details: shareOf([...catalogueOf(contract)], details),
    }
  }
}

/** What a list of exchanges has shown of the contract. */
export function coverageOf(contract: Contract, exchanges: readonly Exchange[]): Coverage {
  const counter = new CoverageCounter(contract)
  for (const exchange of exchanges) counter.add(exchange)
  return counter.coverage()
}

function shareOf(all: readonly string[], seen: ReadonlySet<string>): Share {
  const missed = all.filter(one => !seen.has(one))
  return { seen: all.length - missed.length, all: all.length, missed }
}

function pointersOf({ properties, items }: PropertyTree, before: string): string[] {
  const own = [...properties].flatMap(([name, tree]) => [
    `${before}/${name}`,
    ...pointersOf(tree, `${before}/${name}`),
  ])
  return items ? [...own, ...pointersOf(items, `${before}/*`)] : own
}

function mark(tree: PropertyTree, value: unknown, before: string, seen: Set<string>): void {
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    for (const item of tree.items ? value : []) mark(tree.items ?? tree, item, `${before}/*`, seen)
    return
  }
  for (const [name, child] of Object.entries(value)) {
    const known = tree.properties.get(name)
    if (known) {
      const pointer = `${before}/${name}`
      seen.add(pointer)
      mark(known, child, pointer, seen)
    } else if (tree.items) mark(tree.items, child, `${before}/*`, seen)
  }
}

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

/** Counts what the exchanges have shown of the contract; exchanges outside of it count nothing. */
export function coverageOf(contract: Contract, exchanges: readonly Exchange[]): Coverage {
  const seen = { operations: new Set<string>(), statuses: new Set<string>(), details: new Set<string>() }
  const properties = new Set<string>()
  for (const { request, response } of exchanges) {
    const found = findOperation(contract, request.method, request.url)
    const documented = found.kind === 'found' && response && responseOf(found.operation, response.status)
    if (!documented) continue
    const { operationId } = found.operation
    const answer = `${operationId} ${documented.status}`
    seen.statuses.add(answer)
    if (documented.status < 400) seen.operations.add(operationId)
    if (documented.kind !== 'json') continue
    const body = readBody(response)
    if (body.kind !== 'json') continue
    const detail = detailOf({ body })
    if (detail !== undefined) seen.details.add(detail)
    mark(answerTree(documented, contract), body.value, `${answer} `, properties)
  }
  const operations = contract.operations.map(({ operationId }) => operationId)
  const answers = contract.operations.flatMap(operation =>
    operation.responses.map(response => ({
      answer: `${operation.operationId} ${response.status}`,
      response,
    })),
  )
  const all = answers.flatMap(({ answer, response }) =>
    response.kind === 'json' ? pointersOf(answerTree(response, contract), `${answer} `) : [],
  )
  return {
    operations: shareOf(operations, seen.operations),
    statuses: shareOf(
      answers.map(({ answer }) => answer),
      seen.statuses,
    ),
    properties: shareOf(all, properties),
    details: shareOf([...catalogueOf(contract)], seen.details),
  }
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

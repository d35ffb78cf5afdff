import type { JsonObject } from '../../lib/json'
import type { Judgement } from '../../lib/judge/judgement'
import type { Contract } from '../../lib/load-contract'
import type { BackendDocument } from './backend-document'
import { type BasePath, findBasePath } from './base-path'
import { compareSuccess } from './compare-answers'
import { compareBody } from './compare-body'
import { compareErrors } from './compare-errors'
import { compareParameters } from './compare-parameters'
import { compareSecurity } from './compare-security'
import { makeComparer } from './comparer'
import { callOf, judgementOf } from './draft'
import { type Match, type Matches, matchOperations } from './match-operations'
import { shapeOf } from './match-paths'
import { normaliseDocument } from './normalise'

/**
 * Every way in which the backend's own document leaves the contract, with a value or a call as proof of each. What
 * the document does not say is no drift; what it says otherwise is. It never throws, whatever the document holds.
 */
export function compareDocuments(contract: Contract, document: JsonObject): Judgement[] {
  const backend = normaliseDocument(document)
  const base = findBasePath(contract.operations, backend.operations, document, contract.basePath)
  const matches = matchOperations(contract.operations, contract.schemas, backend, base.inPaths)
  const removed = judgeRemoved(contract, backend, matches.removed)
  const isOther = removed.length === 1 && matches.removed.length > 1
  return [
    ...removed,
    ...judgeBase(contract, base),
    ...(isOther ? [] : matches.matched.flatMap(match => judgeMove(match, base))),
    ...compareAll(contract, backend, matches),
    ...(isOther ? [] : judgeAdded(contract, matches, base)),
  ]
}

function compareAll(contract: Contract, backend: BackendDocument, { matched }: Matches): Judgement[] {
  const comparer = makeComparer(contract, backend)
  const compared = matched.filter(({ kind }) => kind !== 'method')
  // The looser side counts what the document says by habit, so that all bodies come before the first question of it.
  for (const { operation, backend: other } of compared) compareBody(comparer, operation, other)
  const sure = compared.flatMap(({ operation, backend: other }) => [
    ...compareParameters(comparer, operation, other),
    ...compareBody(comparer, operation, other),
  ])
  const pending = compared.flatMap(({ operation, backend: other }) => [
    ...compareSuccess(comparer, operation, other),
    ...compareErrors(comparer, operation, other),
  ])
  const meant = pending.filter(({ unsaid }) => unsaid === undefined || comparer.habits.isUsual(unsaid))
  return [...sure, ...meant.map(({ judgement }) => judgement), ...compareSecurity(contract, compared)]
}

/** Of another product's document it is enough to say that it is one. */
function judgeRemoved(
  contract: Contract,
  { title }: BackendDocument,
  removed: Contract['operations'],
): Judgement[] {
  const all = contract.operations.length
  const calls = removed.map(callOf)
  if (removed.length > 4 && removed.length > all * 0.6) {
    const what = `${removed.length} of the ${all} operations of the contract are not in the document "${title}"; it may be another product's`
    return [judgementOf({ driftId: 'DR01', place: 'operation', what, witness: calls })]
  }
  return removed.map(operation =>
    judgementOf({
      driftId: 'DR01',
      operation,
      place: 'operation',
      what: `the document does not have ${callOf(operation)}`,
      witness: callOf(operation),
    }),
  )
}

function judgeBase({ basePath }: Contract, { whole }: BasePath): Judgement[] {
  if (whole === undefined || whole === basePath || whole.endsWith(basePath)) return []
  const what = `the document serves the calls below ${whole || '/'} and not below ${basePath}`
  return [judgementOf({ driftId: 'DR03', place: 'operation', what, witness: whole || '/' })]
}

function judgeMove({ operation, backend, kind }: Match, { inPaths }: BasePath): Judgement[] {
  const call = callOf({ ...backend, path: backend.path.replace(inPaths, '') })
  const what = `the client calls ${callOf(operation)} and the document has ${call}`
  const base = { operation, place: 'operation', what, witness: callOf(operation) }
  if (kind === 'method') return [judgementOf({ ...base, driftId: 'DR02' })]
  if (kind === 'moved') return [judgementOf({ ...base, driftId: 'DR03' })]
  // A slash at the end is answered by a redirect, which costs time and, behind a proxy, sometimes the call.
  const isSlashed = /.\/$/.test(backend.path) && !operation.path.endsWith('/')
  return isSlashed ? [judgementOf({ ...base, driftId: 'DR03', severity: 'degraded' })] : []
}

/** New calls beside those of the contract; what else the backend serves is none of the client's business. */
function judgeAdded(contract: Contract, { others }: Matches, { inPaths }: BasePath): Judgement[] {
  const areas = new Set(contract.operations.map(({ path }) => path.split('/')[1]))
  const tags = new Set(contract.operations.map(({ tag }) => tag))
  return others.flatMap(other => {
    const path = other.path.startsWith(inPaths) ? other.path.slice(inPaths.length) : other.path
    const isNear = areas.has(path.split('/')[1]) || other.tags.some(tag => tags.has(tag))
    if (!isNear) return []
    const call = callOf({ ...other, path })
    const what = `the document also has ${call}`
    return [
      judgementOf({
        driftId: 'DR04',
        place: `operation ${callOf({ ...other, path: shapeOf(path) })}`,
        what,
        witness: call,
      }),
    ]
  })
}

import type { JsonObject } from '../../lib/json'
import type { Contract } from '../../lib/load-contract'
import type { ContractViolation } from '../../lib/validator/contract-violation'
import type { BackendDocument } from './backend-document'
import { type BasePath, findBasePath } from './base-path'
import { compareBody } from './compare-body'
import { compareErrors } from './compare-errors'
import { compareParameters } from './compare-parameters'
import { compareSuccess } from './compare-responses'
import { compareSecurity } from './compare-security'
import { makeComparer } from './comparer'
import { callOf, makeViolation } from './make-violation'
import { type Match, type Matches, matchOperations } from './match-operations'
import { toPathShape } from './match-paths'
import { normaliseDocument } from './normalise-document'

/**
 * Every difference between the backend's document and the contract, with a value or an operation as proof.
 * What the document does not say is no drift. Never throws.
 */
export function compareDocuments(contract: Contract, document: JsonObject): ContractViolation[] {
  const backend = normaliseDocument(document)
  const base = findBasePath(contract.operations, backend.operations, document, contract.basePath)
  const matches = matchOperations(contract.operations, contract.schemas, backend, base.pathPrefix)
  const removed = checkRemoved(contract, backend, matches.removed)
  const isOther = removed.length === 1 && matches.removed.length > 1
  return [
    ...removed,
    ...checkBasePath(contract, base),
    ...(isOther ? [] : matches.matched.flatMap(match => checkMoved(match, base))),
    ...compareAll(contract, backend, matches),
    ...(isOther ? [] : checkAdded(contract, matches, base)),
  ]
}

function compareAll(contract: Contract, backend: BackendDocument, { matched }: Matches): ContractViolation[] {
  const comparer = makeComparer(contract, backend)
  const compared = matched.filter(({ kind }) => kind !== 'method')
  // The usage counts must be complete before the first comparison depends on them.
  for (const { operation, backend: other } of compared) compareBody(comparer, operation, other)
  const certain = compared.flatMap(({ operation, backend: other }) => [
    ...compareParameters(comparer, operation, other),
    ...compareBody(comparer, operation, other),
  ])
  const pending = compared.flatMap(({ operation, backend: other }) => [
    ...compareSuccess(comparer, operation, other),
    ...compareErrors(comparer, operation, other),
  ])
  const meant = pending.filter(
    ({ unspecified }) => unspecified === undefined || comparer.usage.isUsual(unspecified),
  )
  return [...certain, ...meant.map(({ violation }) => violation), ...compareSecurity(contract, compared)]
}

/** For another product's document one violation is enough. */
function checkRemoved(
  contract: Contract,
  { title }: BackendDocument,
  removed: Contract['operations'],
): ContractViolation[] {
  const all = contract.operations.length
  const calls = removed.map(callOf)
  if (removed.length > 4 && removed.length > all * 0.6) {
    const what = `${removed.length} of the ${all} operations of the contract are not in the document "${title}"; it may be another product's`
    return [makeViolation({ driftId: 'DR01', place: 'operation', what, witness: calls })]
  }
  return removed.map(operation =>
    makeViolation({
      driftId: 'DR01',
      operation,
      place: 'operation',
      what: `the document does not have ${callOf(operation)}`,
      witness: callOf(operation),
    }),
  )
}

function checkBasePath({ basePath }: Contract, { fullPath }: BasePath): ContractViolation[] {
  if (fullPath === undefined || fullPath === basePath || fullPath.endsWith(basePath)) return []
  const what = `the document serves the calls below ${fullPath || '/'} and not below ${basePath}`
  return [makeViolation({ driftId: 'DR03', place: 'operation', what, witness: fullPath || '/' })]
}

function checkMoved({ operation, backend, kind }: Match, { pathPrefix }: BasePath): ContractViolation[] {
  const call = callOf({ ...backend, path: backend.path.replace(pathPrefix, '') })
  const what = `the client calls ${callOf(operation)} and the document has ${call}`
  const base = { operation, place: 'operation', what, witness: callOf(operation) }
  if (kind === 'method') return [makeViolation({ ...base, driftId: 'DR02' })]
  if (kind === 'moved') return [makeViolation({ ...base, driftId: 'DR03' })]
  // A trailing slash causes a redirect, which costs time and may fail behind a proxy.
  const isSlashed = /.\/$/.test(backend.path) && !operation.path.endsWith('/')
  return isSlashed ? [makeViolation({ ...base, driftId: 'DR03', severity: 'degraded' })] : []
}

/** Only new operations near those of the contract; the client does not use the rest. */
function checkAdded(contract: Contract, { others }: Matches, { pathPrefix }: BasePath): ContractViolation[] {
  const areas = new Set(contract.operations.map(({ path }) => path.split('/')[1]))
  const tags = new Set(contract.operations.map(({ tag }) => tag))
  return others.flatMap(other => {
    const path = other.path.startsWith(pathPrefix) ? other.path.slice(pathPrefix.length) : other.path
    const isNear = areas.has(path.split('/')[1]) || other.tags.some(tag => tags.has(tag))
    if (!isNear) return []
    const call = callOf({ ...other, path })
    const what = `the document also has ${call}`
    return [
      makeViolation({
        driftId: 'DR04',
        place: `operation ${callOf({ ...other, path: toPathShape(path) })}`,
        what,
        witness: call,
      }),
    ]
  })
}

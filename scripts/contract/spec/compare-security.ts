import { objectAt } from '../../lib/json'
import type { Contract } from '../../lib/load-contract'
import type { Operation } from '../../lib/operation'
import type { ContractViolation } from '../../lib/validator/contract-violation'
import type { BackendOperation, Credential } from './backend-document'
import { makeViolation } from './make-violation'
import type { Match } from './match-operations'

/** DR57–DR59. A scheme that changes for all operations is one violation. */
export function compareSecurity(contract: Contract, matches: readonly Match[]): ContractViolation[] {
  const speaks = (test: (one: Credential) => boolean) =>
    matches.some(({ backend }) => backend.security?.some(test) === true)
  const isSpeaking = {
    bearer: speaks(({ kind }) => kind !== 'none'),
    refreshCookie: speaks(({ kind }) => kind === 'cookie'),
    none: true,
  }
  const cookie = cookieName(contract)
  const found = matches.flatMap(({ operation, backend }) => {
    const isSilent = backend.security === undefined && !isSpeaking[operation.security]
    return isSilent ? [] : compareOne(operation, backend, cookie, isSpeaking[operation.security])
  })
  return collapse(contract, found, matches)
}

function compareOne(
  operation: Operation,
  backend: BackendOperation,
  cookie: string,
  isSpeaking: boolean,
): ContractViolation[] {
  const choices: readonly Credential[] = backend.security ?? [{ kind: 'none' }]
  const base = { operation, place: 'operation' }
  const isOpen = choices.some(({ kind }) => kind === 'none')
  const required = choices.filter(({ kind }) => kind !== 'none').map(nameOf)
  if (operation.security === 'none') {
    if (isOpen) return []
    const what = `the client calls this without a token, the document requires ${required.join(' or ')}`
    return [makeViolation({ ...base, driftId: 'DR58', what, witness: 'a call without a token' })]
  }
  const own = operation.security === 'bearer' ? 'a bearer token' : `the cookie ${cookie}`
  if (required.includes(own)) return []
  if (required.length === 0) {
    if (!isSpeaking) return []
    const what = `the contract requires ${own}, the document nothing`
    return [makeViolation({ ...base, driftId: 'DR57', what, witness: 'a call without a token' })]
  }
  const what = `the contract requires ${own}, the document ${required.join(' or ')}`
  return [makeViolation({ ...base, driftId: 'DR59', what, witness: required[0] })]
}

function nameOf(one: Credential): string {
  if (one.kind === 'cookie') return `the cookie ${one.name}`
  return one.kind === 'other' ? one.name : 'a bearer token'
}

function cookieName(contract: Contract): string {
  const schemes = objectAt(objectAt(contract.document.components).securitySchemes)
  const cookie = Object.values(schemes)
    .map(objectAt)
    .find(scheme => scheme.in === 'cookie')
  return String(cookie?.name ?? 'refresh_token')
}

function collapse(
  contract: Contract,
  found: readonly ContractViolation[],
  matches: readonly Match[],
): ContractViolation[] {
  const securityOf = new Map(contract.operations.map(one => [one.operationId, one.security]))
  const rest = [...found]
  const merged: ContractViolation[] = []
  for (const kind of ['bearer', 'refreshCookie'] as const) {
    const all = matches.filter(({ operation }) => operation.security === kind).length
    const same = rest.filter(one => one.driftId === 'DR59' && securityOf.get(one.operationId ?? '') === kind)
    const [first] = same
    if (!first || all < 2 || same.length < all || same.some(({ what }) => what !== first.what)) continue
    const { operationId: _, ...shared } = first
    merged.push({ ...shared, what: first.what.replace('.', `, for all ${all} calls that have it.`) })
    for (const one of same) rest.splice(rest.indexOf(one), 1)
  }
  return [...merged, ...rest]
}

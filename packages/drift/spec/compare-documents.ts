import { type JsonObject, objectAt } from '../../contract/json'
import { getCall, type Operation } from '../../contract/operation'
import type { Contract } from '../../contract/read-contract'
import type { SchemaNode, SchemaTable } from '../../contract/schema-node'
import type { ContractViolation } from '../../contract/validator/drift-classes'
import { driftIds } from '../../contract/validator/drift-ids'
import { compareErrors } from './compare-errors'
import { compareBody, compareParameters } from './compare-request'
import { compareSuccess } from './compare-responses'
import { makeComparer } from './compare-schema'
import { makeViolation } from './gap'
import {
  type BasePath,
  findBasePath,
  type Match,
  type Matches,
  matchOperations,
  toPathShape,
} from './match-operations'
import {
  type BackendDocument,
  type BackendOperation,
  type Credential,
  normaliseDocument,
} from './normalise-document'

/**
 * Every difference between the backend's document and the contract, with a value or an operation as proof.
 * What the document does not say is no drift. Never throws.
 */
export function compareDocuments(contract: Contract, document: JsonObject): ContractViolation[] {
  const backend = normaliseDocument(document)
  const base = findBasePath(contract.operations, backend.operations, document, contract.basePath)
  const matches = matchOperations(contract.operations, contract.schemas, backend, base.pathPrefix)
  return [
    ...matches.removed.map(checkRemoved),
    ...checkBasePath(contract, base),
    ...matches.matched.flatMap(match => checkMoved(match, base)),
    ...compareAll(contract, backend, matches),
    ...checkAdded(contract, matches, base),
  ]
}

function compareAll(contract: Contract, backend: BackendDocument, { matched }: Matches): ContractViolation[] {
  const comparer = makeComparer(contract, backend)
  const compared = matched.filter(({ kind }) => kind !== 'method')
  const pairs = compared.map(({ operation, backend: other }) => ({ comparer, operation, backend: other }))
  // The usage counts must be complete before the first comparison depends on them.
  for (const pair of pairs) compareBody(pair)
  const certain = pairs.flatMap(pair => [...compareParameters(pair), ...compareBody(pair)])
  const pending = pairs.flatMap(pair => [...compareSuccess(pair), ...compareErrors(pair)])
  const meant = pending.filter(
    ({ unspecified }) => unspecified === undefined || comparer.usage.isUsual(unspecified),
  )
  return [...certain, ...meant.map(({ violation }) => violation), ...compareSecurity(contract, compared)]
}

function checkRemoved(operation: Operation): ContractViolation {
  const call = getCall(operation)
  const what = `the document does not have ${call}`
  return makeViolation({
    driftId: driftIds.operationRemoved,
    operation,
    place: 'operation',
    what,
    witness: call,
  })
}

function checkBasePath({ basePath }: Contract, { fullPath }: BasePath): ContractViolation[] {
  if (fullPath === undefined || fullPath === basePath || fullPath.endsWith(basePath)) return []
  const what = `the document serves the calls below ${fullPath || '/'} and not below ${basePath}`
  return [makeViolation({ driftId: driftIds.pathMoved, place: 'operation', what, witness: fullPath || '/' })]
}

function checkMoved({ operation, backend, kind }: Match, { pathPrefix }: BasePath): ContractViolation[] {
  const call = getCall({ ...backend, path: backend.path.replace(pathPrefix, '') })
  const what = `the client calls ${getCall(operation)} and the document has ${call}`
  const base = { operation, place: 'operation', what, witness: getCall(operation) }
  if (kind === 'method') return [makeViolation({ ...base, driftId: driftIds.methodChanged })]
  if (kind === 'moved') return [makeViolation({ ...base, driftId: driftIds.pathMoved })]
  // A trailing slash causes a redirect, which costs time and may fail behind a proxy.
  const isSlashed = /.\/$/.test(backend.path) && !operation.path.endsWith('/')
  return isSlashed ? [makeViolation({ ...base, driftId: driftIds.pathMoved, severity: 'degraded' })] : []
}

/** Only new operations near those of the contract; the client does not use the rest. */
function checkAdded(contract: Contract, { others }: Matches, { pathPrefix }: BasePath): ContractViolation[] {
  const areas = new Set(contract.operations.map(({ path }) => path.split('/')[1]))
  const tags = new Set(contract.operations.map(({ tag }) => tag))
  return others.flatMap(other => {
    const path = other.path.startsWith(pathPrefix) ? other.path.slice(pathPrefix.length) : other.path
    const isNear = areas.has(path.split('/')[1]) || other.tags.some(tag => tags.has(tag))
    if (!isNear) return []
    const call = getCall({ ...other, path })
    const what = `the document also has ${call}`
    const place = `operation ${getCall({ ...other, path: toPathShape(path) })}`
    return [makeViolation({ driftId: driftIds.operationUndocumented, place, what, witness: call })]
  })
}

/** DR57–DR59. A scheme that changes for all operations is one violation. */
function compareSecurity(contract: Contract, matches: readonly Match[]): ContractViolation[] {
  const speaks = (test: (one: Credential) => boolean) =>
    matches.some(({ backend }) => backend.security?.some(test) === true)
  const isSpeaking = {
    bearer: speaks(({ kind }) => kind !== 'none'),
    refreshCookie: speaks(({ kind }) => kind === 'cookie'),
    none: true,
    other: false,
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
  if (operation.security === 'other') return []
  const choices: readonly Credential[] = backend.security ?? [{ kind: 'none' }]
  const base = { operation, place: 'operation' }
  const isOpen = choices.some(({ kind }) => kind === 'none')
  const required = choices.filter(({ kind }) => kind !== 'none').map(getName)
  if (operation.security === 'none') {
    if (isOpen) return []
    const what = `the client calls this without a token, the document requires ${required.join(' or ')}`
    return [
      makeViolation({
        ...base,
        driftId: driftIds.authenticationRequired,
        what,
        witness: 'a call without a token',
      }),
    ]
  }
  const own = operation.security === 'bearer' ? 'a bearer token' : `the cookie ${cookie}`
  if (required.includes(own)) return []
  if (required.length === 0) {
    if (!isSpeaking) return []
    const what = `the contract requires ${own}, the document nothing`
    return [
      makeViolation({
        ...base,
        driftId: driftIds.authenticationDropped,
        what,
        witness: 'a call without a token',
      }),
    ]
  }
  const what = `the contract requires ${own}, the document ${required.join(' or ')}`
  return [makeViolation({ ...base, driftId: driftIds.securityScheme, what, witness: required[0] })]
}

function getName(one: Credential): string {
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
  const getSecurity = new Map(contract.operations.map(one => [one.operationId, one.security]))
  const rest = [...found]
  const merged: ContractViolation[] = []
  for (const kind of ['bearer', 'refreshCookie'] as const) {
    const all = matches.filter(({ operation }) => operation.security === kind).length
    const same = rest.filter(
      one => one.driftId === driftIds.securityScheme && getSecurity.get(one.operationId ?? '') === kind,
    )
    const [first] = same
    if (!first || all < 2 || same.length < all || same.some(({ what }) => what !== first.what)) continue
    const { operationId: _, ...shared } = first
    merged.push({ ...shared, what: first.what.replace('.', `, for all ${all} calls that have it.`) })
    for (const one of same) rest.splice(rest.indexOf(one), 1)
  }
  return [...merged, ...rest]
}

/**
 * Operations whose JSON response the document does not describe (`GET /groups/{id}`), as FastAPI does without
 * a response_model. No drift, but no proof either.
 */
export function undescribedResponses(contract: Contract, document: JsonObject): string[] {
  const backend = normaliseDocument(document)
  const { pathPrefix } = findBasePath(contract.operations, backend.operations, document, contract.basePath)
  const { matched } = matchOperations(contract.operations, contract.schemas, backend, pathPrefix)
  return matched.flatMap(({ operation, backend: other }) => {
    const isSilent = operation.responses.some(({ status, kind }) => {
      const response = other.responses.find(one => one.status === status)
      const types = response ? [...response.content.values()] : []
      return status < 300 && kind === 'json' && types.every(node => isUndescribed(node, backend.schemas))
    })
    return isSilent ? [getCall(operation)] : []
  })
}

function isUndescribed(node: SchemaNode, schemas: SchemaTable): boolean {
  const name = node.$ref?.split('/').at(-1)
  const { type, properties, items, allOf, anyOf, oneOf, additionalProperties } =
    (name === undefined ? node : schemas[name]) ?? {}
  const isTyped = type !== undefined && type !== 'object'
  const isMap = typeof additionalProperties === 'object' && Object.keys(additionalProperties).length > 0
  return !(isTyped || isMap || properties || items || allOf || anyOf || oneOf)
}

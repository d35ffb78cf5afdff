import { isObject, listAt } from '../json'
import type { Contract } from '../load-contract'
import type { OperationResponse } from '../operation'
import type { SchemaNode } from '../schema-node'
import { alternativesOf } from './alternatives'
import type { ContractViolation } from './contract-violation'
import type { DriftId } from './drift-classes'
import { mismatchesOf } from './mismatches'
import { toPrintableWord } from './printable'
import { makeBodyViolation, makeViolation, propertyOf, type ResponseContext } from './response-context'
import { areSimilarTexts } from './similar-names'
import { validateJson } from './validate-json'
import { describe } from './value-mismatch'

/** `{detail}` with a documented text, or FastAPI's list where the contract allows it. */
export function validateErrorBody(
  context: ResponseContext,
  documented: OperationResponse,
  value: unknown,
): ContractViolation[] {
  const { contract } = context
  const alternatives = alternativesOf(documented.schema ?? {}, contract.schemas)
  // Some responses above 400 are states with a shape of their own.
  if (!alternatives.every(({ flat }) => flat.properties.has('detail'))) {
    const promised = alternatives.flatMap(({ flat }) => [...flat.properties.keys()])
    if (isObject(value) && promised.some(name => Object.hasOwn(value, name)))
      return validateJson(context, documented, value)
    const what = `An object with ${promised.join(', ')} is promised in the answer ${documented.status}, ${describeActual(value)} came.`
    return [
      makeBodyViolation(context, 'DR46', documented, { pointer: '', what, witness: describeActual(value) }),
    ]
  }
  const wrongShape: DriftId = documented.status === 422 && hasErrorList(value) ? 'DR49' : 'DR46'
  if (!isObject(value) || !Object.hasOwn(value, 'detail')) {
    const actual = describeActual(value)
    const what = `An object with a detail is promised in the answer ${documented.status}, ${actual} came.`
    return [makeBodyViolation(context, wrongShape, documented, { pointer: '', what, witness: actual })]
  }
  const beside = validateJson(context, documented, value).filter(
    ({ pointer }) => !pointer?.startsWith('/detail'),
  )
  const detail = propertyOf(value, 'detail')
  if (typeof detail === 'string') return [...validateDetail(context, documented, detail), ...beside]
  const nodes = alternatives.map(({ flat }) => flat.properties.get('detail') ?? {})
  return [...validateIssueList(context, documented, nodes, detail, wrongShape), ...beside]
}

function describeActual(value: unknown): string {
  const names = isObject(value) ? Object.keys(value).slice(0, 5).map(toPrintableWord).join(', ') : ''
  return names === '' ? describe(value) : `an object with ${names}`
}

/** Whether validation errors come as a list, or under a plural key. */
function hasErrorList(value: unknown): boolean {
  if (!isObject(value)) return Array.isArray(value)
  return 'errors' in value || Object.values(value).some(one => Array.isArray(one))
}

function validateDetail(
  context: ResponseContext,
  documented: OperationResponse,
  detail: string,
): ContractViolation[] {
  const { contract } = context
  const { status, details, assumed } = documented
  if (!details || details.includes(detail) || frameworkDetails(documented, contract).includes(detail))
    return []
  const catalogue = getDetailCatalog(contract)
  if (catalogue.has(detail) && isExtensible(documented, contract)) return []
  const draft = { place: `answer ${status} detail`, status, pointer: '/detail', isAssumed: assumed === true }
  const witness = toPrintableWord(detail)
  const meant = catalogue.has(detail)
    ? undefined
    : [...details, ...catalogue].find(known => areSimilarTexts(known, detail))
  if (meant !== undefined) {
    const what = `The detail is "${witness}", the contract writes "${meant}".`
    return [makeViolation(context, 'DR48', { ...draft, what, witness })]
  }
  const where = catalogue.has(detail) ? 'known, but not in this answer' : 'not in the catalogue'
  const what = `The detail "${witness}" is ${where}; ${details.map(one => `"${one}"`).join(', ')} may come.`
  return [makeViolation(context, 'DR47', { ...draft, what, witness })]
}

/** A detail that is not a text: valid if it is the framework's list. */
function validateIssueList(
  context: ResponseContext,
  documented: OperationResponse,
  nodes: readonly SchemaNode[],
  detail: unknown,
  driftId: DriftId,
): ContractViolation[] {
  const { schemas } = context.contract
  const faults = nodes.map(node =>
    // The framework adds `input`, `ctx` and `url`; the client does not read them.
    mismatchesOf(node, detail, schemas).filter(one => one.driftId !== 'DR35'),
  )
  const [fault] = faults.sort((a, b) => a.length - b.length)[0] ?? []
  if (!fault) return []
  const isList = Array.isArray(detail) && documented.status === 422
  const what = isList
    ? `In the detail's list: ${fault.what}`
    : `A text is promised as detail, ${describe(detail)} came.`
  const pointer = `/detail${isList ? fault.pointer : ''}`
  const place = `answer ${documented.status} detail`
  const isAssumed = documented.assumed === true
  return [
    makeViolation(context, driftId, {
      place,
      status: documented.status,
      pointer,
      what,
      witness: describe(detail),
      isAssumed,
    }),
  ]
}

/** Default details of web frameworks. */
function frameworkDetails({ schema = {} }: OperationResponse, { schemas }: Contract): readonly unknown[] {
  const details = alternativesOf(schema, schemas).flatMap(({ flat }) => flat.properties.get('detail') ?? [])
  return details.flatMap(node => listAt(node['x-framework-details']))
}

function isExtensible({ schema = {} }: OperationResponse, { schemas }: Contract): boolean {
  const details = alternativesOf(schema, schemas).flatMap(({ flat }) => flat.properties.get('detail') ?? [])
  return details.some(node => alternativesOf(node, schemas).some(one => one.isExtensible))
}

const catalogues = new WeakMap<Contract, ReadonlySet<string>>()

export function getDetailCatalog(contract: Contract): ReadonlySet<string> {
  const known = catalogues.get(contract)
  if (known) return known
  const responses = contract.operations.flatMap(({ responses }) => responses)
  const catalogue = new Set(responses.flatMap(({ details }) => details ?? []))
  catalogues.set(contract, catalogue)
  return catalogue
}

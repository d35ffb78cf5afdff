import { isObject, listAt } from '../json'
import type { Operation, OperationResponse } from '../operation'
import type { Contract } from '../read-contract'
import type { SchemaNode } from '../schema-node'
import { areSimilarTexts } from '../similar-names'
import type { ContractViolation, DriftId } from './drift-classes'
import { driftIds } from './drift-ids'
import { findMismatches } from './mismatches'
import { toPrintableWord } from './printable'
import { getAlternatives } from './property-tree'
import {
  type DocumentedContext,
  getMediaType,
  getProperty,
  makeBodyViolation,
  makeViolation,
  sizeNote,
} from './response-context'
import { describe } from './value-mismatch'

export function validateBody(context: DocumentedContext): ContractViolation[] {
  const { body, documented } = context
  if (body.kind === 'unknown' || documented.kind === 'any') return []
  if (documented.kind === 'empty') return body.kind === 'empty' ? [] : [unexpectedBody(context)]
  if (body.kind === 'empty') return [missingBody(context)]
  if (documented.kind === 'binary') return validateBinary(context)
  if (documented.kind === 'text') return validateMediaType(context)
  if (body.kind === 'text') return [invalidJson(context, body.isHtml)]
  const validate = documented.status >= 400 ? validateErrorBody : validateJson
  return [...validate(context, body.value), ...validateMediaType(context)]
}

function unexpectedBody(context: DocumentedContext): ContractViolation {
  const { response, documented } = context
  const what = `An empty answer ${documented.status} is promised, ${response.body?.length ?? 0} bytes came with ${response.status}.`
  return makeBodyViolation(context, driftIds.bodyAdded, { pointer: '', what })
}

function missingBody(context: DocumentedContext): ContractViolation {
  const { status, contentType } = context.documented
  const driftId =
    status < 400 ? driftIds.emptyBody : status === 422 ? driftIds.validationErrorShape : driftIds.errorShape
  const what = `A body (${contentType}) is promised in the answer ${status}, none came.`
  return makeBodyViolation(context, driftId, { pointer: '', what, witness: '' })
}

function invalidJson(context: DocumentedContext, isHtml: boolean): ContractViolation {
  const { status } = context.documented
  const witness = isHtml ? 'an HTML page' : 'something else'
  const what = `JSON is promised in the answer ${status}, ${witness} came.${sizeNote(context)}`
  return makeBodyViolation(context, status < 400 ? driftIds.invalidJson : driftIds.errorPage, {
    pointer: '',
    what,
    witness,
  })
}

/** Binary data is not parsed; only JSON instead of a file is detected. */
function validateBinary(context: DocumentedContext): ContractViolation[] {
  const { body, documented } = context
  const isData = body.kind === 'json' && (typeof body.value === 'object' || typeof body.value === 'string')
  if (!isData && getMediaType(context) !== 'application/json') return validateMediaType(context)
  const what = `The bytes of a file are promised in the answer ${documented.status}, JSON came.`
  return [makeBodyViolation(context, driftIds.binaryBecameJson, { pointer: '', what })]
}

function validateMediaType(context: DocumentedContext): ContractViolation[] {
  const { status, contentType, assumed } = context.documented
  const actual = getMediaType(context)
  if (contentType === undefined || actual === contentType) return []
  const place = `answer ${status} header content-type`
  const isAssumed = assumed === true
  if (actual === undefined) {
    const what = `The content type ${contentType} is promised, the header is missing.`
    return [makeViolation(context, driftIds.contentTypeMissing, { place, what, isAssumed })]
  }
  const isJson = context.body.kind === 'json' && contentType === 'application/json'
  const note = isJson ? '; the body itself is JSON' : ''
  const what = `The content type ${contentType} is promised, ${actual.slice(0, 60)} came${note}.`
  return [
    makeViolation(context, driftIds.answerMediaType, {
      place,
      what,
      witness: actual.slice(0, 60),
      isAssumed,
    }),
  ]
}

function validateJson(context: DocumentedContext, value: unknown): ContractViolation[] {
  const { contract, documented, expectation } = context
  return findMismatches(documented.schema ?? {}, value, contract.schemas, expectation?.reader).map(
    ({ driftId, ...mismatch }) => {
      // A null body is a class of its own; it breaks a screen.
      const isNull = driftId === driftIds.unexpectedNull && mismatch.pointer === ''
      const severity = isNull ? 'breaking' : mismatch.severity
      return makeBodyViolation(context, isNull ? driftIds.nullAndObject : driftId, { ...mismatch, severity })
    },
  )
}

/** `{detail}` with a documented text, or FastAPI's list where the contract allows it. */
function validateErrorBody(context: DocumentedContext, value: unknown): ContractViolation[] {
  const { contract, documented } = context
  const actual = describeActual(value)
  const alternatives = getAlternatives(documented.schema ?? {}, contract.schemas)
  // Some responses above 400 are states with a shape of their own.
  if (!alternatives.every(({ flat }) => flat.properties.has('detail'))) {
    const promised = alternatives.flatMap(({ flat }) => [...flat.properties.keys()])
    const isShaped = isObject(value) && promised.some(name => Object.hasOwn(value, name))
    if (isShaped || promised.length === 0) return validateJson(context, value)
    const what = `An object with ${promised.join(', ')} is promised in the answer ${documented.status}, ${actual} came.`
    return [makeBodyViolation(context, driftIds.errorShape, { pointer: '', what, witness: actual })]
  }
  const wrongShape: DriftId =
    documented.status === 422 && hasErrorList(value) ? driftIds.validationErrorShape : driftIds.errorShape
  if (!isObject(value) || !Object.hasOwn(value, 'detail')) {
    const what = `An object with a detail is promised in the answer ${documented.status}, ${actual} came.`
    return [makeBodyViolation(context, wrongShape, { pointer: '', what, witness: actual })]
  }
  const beside = validateJson(context, value).filter(({ pointer }) => !pointer?.startsWith('/detail'))
  const detail = getProperty(value, 'detail')
  if (typeof detail === 'string') return [...validateDetail(context, detail), ...beside]
  const nodes = alternatives.map(({ flat }) => flat.properties.get('detail') ?? {})
  return [...validateIssueList(context, nodes, detail, wrongShape), ...beside]
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

function validateDetail(context: DocumentedContext, detail: string): ContractViolation[] {
  const { contract, documented } = context
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
    return [makeViolation(context, driftIds.detailSpelling, { ...draft, what, witness })]
  }
  const where = catalogue.has(detail) ? 'known, but not in this answer' : 'not in the catalogue'
  const what = `The detail "${witness}" is ${where}; ${details.map(one => `"${one}"`).join(', ')} may come.`
  // Which calls say that nothing is there in which words is only assumed, and the client has a message for each.
  const isOtherAbsence =
    status === 404 && assumed && contract.operations.some(one => hasDetail(one, 404, detail))
  const severity = isOtherAbsence && { severity: 'information' as const }
  return [makeViolation(context, driftIds.detailUnknown, { ...draft, what, witness, ...severity })]
}

function hasDetail({ responses }: Operation, status: number, detail: string): boolean {
  return responses.some(one => one.status === status && one.details?.includes(detail))
}

/** A detail that is not a text: valid if it is the framework's list. */
function validateIssueList(
  context: DocumentedContext,
  nodes: readonly SchemaNode[],
  detail: unknown,
  driftId: DriftId,
): ContractViolation[] {
  const { documented } = context
  const { schemas } = context.contract
  const faults = nodes.map(node =>
    // The framework adds `input`, `ctx` and `url`; the client does not read them.
    findMismatches(node, detail, schemas).filter(one => one.driftId !== driftIds.fieldUndocumented),
  )
  const [fault] = faults.sort((a, b) => a.length - b.length)[0] ?? []
  if (!fault) return []
  const isList = Array.isArray(detail) && documented.status === 422
  const what = isList
    ? `In the detail's list: ${fault.what}`
    : `A text is promised as detail, ${describe(detail)} came.`
  const pointer = `/detail${isList ? fault.pointer : ''}`
  const place = `answer ${documented.status} detail`
  const { status, assumed } = documented
  const draft = { place, status, pointer, what, witness: describe(detail), isAssumed: assumed === true }
  return [makeViolation(context, driftId, draft)]
}

/** Default details of web frameworks. */
function frameworkDetails({ schema = {} }: OperationResponse, { schemas }: Contract): readonly unknown[] {
  const details = getAlternatives(schema, schemas).flatMap(({ flat }) => flat.properties.get('detail') ?? [])
  return details.flatMap(node => listAt(node['x-framework-details']))
}

function isExtensible({ schema = {} }: OperationResponse, { schemas }: Contract): boolean {
  const details = getAlternatives(schema, schemas).flatMap(({ flat }) => flat.properties.get('detail') ?? [])
  return details.some(node => getAlternatives(node, schemas).some(one => one.isExtensible))
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

import { isObject, listAt } from '../json'
import type { Contract } from '../load-contract'
import type { OperationResponse } from '../operation'
import type { SchemaNode } from '../schema-node'
import { alternativesOf } from './alternatives'
import { type Case, judged, judgedBody, propertyOf } from './case'
import type { DriftId } from './drift-classes'
import { judgeJson } from './judge-json'
import type { Judgement } from './judgement'
import { areLikeTexts } from './like-names'
import { mismatchesOf } from './mismatches'
import { printableWord } from './shape'
import { describe } from './value-mismatch'

/** An error's JSON: `{detail}` with a documented text, or the list that FastAPI sends where the contract allows one. */
export function judgeErrorBody(of: Case, documented: OperationResponse, value: unknown): Judgement[] {
  const { contract } = of
  const alternatives = alternativesOf(documented.schema ?? {}, contract.schemas)
  // A few answers above 400 are no errors but states, and have a shape of their own.
  if (!alternatives.every(({ flat }) => flat.properties.has('detail'))) {
    const promised = alternatives.flatMap(({ flat }) => [...flat.properties.keys()])
    if (isObject(value) && promised.some(name => Object.hasOwn(value, name)))
      return judgeJson(of, documented, value)
    const what = `An object with ${promised.join(', ')} is promised in the answer ${documented.status}, ${cameInstead(value)} came.`
    return [judgedBody(of, 'DR46', documented, { pointer: '', what, witness: cameInstead(value) })]
  }
  const wrongShape: DriftId = documented.status === 422 && holdsList(value) ? 'DR49' : 'DR46'
  if (!isObject(value) || !Object.hasOwn(value, 'detail')) {
    const came = cameInstead(value)
    const what = `An object with a detail is promised in the answer ${documented.status}, ${came} came.`
    return [judgedBody(of, wrongShape, documented, { pointer: '', what, witness: came })]
  }
  const beside = judgeJson(of, documented, value).filter(({ pointer }) => !pointer?.startsWith('/detail'))
  const detail = propertyOf(value, 'detail')
  if (typeof detail === 'string') return [...judgeDetail(of, documented, detail), ...beside]
  const nodes = alternatives.map(({ flat }) => flat.properties.get('detail') ?? {})
  return [...judgeIssues(of, documented, nodes, detail, wrongShape), ...beside]
}

function cameInstead(value: unknown): string {
  const names = isObject(value) ? Object.keys(value).slice(0, 5).map(printableWord).join(', ') : ''
  return names === '' ? describe(value) : `an object with ${names}`
}

/** Whether the entries of a malformed request are told, in whatever way: by a list, or under the plural that lists go by. */
function holdsList(value: unknown): boolean {
  if (!isObject(value)) return Array.isArray(value)
  return 'errors' in value || Object.values(value).some(one => Array.isArray(one))
}

function judgeDetail(of: Case, documented: OperationResponse, detail: string): Judgement[] {
  const { contract } = of
  const { status, details, assumed } = documented
  if (!details || details.includes(detail) || frameworkDetails(documented, contract).includes(detail))
    return []
  const catalogue = catalogueOf(contract)
  if (catalogue.has(detail) && isExtensible(documented, contract)) return []
  const draft = { place: `answer ${status} detail`, status, pointer: '/detail', isAssumed: assumed === true }
  const witness = printableWord(detail)
  const meant = catalogue.has(detail)
    ? undefined
    : [...details, ...catalogue].find(known => areLikeTexts(known, detail))
  if (meant !== undefined) {
    const what = `The detail is "${witness}", the contract writes "${meant}".`
    return [judged(of, 'DR48', { ...draft, what, witness })]
  }
  const where = catalogue.has(detail) ? 'known, but not in this answer' : 'not in the catalogue'
  const what = `The detail "${witness}" is ${where}; ${details.map(one => `"${one}"`).join(', ')} may come.`
  return [judged(of, 'DR47', { ...draft, what, witness })]
}

/** A detail that is no text: fine when it is the framework's list where one may come. */
function judgeIssues(
  of: Case,
  documented: OperationResponse,
  nodes: readonly SchemaNode[],
  detail: unknown,
  driftId: DriftId,
): Judgement[] {
  const { schemas } = of.contract
  const faults = nodes.map(node =>
    // The framework adds what was sent (`input`, `ctx`, `url`); the client never reads it.
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
    judged(of, driftId, {
      place,
      status: documented.status,
      pointer,
      what,
      witness: describe(detail),
      isAssumed,
    }),
  ]
}

/** What web frameworks write by themselves in place of a documented detail. */
function frameworkDetails({ schema = {} }: OperationResponse, { schemas }: Contract): readonly unknown[] {
  const details = alternativesOf(schema, schemas).flatMap(({ flat }) => flat.properties.get('detail') ?? [])
  return details.flatMap(node => listAt(node['x-framework-details']))
}

function isExtensible({ schema = {} }: OperationResponse, { schemas }: Contract): boolean {
  const details = alternativesOf(schema, schemas).flatMap(({ flat }) => flat.properties.get('detail') ?? [])
  return details.some(node => alternativesOf(node, schemas).some(one => one.isExtensible))
}

const catalogues = new WeakMap<Contract, ReadonlySet<string>>()

/** Every detail that any operation documents. */
export function catalogueOf(contract: Contract): ReadonlySet<string> {
  const known = catalogues.get(contract)
  if (known) return known
  const answers = contract.operations.flatMap(({ responses }) => responses)
  const catalogue = new Set(answers.flatMap(({ details }) => details ?? []))
  catalogues.set(contract, catalogue)
  return catalogue
}

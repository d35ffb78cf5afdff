import type { Operation, RequestBody } from '../../lib/operation'
import type { SchemaNode, SchemaTable } from '../../lib/schema-node'
import type { ContractViolation } from '../../lib/validator/contract-violation'
import { alternativesOf } from './alternatives'
import { annotationsAt } from './annotations'
import type { BackendBody, BackendOperation, Content } from './backend-document'
import { plainValue } from './boundary-values'
import { classifyLooser, classifyRequest } from './classify-request'
import type { Comparer } from './comparer'
import { listed } from './describe'
import type { Gap } from './gap'
import { makeViolation } from './make-violation'

/** DR10–DR19 of the body. */
export function compareBody(
  comparer: Comparer,
  operation: Operation,
  backend: BackendOperation,
): ContractViolation[] {
  const own = operation.body
  if (!own) return backend.body ? newBody(comparer, operation, backend.body) : []
  if (!backend.body) {
    const what = 'the client sends a body and the document does not read one'
    const witness = plainValue(own.schema, comparer.contract.schemas)
    return [makeViolation({ driftId: 'DR12', operation, place: 'body', what, witness })]
  }
  const schema = schemaFor(backend.body.content, own.contentType)
  if (!schema) {
    const what = `the client sends ${own.contentType} and the document reads ${listed([...backend.body.content.keys()])}`
    return [makeViolation({ driftId: 'DR17', operation, place: 'body', what, witness: own.contentType })]
  }
  const isMultipart = own.contentType === 'multipart/form-data'
  const consumed = isMultipart ? withSingleParts(schema, comparer) : schema
  return [
    ...comparer.requests
      .gaps(own.schema, consumed)
      .flatMap(gap => rejectedGaps(comparer, operation, own, gap)),
    ...comparer.looser.gaps(consumed, own.schema).flatMap(gap => looser(comparer, operation, own, gap)),
  ]
}

function newBody(
  { backend }: Comparer,
  operation: Operation,
  { required, content }: BackendBody,
): ContractViolation[] {
  if (!required) return []
  const [schema = {}] = content.values()
  const what = 'the document requires a body, which the client does not send'
  return [
    makeViolation({
      driftId: 'DR10',
      operation,
      place: 'body',
      what,
      witness: plainValue(schema, backend.schemas),
    }),
  ]
}

function rejectedGaps(
  { contract }: Comparer,
  operation: Operation,
  body: RequestBody,
  gap: Gap,
): ContractViolation[] {
  const isMultipart = body.contentType === 'multipart/form-data'
  const verdict = classifyRequest(gap, isMultipart)
  if (!verdict) return []
  // A renamed field keeps the contract's name as its place.
  const own = gap.kind === 'renamed' ? gap.pointer.replace(/[^/]*$/, gap.name ?? '') : gap.pointer
  const { schemas } = contract
  const isWhole = gap.kind === 'missing' || gap.kind === 'renamed' || gap.kind === 'extra'
  const leaf = gap.kind === 'optional' ? absent : gap.witness
  const witness = isWhole
    ? plainValue(body.schema, schemas, true)
    : valueWith(body.schema, schemas, gap.pointer, leaf)
  return [makeViolation({ ...verdict, ...placeOf(schemas, body, own), operation, witness })]
}

function looser(comparer: Comparer, operation: Operation, body: RequestBody, gap: Gap): ContractViolation[] {
  if (gap.unspecified !== undefined && !comparer.looserUsage.isUsual(gap.unspecified)) return []
  const verdict = classifyLooser(gap)
  if (!verdict) return []
  const { schemas } = comparer.contract
  const leaf = gap.kind === 'optional' ? absent : gap.witness
  const witness = valueWith(body.schema, schemas, gap.pointer, leaf)
  return [
    makeViolation({
      ...verdict,
      ...placeOf(schemas, body, gap.pointer),
      operation,
      witness,
    }),
  ]
}

function placeOf(schemas: SchemaTable, body: RequestBody, pointer: string) {
  const { isAssumed } = annotationsAt(body.schema, schemas, pointer)
  return { place: `body ${pointer}`.trim(), pointer, isAssumed }
}

function schemaFor(content: Content, type: string): SchemaNode | undefined {
  const [main] = type.split('/')
  for (const key of [type, `${main}/*`, '*/*']) {
    const schema = content.get(key)
    if (schema) return schema
  }
  return content.size === 0 ? {} : undefined
}

/** A multipart list also accepts a single file: forms have no lists, only repeated parts. */
function withSingleParts(node: SchemaNode, { backend }: Comparer): SchemaNode {
  const target =
    node.$ref === undefined ? node : (backend.schemas[node.$ref.split('/').slice(3).join('/')] ?? node)
  const properties = Object.entries(target.properties ?? {}).map(([name, part]): [string, SchemaNode] => {
    const { items } = part
    return [name, items ? { anyOf: [part, items] } : part]
  })
  return { ...target, properties: Object.fromEntries(properties) }
}

/** Marks a property that is left out. */
const absent = Symbol('absent')

/** A plain value with one property replaced, so that the whole can be sent. */
function valueWith(node: SchemaNode, schemas: SchemaTable, pointer: string, value: unknown): unknown {
  const [step, ...rest] = pointer.split('/').slice(1)
  if (step === undefined) return value
  const below = rest.map(one => `/${one}`).join('')
  for (const { type, flat } of alternativesOf(node, schemas)) {
    if (type === 'array' && step === '*') return [valueWith(flat.items ?? {}, schemas, below, value)]
    if (type !== 'object') continue
    const child = flat.properties.get(step) ?? (typeof flat.additional === 'object' ? flat.additional : {})
    const whole = { ...Object(plainValue(node, schemas)) }
    const inner = valueWith(child, schemas, below, value)
    if (inner !== absent) return { ...whole, [step === '*' ? 'key' : step]: inner }
    delete whole[step]
    return whole
  }
  return value === absent ? plainValue(node, schemas) : value
}

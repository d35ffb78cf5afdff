import type { Judgement } from '../../lib/judge/judgement'
import type { Operation, RequestBody } from '../../lib/operation'
import type { SchemaNode, SchemaTable } from '../../lib/schema-node'
import type { BackendBody, BackendOperation, Content } from './backend-document'
import { plainValue } from './boundary-values'
import { classifyLooser, classifyRequest } from './classify-request'
import type { Comparer } from './comparer'
import { contractPlace } from './contract-place'
import { listed } from './describe'
import { judgementOf } from './draft'
import type { Gap } from './gap'
import { absent, valueWith } from './witness'

/** DR10–DR19 of the body. */
export function compareBody(
  comparer: Comparer,
  operation: Operation,
  backend: BackendOperation,
): Judgement[] {
  const own = operation.body
  if (!own) return backend.body ? newBody(comparer, operation, backend.body) : []
  if (!backend.body) {
    const what = 'the client sends a body and the document does not read one'
    const witness = plainValue(own.schema, comparer.contract.schemas)
    return [judgementOf({ driftId: 'DR12', operation, place: 'body', what, witness })]
  }
  const schema = schemaFor(backend.body.content, own.contentType)
  if (!schema) {
    const what = `the client sends ${own.contentType} and the document reads ${listed([...backend.body.content.keys()])}`
    return [judgementOf({ driftId: 'DR17', operation, place: 'body', what, witness: own.contentType })]
  }
  const isMultipart = own.contentType === 'multipart/form-data'
  const taken = isMultipart ? withSingleParts(schema, comparer) : schema
  return [
    ...comparer.requests.gaps(own.schema, taken).flatMap(gap => refused(comparer, operation, own, gap)),
    ...comparer.looser.gaps(taken, own.schema).flatMap(gap => looser(comparer, operation, own, gap)),
  ]
}

function newBody(
  { backend }: Comparer,
  operation: Operation,
  { required, content }: BackendBody,
): Judgement[] {
  if (!required) return []
  const [schema = {}] = content.values()
  const what = 'the document requires a body, which the client does not send'
  return [
    judgementOf({
      driftId: 'DR10',
      operation,
      place: 'body',
      what,
      witness: plainValue(schema, backend.schemas),
    }),
  ]
}

function refused({ contract }: Comparer, operation: Operation, body: RequestBody, gap: Gap): Judgement[] {
  const isMultipart = body.contentType === 'multipart/form-data'
  const verdict = classifyRequest(gap, isMultipart)
  if (!verdict) return []
  // A renamed field keeps the contract's own name as its place.
  const own = gap.kind === 'renamed' ? gap.pointer.replace(/[^/]*$/, gap.name ?? '') : gap.pointer
  const { schemas } = contract
  const isWhole = gap.kind === 'missing' || gap.kind === 'renamed' || gap.kind === 'extra'
  const leaf = gap.kind === 'optional' ? absent : gap.witness
  const witness = isWhole
    ? plainValue(body.schema, schemas, true)
    : valueWith(body.schema, schemas, gap.pointer, leaf)
  return [judgementOf({ ...verdict, ...placeOf(schemas, body, own), operation, witness })]
}

function looser(comparer: Comparer, operation: Operation, body: RequestBody, gap: Gap): Judgement[] {
  if (gap.unsaid !== undefined && !comparer.looserHabits.isUsual(gap.unsaid)) return []
  const verdict = classifyLooser(gap)
  if (!verdict) return []
  const { schemas } = comparer.contract
  const leaf = gap.kind === 'optional' ? absent : gap.witness
  const witness = valueWith(body.schema, schemas, gap.pointer, leaf)
  return [
    judgementOf({
      ...verdict,
      ...placeOf(schemas, body, gap.pointer),
      operation,
      witness,
    }),
  ]
}

function placeOf(schemas: SchemaTable, body: RequestBody, pointer: string) {
  const { isAssumed } = contractPlace(body.schema, schemas, pointer)
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

/** A part that is read as a list takes a single file as well: forms have no lists, only parts of one name. */
function withSingleParts(node: SchemaNode, { backend }: Comparer): SchemaNode {
  const target =
    node.$ref === undefined ? node : (backend.schemas[node.$ref.split('/').slice(3).join('/')] ?? node)
  const properties = Object.entries(target.properties ?? {}).map(([name, part]): [string, SchemaNode] => {
    const { items } = part
    return [name, items ? { anyOf: [part, items] } : part]
  })
  return { ...target, properties: Object.fromEntries(properties) }
}

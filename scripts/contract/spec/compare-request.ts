import { matches } from '../../lib/matches'
import type { Operation, Parameter, RequestBody } from '../../lib/operation'
import type { SchemaNode, SchemaTable } from '../../lib/schema-node'
import type { ContractViolation } from '../../lib/validator/drift-classes'
import { getAlternatives } from './alternatives'
import { plainValue, scalarValues } from './boundary-values'
import { annotationsAt, classifyLooser, classifyRequest, describe, listed } from './classify'
import type { Comparer } from './compare-schema'
import { type Gap, isIncompatible, makeViolation } from './gap'
import { findRenames, namesIn } from './match-operations'
import type { BackendBody, BackendOperation, BackendParameter, Content } from './normalise-document'

/** DR05–DR09, and DR13–DR16 for parameter values. */
export function compareParameters(
  comparer: Comparer,
  operation: Operation,
  backend: BackendOperation,
): ContractViolation[] {
  return [...comparePath(comparer, operation, backend), ...compareQuery(comparer, operation, backend)]
}

function comparePath(
  comparer: Comparer,
  operation: Operation,
  backend: BackendOperation,
): ContractViolation[] {
  const own = namesIn(operation.path)
  const others = namesIn(backend.path).slice(-own.length)
  return own.flatMap((name, index) => {
    const parameter = operation.parameters.find(one => one.in === 'path' && one.name === name)
    const other = backend.parameters.find(one => one.in === 'path' && one.name === others[index])
    if (!parameter) return []
    const otherName = others[index] ?? name
    const renamed =
      otherName === name
        ? []
        : [
            makeViolation({
              driftId: 'DR05',
              operation,
              place: `path ${name}`,
              what: `the document calls this part of the path "${otherName}"`,
              witness: otherName,
              isAssumed: parameter.assumed === true,
            }),
          ]
    return [...renamed, ...(other ? compareValues(comparer, operation, parameter, other) : [])]
  })
}

function compareQuery(
  comparer: Comparer,
  operation: Operation,
  backend: BackendOperation,
): ContractViolation[] {
  const own = operation.parameters.filter(one => one.in === 'query')
  const isKnownHeader = (other: BackendParameter) =>
    operation.parameters.some(
      one => one.in === other.in && one.name.toLowerCase() === other.name.toLowerCase() && one.required,
    )
  const others = backend.parameters.filter(
    one => one.in !== 'path' && (one.in === 'query' || !isKnownHeader(one)),
  )
  const queries = others.filter(one => one.in === 'query')
  const lost = own.filter(one => !queries.some(({ name }) => name === one.name))
  const added = others.filter(one => !own.some(({ name }) => name === one.name && one.in === 'query'))
  const renamed = findRenames(
    lost.map(({ name }) => name),
    added.filter(one => one.in === 'query').map(({ name }) => name),
    {
      order: { lost: own.map(({ name }) => name), extra: queries.map(({ name }) => name) },
      isCompatible: (to, from) => {
        const [parameter, other] = [own.find(one => one.name === to), queries.find(one => one.name === from)]
        return parameter !== undefined && other !== undefined && isCompatible(comparer, parameter, other)
      },
    },
  )
  return [
    ...own.flatMap(parameter => {
      const other = queries.find(({ name }) => name === parameter.name)
      return other ? compareOne(comparer, operation, parameter, other) : []
    }),
    ...lost.map(parameter => {
      const from = renamed.find(({ to }) => to === parameter.name)?.from
      return makeViolation({
        driftId: 'DR07',
        operation,
        place: `query ${parameter.name}`,
        what: from
          ? `the client sends "${parameter.name}" and the document reads "${from}"`
          : `the client sends "${parameter.name}" and the document does not read it`,
        witness: `${parameter.name}=${plainValue(parameter.schema, comparer.contract.schemas)}`,
        isAssumed: parameter.assumed === true,
      })
    }),
    ...added
      .filter(({ name }) => !renamed.some(({ from }) => from === name))
      .flatMap(parameter => addedParameter(comparer, operation, parameter)),
  ]
}

function isCompatible({ requests }: Comparer, own: Parameter, other: BackendParameter): boolean {
  return !requests.gaps(own.schema, other.schema).some(isIncompatible)
}

function addedParameter(
  comparer: Comparer,
  operation: Operation,
  parameter: BackendParameter,
): ContractViolation[] {
  const { in: place, name, required } = parameter
  // Frameworks list every header that they read.
  if (!required && place !== 'query') return []
  return [
    makeViolation({
      driftId: required ? 'DR08' : 'DR09',
      operation,
      place: `${place} ${name}`,
      what: required
        ? `the document requires the ${place} parameter "${name}", which the client does not send`
        : `the document also reads the ${place} parameter "${name}"`,
      witness: required
        ? `a call without ${name}`
        : `${name}=${plainValue(parameter.schema, comparer.backend.schemas)}`,
    }),
  ]
}

function compareOne(
  comparer: Comparer,
  operation: Operation,
  parameter: Parameter,
  other: BackendParameter,
): ContractViolation[] {
  const base = { operation, place: `query ${parameter.name}`, isAssumed: parameter.assumed === true }
  const found = compareValues(comparer, operation, parameter, other)
  if (parameter.required === other.required) return found
  const what = other.required
    ? 'the document requires a parameter that the client may leave out'
    : 'the document no longer requires this parameter'
  const witness = `a call without ${parameter.name}`
  return [makeViolation({ ...base, driftId: other.required ? 'DR08' : 'DR09', what, witness }), ...found]
}

/** Values are sent as text, so a string parameter accepts every number. */
function compareValues(
  comparer: Comparer,
  operation: Operation,
  parameter: Parameter,
  other: BackendParameter,
): ContractViolation[] {
  const { contract, backend, requests } = comparer
  const place = `${parameter.in} ${parameter.name}`
  const annotations = annotationsAt(parameter.schema, contract.schemas, '')
  const isAssumed = parameter.assumed === true || annotations.isAssumed
  const found: ContractViolation[] = []
  for (const gap of requests.gaps(parameter.schema, other.schema)) {
    if (gap.kind === 'type') {
      const values = gap.produced ? scalarValues(gap.produced) : []
      const rejected = values.find(value => !matches(other.schema, String(value), backend.schemas))
      const isRead = readsTexts(comparer, other) && rejected === undefined
      found.push(
        makeViolation({
          driftId: 'DR06',
          operation,
          place,
          what: `the client sends ${describe(gap.produced)} and the document reads ${describe(gap.consumed)}`,
          witness: rejected ?? values[0] ?? null,
          isAssumed,
          ...(isRead && { severity: 'information' }),
        }),
      )
      continue
    }
    const verdict = classifyRequest(gap, false)
    if (!verdict) continue
    const isKind = gap.kind === 'format'
    found.push(
      makeViolation({
        ...verdict,
        driftId: isKind ? 'DR06' : verdict.driftId,
        operation,
        place,
        witness: gap.witness,
        isAssumed,
      }),
    )
  }
  return found.filter((one, index) => found.findIndex(({ driftId }) => driftId === one.driftId) === index)
}

function readsTexts({ backend }: Comparer, { schema }: BackendParameter): boolean {
  return getAlternatives(schema, backend.schemas).some(({ type }) => type === 'string')
}

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
  { contract, backend }: Comparer,
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
  const severity = gap.kind === 'null' && !backend.usesNull && { severity: 'information' as const }
  return [makeViolation({ ...verdict, ...severity, ...getPlace(schemas, body, own), operation, witness })]
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
      ...getPlace(schemas, body, gap.pointer),
      operation,
      witness,
      ...(gap.unspecified !== undefined && {
        advice: `Declare the ${gap.unspecified}; the server may already check it.`,
      }),
    }),
  ]
}

function getPlace(schemas: SchemaTable, body: RequestBody, pointer: string) {
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
  for (const { type, flat } of getAlternatives(node, schemas)) {
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

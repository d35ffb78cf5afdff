import { matches } from '../../contract/json-schema'
import type { Parameter, RequestBody } from '../../contract/operation'
import type { SchemaNode, SchemaTable } from '../../contract/schema-node'
import type { ContractViolation } from '../../contract/validator/drift-classes'
import { driftIds } from '../../contract/validator/drift-ids'
import { getAlternatives } from './alternatives'
import { plainValue, scalarValues } from './boundary-values'
import { annotationsAt, classifyLooser, classifyRequest, describe, listed } from './classify'
import type { Comparer, Pair } from './compare-schema'
import { type Draft, type Gap, isIncompatible, makeViolation } from './gap'
import { findRenames, namesIn } from './match-operations'
import type { BackendBody, BackendParameter, Content } from './normalise-document'

/** DR05–DR09, and DR13–DR16 for parameter values. */
export function compareParameters(pair: Pair): ContractViolation[] {
  return [...comparePath(pair), ...compareQuery(pair)]
}

function comparePath(pair: Pair): ContractViolation[] {
  const { operation, backend } = pair
  const own = namesIn(operation.path)
  const others = namesIn(backend.path).slice(-own.length)
  return own.flatMap((name, index) => {
    const parameter = operation.parameters.find(one => one.in === 'path' && one.name === name)
    const other = backend.parameters.find(one => one.in === 'path' && one.name === others[index])
    if (!parameter) return []
    const witness = others[index] ?? name
    const what = `the document calls this part of the path "${witness}"`
    const renamed =
      witness === name
        ? []
        : [ofParameter(pair, parameter, { driftId: driftIds.pathParameterRenamed, what, witness })]
    return [...renamed, ...(other ? compareValues(pair, parameter, other) : [])]
  })
}

function compareQuery(pair: Pair): ContractViolation[] {
  const { comparer, operation, backend } = pair
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
      return other ? compareOne(pair, parameter, other) : []
    }),
    ...lost.map(parameter => {
      const { name, schema } = parameter
      const from = renamed.find(({ to }) => to === name)?.from
      const what = from
        ? `the client sends "${name}" and the document reads "${from}"`
        : `the client sends "${name}" and the document does not read it`
      const witness = `${name}=${plainValue(schema, comparer.contract.schemas)}`
      return ofParameter(pair, parameter, { driftId: driftIds.queryRenamed, what, witness })
    }),
    ...added
      .filter(({ name }) => !renamed.some(({ from }) => from === name))
      .flatMap(parameter => addedParameter(pair, parameter)),
  ]
}

function isCompatible({ requests }: Comparer, own: Parameter, other: BackendParameter): boolean {
  return !requests.gaps(own.schema, other.schema).some(isIncompatible)
}

/** A violation at a parameter of the contract. */
function ofParameter(
  { operation }: Pair,
  { in: place, name, assumed }: Parameter,
  draft: Omit<Draft, 'operation' | 'place'>,
): ContractViolation {
  return makeViolation({ isAssumed: assumed === true, ...draft, operation, place: `${place} ${name}` })
}

function addedParameter({ comparer, operation }: Pair, parameter: BackendParameter): ContractViolation[] {
  const { in: at, name, required, schema } = parameter
  // Frameworks list every header that they read.
  if (!required && at !== 'query') return []
  const base = { operation, place: `${at} ${name}` }
  if (required) {
    const what = `the document requires the ${at} parameter "${name}", which the client does not send`
    return [
      makeViolation({ ...base, driftId: driftIds.queryRequired, what, witness: `a call without ${name}` }),
    ]
  }
  const what = `the document also reads the ${at} parameter "${name}"`
  const witness = `${name}=${plainValue(schema, comparer.backend.schemas)}`
  return [makeViolation({ ...base, driftId: driftIds.queryOptional, what, witness })]
}

function compareOne(pair: Pair, parameter: Parameter, other: BackendParameter): ContractViolation[] {
  const found = compareValues(pair, parameter, other)
  if (parameter.required === other.required) return found
  const driftId = other.required ? driftIds.queryRequired : driftIds.queryOptional
  const what = other.required
    ? 'the document requires a parameter that the client may leave out'
    : 'the document no longer requires this parameter'
  const witness = `a call without ${parameter.name}`
  return [ofParameter(pair, parameter, { driftId, what, witness }), ...found]
}

/** Values are sent as text, so a string parameter accepts every number. */
function compareValues(pair: Pair, parameter: Parameter, other: BackendParameter): ContractViolation[] {
  const { contract, backend, requests } = pair.comparer
  const annotations = annotationsAt(parameter.schema, contract.schemas, '')
  const isAssumed = parameter.assumed === true || annotations.isAssumed
  const found: ContractViolation[] = []
  for (const gap of requests.gaps(parameter.schema, other.schema)) {
    if (gap.kind === 'type') {
      const values = gap.produced ? scalarValues(gap.produced) : []
      const rejected = values.find(value => !matches(other.schema, String(value), backend.schemas))
      const isRead = readsTexts(pair.comparer, other) && rejected === undefined
      const what = `the client sends ${describe(gap.produced)} and the document reads ${describe(gap.consumed)}`
      const witness = rejected ?? values[0] ?? null
      const severity = isRead && { severity: 'information' as const }
      found.push(
        ofParameter(pair, parameter, {
          driftId: driftIds.pathParameterType,
          what,
          witness,
          isAssumed,
          ...severity,
        }),
      )
      continue
    }
    const verdict = classifyRequest(gap, false)
    if (!verdict) continue
    const driftId = gap.kind === 'format' ? driftIds.pathParameterType : verdict.driftId
    found.push(ofParameter(pair, parameter, { ...verdict, driftId, witness: gap.witness, isAssumed }))
  }
  return found.filter((one, index) => found.findIndex(({ driftId }) => driftId === one.driftId) === index)
}

function readsTexts({ backend }: Comparer, { schema }: BackendParameter): boolean {
  return getAlternatives(schema, backend.schemas).some(({ type }) => type === 'string')
}

/** DR10–DR19 of the body. */
export function compareBody(pair: Pair): ContractViolation[] {
  const { comparer, operation, backend } = pair
  const own = operation.body
  if (!own) return backend.body ? newBody(pair, backend.body) : []
  if (!backend.body) {
    const what = 'the client sends a body and the document does not read one'
    const witness = plainValue(own.schema, comparer.contract.schemas)
    return [makeViolation({ driftId: driftIds.requestValueIgnored, operation, place: 'body', what, witness })]
  }
  const schema = schemaFor(backend.body.content, own.contentType)
  if (!schema) {
    const what = `the client sends ${own.contentType} and the document reads ${listed([...backend.body.content.keys()])}`
    return [
      makeViolation({
        driftId: driftIds.requestMediaType,
        operation,
        place: 'body',
        what,
        witness: own.contentType,
      }),
    ]
  }
  const isMultipart = own.contentType === 'multipart/form-data'
  const consumed = isMultipart ? withSingleParts(schema, comparer) : schema
  return [
    ...comparer.requests.gaps(own.schema, consumed).flatMap(gap => rejectedGap(pair, own, gap)),
    ...comparer.looser.gaps(consumed, own.schema).flatMap(gap => looserGap(pair, own, gap)),
  ]
}

function newBody({ comparer, operation }: Pair, { required, content }: BackendBody): ContractViolation[] {
  if (!required) return []
  const [schema = {}] = content.values()
  const what = 'the document requires a body, which the client does not send'
  const witness = plainValue(schema, comparer.backend.schemas)
  return [makeViolation({ driftId: driftIds.bodyFieldRequired, operation, place: 'body', what, witness })]
}

function rejectedGap({ comparer, operation }: Pair, body: RequestBody, gap: Gap): ContractViolation[] {
  const isMultipart = body.contentType === 'multipart/form-data'
  const verdict = classifyRequest(gap, isMultipart)
  if (!verdict) return []
  // A renamed field keeps the contract's name as its place.
  const own = gap.kind === 'renamed' ? gap.pointer.replace(/[^/]*$/, gap.name ?? '') : gap.pointer
  const { schemas } = comparer.contract
  const isWhole = gap.kind === 'missing' || gap.kind === 'renamed' || gap.kind === 'extra'
  const witness = isWhole ? plainValue(body.schema, schemas, true) : bodyWith(body, schemas, gap)
  const severity = gap.kind === 'null' && !comparer.backend.usesNull && { severity: 'information' as const }
  return [makeViolation({ ...verdict, ...severity, ...getPlace(schemas, body, own), operation, witness })]
}

function looserGap({ comparer, operation }: Pair, body: RequestBody, gap: Gap): ContractViolation[] {
  if (gap.unspecified !== undefined && !comparer.looserUsage.isUsual(gap.unspecified)) return []
  const verdict = classifyLooser(gap)
  if (!verdict) return []
  const { schemas } = comparer.contract
  const witness = bodyWith(body, schemas, gap)
  const advice = gap.unspecified !== undefined && {
    advice: `Declare the ${gap.unspecified}; the server may already check it.`,
  }
  return [
    makeViolation({ ...verdict, ...getPlace(schemas, body, gap.pointer), operation, witness, ...advice }),
  ]
}

function getPlace(schemas: SchemaTable, body: RequestBody, pointer: string) {
  const { isAssumed } = annotationsAt(body.schema, schemas, pointer)
  return { place: `body ${pointer}`.trim(), pointer, isAssumed }
}

/** A body that shows the gap and can be sent. */
function bodyWith({ schema }: RequestBody, schemas: SchemaTable, { kind, pointer, witness }: Gap): unknown {
  return valueWith(schema, schemas, pointer, kind === 'optional' ? absent : witness)
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

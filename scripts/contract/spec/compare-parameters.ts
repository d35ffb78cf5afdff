import { matches } from '../../lib/matches'
import type { Operation, Parameter } from '../../lib/operation'
import type { ContractViolation } from '../../lib/validator/contract-violation'
import { alternativesOf } from './alternatives'
import { annotationsAt } from './annotations'
import type { BackendOperation, BackendParameter } from './backend-document'
import { plainValue, scalarValues } from './boundary-values'
import { classifyRequest } from './classify-request'
import type { Comparer } from './comparer'
import { describe } from './describe'
import { findRenames } from './find-renames'
import { isIncompatible } from './gap'
import { makeViolation } from './make-violation'
import { namesIn } from './match-paths'

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
  const others = backend.parameters.filter(one => one.in !== 'path')
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
  return alternativesOf(schema, backend.schemas).some(({ type }) => type === 'string')
}

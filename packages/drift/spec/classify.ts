import { getParts, isAssumed, type SchemaNode, type SchemaTable } from '../../contract/schema-node'
import type { DriftId, Severity } from '../../contract/validator/drift-classes'
import { driftIds } from '../../contract/validator/drift-ids'
import type { Alternative } from './alternatives'
import type { Gap } from './gap'

/** The class of drift, the severity if it differs from the class, and half a sentence. */
export type Classification = {
  readonly driftId: DriftId
  readonly severity?: Severity
  readonly what: string
}

/** Classifies a gap where the backend sends and the client reads. */
export function classifyResponse(gap: Gap, place: Annotations): Classification | undefined {
  const promised = describe(gap.consumed)
  const sent = describe(gap.produced)
  switch (gap.kind) {
    case 'missing':
      return {
        driftId: driftIds.fieldRemoved,
        what: 'the contract promises this field and the document does not have it',
      }
    case 'optional':
      return {
        driftId: driftIds.fieldOptional,
        what: 'the contract always has this field, the document only sometimes',
      }
    case 'removed':
      return {
        driftId: driftIds.optionalFieldMissing,
        what: 'the contract has this optional field and the document never',
      }
    case 'renamed':
      return {
        driftId: driftIds.fieldRenamed,
        what: `the document has the field "${gap.name}" in place of this one`,
      }
    case 'extra':
      return {
        driftId: driftIds.fieldUndocumented,
        what: 'the document has a field that the contract does not know',
      }
    case 'null':
      if (gap.pointer === '')
        return {
          driftId: driftIds.nullAndObject,
          what: `the contract promises ${promised}, the document null`,
        }
      return {
        driftId: driftIds.unexpectedNull,
        what: `the contract promises ${promised}, the document allows null`,
      }
    case 'enum':
      return classifyEnum(gap, place)
    case 'unused':
      return {
        driftId: driftIds.enumValueRemoved,
        what: `the contract has values that the document no longer lists: ${listed(gap.values ?? [])}`,
      }
    case 'format':
      return {
        driftId: isTimestamp(gap) ? driftIds.dateTimeFormat : driftIds.formatLost,
        what: `the contract promises ${promised}, the document allows ${quoted(gap.witness)}`,
      }
    case 'type':
      return classifyType(gap)
    default:
      return {
        driftId: driftIds.valueOutOfRange,
        what: `the contract promises ${promised}, the document ${sent}`,
      }
  }
}

function classifyEnum(gap: Gap, { isExtensible }: Annotations): Classification {
  const promised = describe(gap.consumed)
  if (!gap.values) {
    return {
      driftId: driftIds.enumValueAdded,
      severity: 'information',
      what: `the contract promises ${promised}, the document any text`,
    }
  }
  return {
    driftId: driftIds.enumValueAdded,
    severity: isExtensible ? 'degraded' : 'breaking',
    what: `the document adds ${listed(gap.values)}; the contract has ${promised}`,
  }
}

function isTimestamp({ consumed }: Gap): boolean {
  return consumed?.flat.formats.some(format => format === 'date-time' || format === 'date') ?? false
}

function classifyType(gap: Gap): Classification {
  const what = `the contract promises ${describe(gap.consumed)}, the document ${describe(gap.produced)}`
  const produced = gap.produced?.type
  if (isTimestamp(gap) && (produced === 'integer' || produced === 'number'))
    return { driftId: driftIds.dateAsNumber, what }
  if (gap.consumed?.type === 'array') return { driftId: driftIds.listBecameObject, what }
  if (gap.consumed?.type === 'object') return { driftId: driftIds.objectBecameScalar, what }
  // A wrong text or number only degrades a screen; an object breaks it.
  const isDeep = produced === 'object' || produced === 'array'
  return { driftId: driftIds.scalarType, what, ...(isDeep && { severity: 'breaking' }) }
}

export function classifyRequest(gap: Gap, isMultipart: boolean): Classification | undefined {
  const isClosed = gap.consumed?.flat.additional === false
  switch (gap.kind) {
    case 'missing':
      return {
        driftId: driftIds.bodyFieldRequired,
        what: 'the document requires a field that the client does not send',
      }
    case 'optional':
      return {
        driftId: driftIds.bodyFieldRequired,
        what: 'the document requires a field that the client may leave out',
      }
    case 'renamed':
      return {
        driftId: isMultipart ? driftIds.multipartRenamed : driftIds.bodyFieldRenamed,
        what: `the client sends "${gap.name}" and the document reads "${gap.pointer.split('/').at(-1)}"`,
      }
    case 'extra':
      return isClosed
        ? {
            driftId: driftIds.requestValueIgnored,
            severity: 'breaking',
            what: 'the document rejects a field that the client sends',
          }
        : {
            driftId: driftIds.requestValueIgnored,
            what: 'the document does not read a field that the client sends',
          }
    case 'null':
      return {
        driftId: driftIds.requestNullRefused,
        what: 'the contract lets the client send null and the document rejects it',
      }
    case 'removed':
    case 'unused':
      return undefined
    default:
      return {
        driftId: limitIds[gap.kind] ?? driftIds.requestNarrowed,
        what: `the client may send ${describe(gap.produced)} and the document takes ${describe(gap.consumed)}, not ${quoted(gap.witness)}`,
      }
  }
}

const limitIds: Partial<Record<Gap['kind'], DriftId>> = {
  long: driftIds.maximumLowered,
  high: driftIds.maximumLowered,
  many: driftIds.maximumLowered,
  short: driftIds.minimumRaised,
  low: driftIds.minimumRaised,
  few: driftIds.minimumRaised,
}

export function classifyLooser(gap: Gap): Classification | undefined {
  if (gap.kind === 'optional' || (gap.kind === 'missing' && !gap.unspecified)) {
    return gap.kind === 'optional'
      ? {
          driftId: driftIds.validationDropped,
          what: 'the contract requires this field and the document takes a call without it',
        }
      : undefined
  }
  const kinds: readonly Gap['kind'][] = ['short', 'long', 'low', 'high', 'few', 'many', 'pattern', 'format']
  if (!kinds.includes(gap.kind)) return undefined
  return {
    driftId: driftIds.validationDropped,
    severity: 'information',
    what: `the contract takes ${describe(gap.consumed)} and the document also ${quoted(gap.witness)}`,
  }
}

export type Annotations = {
  /** Marked with `x-assumed`, here or above. */
  readonly isAssumed: boolean
  /** The client accepts values that the contract does not list. */
  readonly isExtensible: boolean
  /** Enum values marked as assumed. */
  readonly assumedValues: readonly unknown[]
}

/** Looks up a pointer, with `*` for list items and map values. */
export function annotationsAt(node: SchemaNode, schemas: SchemaTable, pointer: string): Annotations {
  const around: SchemaNode[] = []
  let here = expand([node], schemas)
  for (const step of pointer.split('/').slice(1)) {
    const next = here.flatMap(one => stepInto(one, step))
    // Only branches that have the property count as above it.
    around.push(...here.filter(one => holds(one, step, schemas)))
    here = expand(next, schemas)
  }
  return {
    isAssumed: [...around, ...here].some(isAssumed),
    isExtensible: here.some(one => one['x-extensible'] === true),
    assumedValues: here.flatMap(one => {
      const values = one['x-assumed-values']
      return Array.isArray(values) ? values : []
    }),
  }
}

function expand(
  nodes: readonly SchemaNode[],
  schemas: SchemaTable,
  known = new Set<SchemaNode>(),
): SchemaNode[] {
  return nodes.flatMap(node => {
    if (known.has(node)) return []
    known.add(node)
    return [node, ...expand(getParts(node, schemas), schemas, known)]
  })
}

function stepInto(node: SchemaNode, step: string): SchemaNode[] {
  const found: SchemaNode[] = []
  if (node.properties && Object.hasOwn(node.properties, step)) found.push(node.properties[step] ?? {})
  if (step === '*' && node.items) found.push(node.items)
  if (step === '*' && typeof node.additionalProperties === 'object') found.push(node.additionalProperties)
  return found
}

function holds(node: SchemaNode, step: string, schemas: SchemaTable): boolean {
  return expand([node], schemas).some(one => stepInto(one, step).length > 0)
}

/** `a string in the format date-time`, `one of easy, medium, hard`. */
export function describe(one: Alternative | undefined): string {
  if (!one) return 'nothing'
  const { type, flat } = one
  if (flat.values) return flat.values.length === 1 ? quoted(flat.values[0]) : `one of ${listed(flat.values)}`
  const { minLength, maxLength, minimum, maximum, exclusiveMinimum, exclusiveMaximum } = flat.limits
  const limits = [
    ...flat.formats.map(format => `in the format ${format}`),
    ...flat.patterns.map(pattern => `that fits ${pattern}`),
    minLength && `of at least ${minLength} characters`,
    maxLength !== undefined && `of at most ${maxLength} characters`,
    minimum !== undefined && `from ${minimum}`,
    exclusiveMinimum !== undefined && `above ${exclusiveMinimum}`,
    maximum !== undefined && `up to ${maximum}`,
    exclusiveMaximum !== undefined && `below ${exclusiveMaximum}`,
  ]
  return [names[type], ...limits.filter(limit => limit)].join(' ')
}

const names: Readonly<Record<Alternative['type'], string>> = {
  string: 'a string',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'a boolean',
  object: 'an object',
  array: 'a list',
  null: 'null',
  any: 'anything',
}

export function listed(values: readonly unknown[]): string {
  const shown = values.slice(0, 10).map(quoted).join(', ')
  return values.length > 10 ? `${shown} and ${values.length - 10} more` : shown
}

function quoted(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 80 ? `${text.slice(0, 77)}...` : text
}

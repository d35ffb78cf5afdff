import { isEqual } from '../../contract/json'
import { matches } from '../../contract/json-schema'
import type { SchemaNode, SchemaTable } from '../../contract/schema-node'
import type { Alternative } from './alternatives'
import { boundaryTexts, MAX_TEXT_LENGTH, scalarValues } from './boundary-values'
import type { Gap, GapKind, Keyword, KeywordUsage } from './gap'

/** The constraints of a text or number, and the keyword that the producer would use. */
const rules: readonly {
  readonly kind: GapKind
  readonly keyword: (consumed: Alternative) => Keyword
  readonly keywords: (one: Alternative) => boolean
  readonly part: (consumed: Alternative) => SchemaNode
}[] = [
  {
    kind: 'format',
    keyword: ({ flat }) => (flat.formats.includes('date-time') ? 'date-time' : 'format'),
    keywords: ({ flat }) => flat.formats.some(format => format !== 'password'),
    part: ({ flat }) => ({ allOf: flat.formats.map(format => ({ format })) }),
  },
  {
    kind: 'pattern',
    keyword: () => 'pattern',
    keywords: ({ flat }) => flat.patterns.length > 0,
    part: ({ flat }) => ({ allOf: flat.patterns.map(pattern => ({ pattern })) }),
  },
  limit('short', 'length', 'minLength'),
  limit('long', 'length', 'maxLength'),
  limit('low', 'range', 'minimum', 'exclusiveMinimum'),
  limit('high', 'range', 'maximum', 'exclusiveMaximum'),
]

type LimitName = 'minLength' | 'maxLength' | 'minimum' | 'exclusiveMinimum' | 'maximum' | 'exclusiveMaximum'

function limit(kind: GapKind, keyword: Keyword, ...names: LimitName[]): (typeof rules)[number] {
  return {
    kind,
    keyword: () => keyword,
    keywords: ({ flat }) => names.some(name => flat.limits[name] !== undefined),
    part: ({ flat }) => Object.fromEntries(names.map(name => [name, flat.limits[name]])) as SchemaNode,
  }
}

export type Consumer = {
  readonly node: SchemaNode
  readonly schemas: SchemaTable
  readonly usage: KeywordUsage
}

/**
 * The gaps between two scalars of one type, each with a value that the producer allows and the consumer
 * rejects. Marked as unspecified if the producer lacks the keyword.
 */
export function scalarGaps(
  produced: Alternative,
  consumed: Alternative,
  { node, schemas, usage }: Consumer,
): Gap[] {
  if (consumed.flat.values) return enumGaps(produced, consumed, { node, schemas, usage })
  for (const rule of rules) {
    if (rule.keywords(consumed))
      usage.count(rule.keyword(consumed), rule.keywords(produced) || produced.flat.values !== undefined)
  }
  const found: Gap[] = []
  for (const value of candidates(produced, consumed)) {
    if (matches(node, value, schemas)) continue
    for (const rule of rules) {
      if (found.some(gap => gap.kind === rule.kind) || matches(rule.part(consumed), value, {})) continue
      const isUnspecified = !rule.keywords(produced) && !produced.flat.values
      found.push({
        kind: rule.kind,
        pointer: '',
        witness: value,
        produced,
        consumed,
        ...(isUnspecified && { unspecified: rule.keyword(consumed) }),
      })
    }
  }
  const tooLong = tooLongGap(produced, consumed)
  return withoutRedundant(tooLong ? [...found, tooLong] : found)
}

/** A text that is too long to generate is proved by its length. */
function tooLongGap(produced: Alternative, consumed: Alternative): Gap | undefined {
  const limit = consumed.flat.limits.maxLength
  if (produced.type !== 'string') return undefined
  if (limit === undefined || limit < MAX_TEXT_LENGTH || produced.flat.values) return undefined
  const own = produced.flat.limits.maxLength
  if (own !== undefined && own <= limit) return undefined
  const witness = { characters: limit + 1 }
  return {
    kind: 'long',
    pointer: '',
    witness,
    produced,
    consumed,
    ...(own === undefined && { unspecified: 'length' }),
  }
}

/** Boundary values of the producer, and values just outside the consumer's limits. */
function candidates(produced: Alternative, consumed: Alternative): readonly unknown[] {
  const { minLength = 0, maxLength } = consumed.flat.limits
  const isText = produced.type === 'string' && !produced.flat.values
  const beyond = isText ? [minLength - 1, ...(maxLength === undefined ? [] : [maxLength + 1])] : []
  const sizes = beyond.filter(size => size >= 0)
  const isTimestamp = consumed.flat.formats.includes('date-time') && produced.flat.formats.length === 0
  const timestamp = isText && isTimestamp ? ['2026-01-01 01:00:00'] : []
  const isFree = isText && produced.flat.formats.length === 0 && consumed.flat.formats.length > 0
  const spaced = isFree ? scalarValues(consumed).map(value => `${String(value)} or not`) : []
  const isUnpatterned =
    isText &&
    ![...produced.flat.patterns, ...produced.flat.formats].length &&
    consumed.flat.patterns.length > 0
  const patternless = isUnpatterned
    ? scalarValues(consumed).map(value => `${String(value).slice(0, -1)} `)
    : []
  const own = sizes.length > 0 ? boundaryTexts(produced.flat, sizes) : scalarValues(produced)
  // Only what the producer may send is a proof.
  const { limits, patterns } = produced.flat
  const mayCome = (text: string) =>
    matches({ ...limits, allOf: patterns.map(pattern => ({ pattern })) }, text, {})
  return [...timestamp.filter(mayCome), ...own, ...[...spaced, ...patternless].filter(mayCome)]
}

/** A text without a format usually breaks other limits too; the format is enough. */
function withoutRedundant(found: Gap[]): Gap[] {
  const format = found.find(gap => gap.kind === 'format')
  return format ? [format] : found
}

function enumGaps(produced: Alternative, consumed: Alternative, { node, schemas, usage }: Consumer): Gap[] {
  const known = consumed.flat.values ?? []
  usage.count('enum', produced.flat.values !== undefined || produced.type === 'boolean')
  if (!produced.flat.values) {
    if (produced.type === 'boolean') return []
    const witness = scalarValues(produced).find(value => !matches(node, value, schemas))
    return witness === undefined
      ? []
      : [{ kind: 'enum', pointer: '', witness, produced, consumed, unspecified: 'enum' }]
  }
  const own = produced.flat.values
  const added = own.filter(value => !matches(node, value, schemas))
  const unused = known.filter(value => !own.some(other => isEqual(other, value)))
  const gaps: Gap[] = []
  if (added.length > 0)
    gaps.push({ kind: 'enum', pointer: '', witness: added[0], values: added, produced, consumed })
  if (unused.length > 0)
    gaps.push({ kind: 'unused', pointer: '', witness: unused[0], values: unused, produced, consumed })
  return gaps
}

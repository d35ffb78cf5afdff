import { isEqual } from '../../lib/json'
import { matches } from '../../lib/matches'
import type { SchemaNode, SchemaTable } from '../../lib/schema-node'
import type { Alternative } from './alternatives'
import { boundaryTexts, longest } from './boundary-text'
import { scalarValues } from './boundary-values'
import type { Gap, GapKind, Habit, Habits } from './gap'

/** What the taker says of a text or number, and under which habit the maker would say it. */
const rules: readonly {
  readonly kind: GapKind
  readonly habit: (taken: Alternative) => Habit
  readonly keywords: (one: Alternative) => boolean
  readonly part: (taken: Alternative) => SchemaNode
}[] = [
  {
    kind: 'format',
    habit: ({ flat }) => (flat.formats.includes('date-time') ? 'date-time' : 'format'),
    keywords: ({ flat }) => flat.formats.some(format => format !== 'password'),
    part: ({ flat }) => ({ allOf: flat.formats.map(format => ({ format })) }),
  },
  {
    kind: 'pattern',
    habit: () => 'pattern',
    keywords: ({ flat }) => flat.patterns.length > 0,
    part: ({ flat }) => ({ allOf: flat.patterns.map(pattern => ({ pattern })) }),
  },
  limit('short', 'length', 'minLength'),
  limit('long', 'length', 'maxLength'),
  limit('low', 'range', 'minimum', 'exclusiveMinimum'),
  limit('high', 'range', 'maximum', 'exclusiveMaximum'),
]

type LimitName = 'minLength' | 'maxLength' | 'minimum' | 'exclusiveMinimum' | 'maximum' | 'exclusiveMaximum'

function limit(kind: GapKind, habit: Habit, ...names: LimitName[]): (typeof rules)[number] {
  return {
    kind,
    habit: () => habit,
    keywords: ({ flat }) => names.some(name => flat.limits[name] !== undefined),
    part: ({ flat }) => Object.fromEntries(names.map(name => [name, flat.limits[name]])) as SchemaNode,
  }
}

export type Taker = { readonly node: SchemaNode; readonly schemas: SchemaTable; readonly habits: Habits }

/**
 * The gaps between two scalars of one type, each with a value that the maker allows and the taker refuses. Of a
 * keyword that the maker does not have at all the gap is marked as unsaid.
 */
export function leafGaps(made: Alternative, taken: Alternative, { node, schemas, habits }: Taker): Gap[] {
  if (taken.flat.values) return enumGaps(made, taken, { node, schemas, habits })
  for (const rule of rules) {
    if (rule.keywords(taken))
      habits.count(rule.habit(taken), rule.keywords(made) || made.flat.values !== undefined)
  }
  const found: Gap[] = []
  for (const value of candidates(made, taken)) {
    if (matches(node, value, schemas)) continue
    for (const rule of rules) {
      if (found.some(gap => gap.kind === rule.kind) || matches(rule.part(taken), value, {})) continue
      const isUnsaid = !rule.keywords(made) && !made.flat.values
      found.push({
        kind: rule.kind,
        pointer: '',
        witness: value,
        made,
        taken,
        ...(isUnsaid && { unsaid: rule.habit(taken) }),
      })
    }
  }
  const tooLong = beyondReach(made, taken)
  return fewest(tooLong ? [...found, tooLong] : found)
}

/** Of a text that would be too long to be made, its length is proof enough. */
function beyondReach(made: Alternative, taken: Alternative): Gap | undefined {
  const most = taken.flat.limits.maxLength
  if (most === undefined || most < longest || made.flat.values) return undefined
  const own = made.flat.limits.maxLength
  if (own !== undefined && own <= most) return undefined
  const witness = { characters: most + 1 }
  return { kind: 'long', pointer: '', witness, made, taken, ...(own === undefined && { unsaid: 'length' }) }
}

/** Beside the maker's own edges what lies just outside of the taker's. */
function candidates(made: Alternative, taken: Alternative): readonly unknown[] {
  const { minLength = 0, maxLength } = taken.flat.limits
  const isText = made.type === 'string' && !made.flat.values
  const beyond = isText ? [minLength - 1, ...(maxLength === undefined ? [] : [maxLength + 1])] : []
  const sizes = beyond.filter(size => size >= 0)
  const isMoment = taken.flat.formats.includes('date-time') && made.flat.formats.length === 0
  const moment = isText && isMoment && made.flat.patterns.length === 0 ? ['2026-01-01 01:00:00'] : []
  const isFree = isText && made.flat.formats.length === 0 && taken.flat.formats.length > 0
  const spaced = isFree ? scalarValues(taken).map(value => `${String(value)} or not`) : []
  const odd = spaced.filter(text =>
    matches({ allOf: made.flat.patterns.map(pattern => ({ pattern })) }, text, {}),
  )
  const own = sizes.length > 0 ? boundaryTexts(made.flat, sizes) : scalarValues(made)
  return [...moment, ...own, ...odd]
}

/** A text without a format is usually refused by other limits too; the first reason says it all. */
function fewest(found: Gap[]): Gap[] {
  const format = found.find(gap => gap.kind === 'format')
  return format ? [format] : found
}

function enumGaps(made: Alternative, taken: Alternative, { node, schemas, habits }: Taker): Gap[] {
  const known = taken.flat.values ?? []
  habits.count('enum', made.flat.values !== undefined || made.type === 'boolean')
  if (!made.flat.values) {
    if (made.type === 'boolean') return []
    const witness = scalarValues(made).find(value => !matches(node, value, schemas))
    return witness === undefined ? [] : [{ kind: 'enum', pointer: '', witness, made, taken, unsaid: 'enum' }]
  }
  const own = made.flat.values
  const added = own.filter(value => !matches(node, value, schemas))
  const unused = known.filter(value => !own.some(other => isEqual(other, value)))
  const gaps: Gap[] = []
  if (added.length > 0)
    gaps.push({ kind: 'enum', pointer: '', witness: added[0], values: added, made, taken })
  if (unused.length > 0)
    gaps.push({ kind: 'unused', pointer: '', witness: unused[0], values: unused, made, taken })
  return gaps
}

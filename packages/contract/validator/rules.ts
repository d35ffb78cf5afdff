import { isObject, listAt, parseJson } from '../json'
import type { Operation } from '../operation'
import { getParts, isAssumed, type SchemaNode, type SchemaTable } from '../schema-node'
import { applies, checkRule, type Rule, type RuleContext } from './check-rule'
import { type ContractViolation, driftClasses } from './drift-classes'
import { driftIds } from './drift-ids'
import { decodeBody, type Exchange, getHeader } from './exchange'
import { type DocumentedContext, makeBodyViolation } from './response-context'
import { valuesAt } from './values-at'

type Broken = {
  readonly pointer: string
  readonly what: string
  readonly witness: unknown
  /** The rule and in which way it is broken: a baseline that accepts one does not accept another. */
  readonly came: string
  readonly isAssumed: boolean
  readonly rule: Rule
}
const EMPTY_CONTEXT: RuleContext = { sent: () => [], now: undefined, readers: undefined }

/** Violations of the `x-rules` in an answer. */
export function validateRules(context: DocumentedContext): ContractViolation[] {
  const { documented, contract, exchange, body, expectation, operation, response } = context
  if (!documented.schema || body.kind !== 'json') return []
  const date = Date.parse(getHeader(response.headers, 'date') ?? '')
  const around: RuleContext = {
    sent: place => sentValues(operation, exchange, place),
    now: Number.isFinite(date) ? date : undefined,
    readers: expectation?.reader,
  }
  return findBrokenRules(documented.schema, body.value, contract.schemas, around).map(
    ({ rule, came, ...broken }) => {
      const driftId =
        rule.readers || rule.never
          ? driftIds.fieldUndocumented
          : rule.echoes
            ? driftIds.requestValueIgnored
            : driftIds.wrongRelation
      return makeBodyViolation(context, driftId, {
        ...broken,
        ...(driftId === driftIds.wrongRelation && { came }),
        severity: driftId === driftIds.fieldUndocumented ? 'degraded' : driftClasses[driftId].severity,
      })
    },
  )
}

/** One for each rule and pointer. */
export function findBrokenRules(
  node: SchemaNode,
  value: unknown,
  schemas: SchemaTable,
  around: RuleContext = EMPTY_CONTEXT,
): Broken[] {
  const found = new Map<string, Broken>()
  const walk = (node: SchemaNode, value: unknown, pointer: string, isGuess: boolean) => {
    if (value === null || value === undefined || !holdsRules(node, schemas)) return
    const isAssumedNode = isGuess || isAssumed(node)
    const { rules, parts, items, properties } = getRuled(node, schemas)
    for (const rule of rules) {
      const { each = '' } = rule
      const broken = (each === '' ? [value] : valuesAt(value, each))
        .filter(one => applies(rule, one))
        .map(one => checkRule(rule, one, around))
        .find(one => one !== undefined)
      if (!broken) continue
      const at = pointer + each + broken.at
      const key = `${at} ${JSON.stringify(rule)}`
      const isAssumedRule = isAssumedNode || isAssumed(rule)
      if (!found.has(key)) found.set(key, { ...broken, pointer: at, isAssumed: isAssumedRule, rule })
    }
    for (const part of parts) walk(part, value, pointer, isAssumedNode)
    if (items) for (const item of listAt(value)) walk(items, item, `${pointer}/*`, isAssumedNode)
    if (!isObject(value)) return
    for (const [name, child] of properties)
      if (Object.hasOwn(value, name)) walk(child, value[name], `${pointer}/${name}`, isAssumedNode)
  }
  walk(node, value, '', false)
  return [...found.values()]
}

export function getRules(node: SchemaNode): readonly Rule[] {
  return listAt(node['x-rules']) as readonly Rule[]
}

const known = new WeakMap<SchemaNode, boolean>()

/** Whether a schema or a part of it has rules; most have none. */
function holdsRules(node: SchemaNode, schemas: SchemaTable): boolean {
  const cached = known.get(node)
  if (cached !== undefined) return cached
  // Ends recursion; a schema inside of itself adds nothing.
  known.set(node, false)
  const inside = [getParts(node, schemas), node.items ?? [], Object.values(node.properties ?? {})].flat()
  const result = getRules(node).length > 0 || inside.some(part => holdsRules(part, schemas))
  known.set(node, result)
  return result
}

/** The rules of a schema, and those of its parts that hold some. */
type Ruled = {
  readonly rules: readonly Rule[]
  readonly parts: readonly SchemaNode[]
  readonly items: SchemaNode | undefined
  readonly properties: readonly (readonly [name: string, child: SchemaNode])[]
}

const ruled = new WeakMap<SchemaNode, Ruled>()

function getRuled(node: SchemaNode, schemas: SchemaTable): Ruled {
  const cached = ruled.get(node)
  if (cached) return cached
  const holds = (part: SchemaNode) => holdsRules(part, schemas)
  const result: Ruled = {
    rules: getRules(node),
    parts: getParts(node, schemas).filter(holds),
    items: node.items && holds(node.items) ? node.items : undefined,
    properties: Object.entries(node.properties ?? {}).filter(([, child]) => holds(child)),
  }
  ruled.set(node, result)
  return result
}

/** Values that the request carried at `path id`, `query task_id` or `body /flags/*`. */
function sentValues(operation: Operation, { request }: Exchange, place: string): readonly unknown[] {
  const [kind, name = ''] = place.split(' ')
  const { pathname, searchParams } = new URL(request.url)
  if (kind === 'query') return searchParams.getAll(name)
  if (kind === 'path') {
    const template = operation.path.split('/')
    const fromEnd = template.length - template.indexOf(`{${name}}`)
    const segment = pathname.replace(/\/$/, '').split('/').at(-fromEnd)
    return segment === undefined ? [] : [decodeURIComponent(segment)]
  }
  return valuesAt(parseJson(decodeBody(request.body)), name)
}

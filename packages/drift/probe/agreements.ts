import { isEqual, isObject } from '../../contract/json'
import { getResponse } from '../../contract/operation'
import type { Contract } from '../../contract/read-contract'
import { getParts, type SchemaNode } from '../../contract/schema-node'
import type { SameAs } from '../../contract/validator/check-rule'
import { getRules } from '../../contract/validator/rules'
import { valuesAt } from '../../contract/validator/values-at'

type Answer = { readonly operationId: string; readonly body: unknown }
type Disagreement = { readonly place: string; readonly what: string; readonly came: string }

/** Compares answers to the same user by the rules `same-as` of the contract. */
export function trackAgreements({ operations, schemas }: Contract) {
  const answers = new Map<string, Answer[]>()

  function add(user: string, operationId: string, body: unknown): Disagreement[] {
    const earlier = answers.get(user) ?? []
    const rules = sameAsOf(operationId)
    answers.set(user, [...earlier, { operationId, body }])
    return rules.flatMap(rule => compare(rule, body, earlier))
  }

  function compare(
    { operation, item, by, within = {}, fields }: SameAs,
    body: unknown,
    earlier: readonly Answer[],
  ) {
    if (!isObject(body)) return []
    const isSamePlace = (answer: Answer) =>
      answer.operationId === operation &&
      Object.entries(within).every(([there, here]) =>
        isEqual(valuesAt(answer.body, there), valuesAt(body, here)),
      )
    const other = earlier
      .filter(isSamePlace)
      .flatMap(answer => valuesAt(answer.body, item))
      .findLast(one => isObject(one) && one[by] === body[by])
    if (!isObject(other)) return []
    const { method, path } = operations.find(one => one.operationId === operation) ?? {}
    return fields
      .filter(name => areDifferent(other[name], body[name]))
      .map(name => ({
        place: `answer 200 /${name}`,
        came: `same-as ${operation}`,
        what: `${method?.toUpperCase()} ${path} has ${name} ${print(other[name])} for ${by} ${print(body[by])}, this answer ${print(body[name])}.`,
      }))
  }

  function sameAsOf(operationId: string): SameAs[] {
    const operation = operations.find(one => one.operationId === operationId)
    const schema = operation && getResponse(operation, 200)?.schema
    return schema ? collect(schema, new Set()) : []
  }

  function collect(node: SchemaNode, known: Set<SchemaNode>): SameAs[] {
    if (known.has(node)) return []
    known.add(node)
    return [
      ...getRules(node).flatMap(rule => rule['same-as'] ?? []),
      ...getParts(node, schemas).flatMap(part => collect(part, known)),
    ]
  }

  return { add, clear: () => answers.clear() }
}

/** Absent or null in one of them is no difference: a list may hold less. */
function areDifferent(a: unknown, b: unknown): boolean {
  if (a === undefined || a === null || b === undefined || b === null || isEqual(a, b)) return false
  const moments = [a, b].map(one =>
    /^\d{4}-\d\d-\d\dT/.test(String(one)) ? Date.parse(String(one)) : Number.NaN,
  )
  return moments[0] !== moments[1] || Number.isNaN(moments[0])
}

/** Texts may hold personal data. */
function print(value: unknown): string {
  const isPlain = typeof value !== 'string' || /^[\w.:+-]{1,40}$/.test(value)
  return isPlain ? JSON.stringify(value) : 'another string'
}

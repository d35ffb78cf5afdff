import { type JsonObject, listAt, objectAt, pointerSteps } from '../../../contract/json'
import { compareText, getCall, type Operation } from '../../../contract/operation'
import type { Contract } from '../../../contract/read-contract'
import { type Exchange, getHeader } from '../../../contract/validator/exchange'
import {
  type BackendOperation,
  normaliseDocument,
  referenceTarget,
  resolveReference,
} from '../../spec/normalise-document'
import type { AnyCall, OperationId } from '../facts'
import type { ProbeContext } from '../probe-context'
import { parseJson } from '../probe-user'
import type { Plan, Step } from '../step'

/** A Link Object of the contract: values of the answer of `from` for a request of another operation. */
type Link = {
  readonly name: string
  readonly from: Target
  /** `200`, `2XX` or `default`. */
  readonly status: string
  readonly parameters: JsonObject
  readonly body: unknown
}
type Target = { readonly operation: Operation; readonly backend: BackendOperation }
type PlannedStep = { readonly step: Step; readonly target: Target; readonly link?: Link }
type Request = { readonly call: AnyCall; readonly headers: Readonly<Record<string, string>> }
type Answer = Request & { readonly exchange: Exchange }
type Run = { readonly contract: Contract; readonly answers: Map<Operation, Answer> }

/**
 * The plan of a contract without one of its own: each operation with the examples of the contract, and again with what
 * its links take from other answers. A record is changed or deleted only if this run created it.
 */
export function generatedPlan(contract: Contract): Plan {
  const { document } = contract
  const run: Run = { contract, answers: new Map() }
  const targets = normaliseDocument(document).operations.flatMap(backend => {
    const operation = contract.operations.find(
      ({ method, path }) => method === backend.method && path === backend.path,
    )
    return operation ? [{ operation, backend }] : []
  })
  const planned = targets.flatMap(target => getSteps(run, target, linksTo(document, targets, target)))
  const writes = targets.filter(
    ({ operation: { effect, method } }) => effect === 'write' && method !== 'delete',
  )
  return {
    stages: () => inStages(planned),
    signIn: async probe => {
      for (const [role, login] of Object.entries(probe.options.logins))
        if ('token' in login) probe.addUser(role as 'student', login.token)
        else
          probe.findings.notes.push(
            'Passwords need a plan module that signs in; give a token with --token-env.',
          )
    },
    leftBehind: Object.fromEntries(
      writes.map(({ operation }) => [operation.operationId, `what ${getCall(operation)} wrote`]),
    ),
  }
}

function getSteps(run: Run, target: Target, links: readonly Link[]): PlannedStep[] {
  const { operation } = target
  const changes = ['put', 'patch', 'delete'].includes(operation.method) && operation.effect === 'write'
  const own = changes ? links.filter(({ from }) => from.operation.effect === 'write') : links
  const examples = getRequest(run, target)
  const why = changes
    ? 'it would change a record that the run did not create, and no link from a write gives one'
    : 'missing' in examples
      ? `the contract has no example and no link for ${examples.missing.join(', ')}`
      : undefined
  const base = { target, operations: [operation.operationId as OperationId] }
  if (why !== undefined && own.length === 0)
    return [plannedStep(base, 'by examples', probe => probe.skip(why))]
  const byLinks = own.map(link =>
    plannedStep({ ...base, link }, `by the link ${link.name} of ${getCall(link.from.operation)}`, probe =>
      send(probe, run, target, link),
    ),
  )
  if (why !== undefined) return byLinks
  return [plannedStep(base, 'by examples', probe => send(probe, run, target)), ...byLinks]
}

function plannedStep(
  { target, link, operations }: { target: Target; link?: Link; operations: readonly OperationId[] },
  name: string,
  run: Step['run'],
): PlannedStep {
  const { operationId, effect } = target.operation
  const full = `${operationId}: ${name}`
  const step = { name: full, operations, isSmoke: true, ...(effect === 'read' && { lane: full }), run }
  return { step, target, ...(link && { link }) }
}

/** Reads, new records and what reads them, changes, deletions; a link after the answer that it needs. */
function inStages(planned: readonly PlannedStep[]): Step[][] {
  const left = new Set(planned)
  const known = new Set<Operation>()
  const stages: Step[][] = []
  for (const methods of [[], ['post'], ['put', 'patch'], ['delete'], ['get']])
    for (;;) {
      const ready = [...left].filter(
        ({ target: { operation }, link }) =>
          (operation.effect === 'read' || methods.includes(operation.method)) &&
          (link === undefined || known.has(link.from.operation)),
      )
      if (ready.length === 0) break
      stages.push(ready.map(({ step }) => step))
      for (const one of ready) {
        left.delete(one)
        known.add(one.target.operation)
      }
    }
  return [...stages, [...left].map(({ step }) => step)]
}

async function send(probe: ProbeContext, run: Run, target: Target, link?: Link): Promise<void> {
  const { operation } = target
  const source = link && run.answers.get(link.from.operation)
  if (link && !(source && isStatus(link.status, source.exchange)))
    probe.skip(`no answer of ${getCall(link.from.operation)} gives its values`)
  const request = getRequest(run, target, link && source && { link, answer: source })
  if ('missing' in request) return probe.skip(`${request.missing.join(', ')} has no value`)
  const auth = getAuth(probe, target)
  const operationId = operation.operationId as OperationId
  const exchange = await probe.sender.sendWithRetry(
    { operationId, ...request, auth },
    { mayRepeat: () => false },
  )
  const status = exchange.response?.status ?? 0
  probe.options.admit?.(exchange)
  const isDocumented = operation.responses.some(one => one.status === status)
  // An example need not exist on this server, nor be accepted.
  if (!link && status >= 400 && status < 500 && !isDocumented)
    probe.skip(`the server rejected the example of the contract (${status})`)
  probe.validate(exchange)
  if (status < 200 || status > 299) return
  run.answers.set(operation, { ...request, exchange })
  const { operationId: created = '' } = link?.from.operation ?? {}
  const count = probe.sender.leftBehind.get(created) ?? 0
  if (operation.method === 'delete' && count > 0) probe.sender.leftBehind.set(created, count - 1)
}

function isStatus(key: string, { response }: Exchange): boolean {
  return key === 'default' || String(response?.status).startsWith(key.replace(/xx$/i, ''))
}

/** Throws SkipStep if the operation needs credentials that the check does not have. */
function getAuth(probe: ProbeContext, { backend: { security } }: Target) {
  const [user] = probe.users.values()
  const takes = (kind: 'none' | 'bearer') => !security || security.some(one => one.kind === kind)
  if (user && takes('bearer')) return { token: user.token }
  if (takes('none')) return {}
  return probe.skip(
    takes('bearer') ? 'it needs a token: --token-env' : 'its authentication needs a plan module',
  )
}

function getRequest(
  { contract: { document } }: Run,
  { backend: { raw, parameters, body, path } }: Target,
  linked?: { readonly link: Link; readonly answer: Answer },
): Request | { readonly missing: readonly string[] } {
  const item = objectAt(resolveReference(document, objectAt(document.paths)[path]))
  const described = [...listAt(raw.parameters), ...listAt(item.parameters)].map(one =>
    objectAt(resolveReference(document, one)),
  )
  const missing: string[] = []
  const values: Record<string, Record<string, string>> = { path: {}, query: {}, header: {} }
  for (const { in: place, name, required } of parameters) {
    const expression = linked?.link.parameters[`${place}.${name}`] ?? linked?.link.parameters[name]
    if (!required && expression === undefined) continue
    const value =
      expression === undefined
        ? getExample(document, described.find(one => one.in === place && one.name === name) ?? {})
        : linked && evaluate(expression, linked.answer)
    if (value === undefined || value === null) missing.push(name)
    else if (values[place]) values[place][name] = String(value)
  }
  const { path: inPath, query, header = {} } = values
  const call: AnyCall = { ...(inPath && { path: inPath }), ...(query && { query }) }
  if (!body?.required && linked?.link.body === undefined)
    return missing.length > 0 ? { missing } : { call, headers: header }
  const content = objectAt(objectAt(resolveReference(document, raw.requestBody)).content)
  const type = ['application/json', 'multipart/form-data'].find(one => content[one] !== undefined)
  const sent =
    linked?.link.body === undefined
      ? type && getExample(document, objectAt(content[type]))
      : evaluate(linked.link.body, linked.answer)
  if (sent === undefined) missing.push('the body')
  if (missing.length > 0) return { missing }
  const form = Object.fromEntries(
    Object.entries(objectAt(sent)).map(([name, value]) => [name, String(value)]),
  )
  return { call: { ...call, ...(type === 'application/json' ? { json: sent } : { form }) }, headers: header }
}

/** The example of a parameter, a media type or a schema; undefined if there is none. */
function getExample(document: JsonObject, holder: JsonObject, depth = 0): unknown {
  const { example, examples, schema } = holder
  if (example !== undefined) return example
  if (Array.isArray(examples)) return examples[0]
  const [first] = Object.values(objectAt(examples))
  const { value } = objectAt(resolveReference(document, first))
  if (value !== undefined) return value
  return schema === undefined ? undefined : exampleOfSchema(document, schema, depth)
}

const MAX_DEPTH = 8

function exampleOfSchema(document: JsonObject, raw: unknown, depth: number): unknown {
  const schema = objectAt(resolveReference(document, raw))
  const own = getExample(document, { example: schema.example, examples: listAt(schema.examples) })
  const fixed = own ?? schema.const ?? schema.default ?? listAt(schema.enum)[0]
  if (fixed !== undefined || depth > MAX_DEPTH) return fixed
  const parts = listAt(schema.allOf).map(part => exampleOfSchema(document, part, depth + 1))
  if (parts.includes(undefined)) return undefined
  const properties = objectAt(schema.properties)
  if (parts.length === 0 && schema.properties === undefined) return undefined
  const required = listAt(schema.required).map(name => [
    String(name),
    exampleOfSchema(document, properties[String(name)], depth + 1),
  ])
  if (required.some(([, value]) => value === undefined)) return undefined
  return Object.assign({}, ...parts, Object.fromEntries(required))
}

function linksTo(document: JsonObject, targets: readonly Target[], target: Target): Link[] {
  return targets
    .flatMap(from =>
      Object.entries(objectAt(from.backend.raw.responses)).flatMap(([status, response]) =>
        Object.entries(objectAt(objectAt(resolveReference(document, response)).links)).flatMap(
          ([name, raw]) => {
            const link = objectAt(resolveReference(document, raw))
            const isTarget =
              typeof link.operationRef === 'string'
                ? referenceTarget(document, link.operationRef) === target.backend.raw
                : link.operationId !== undefined && link.operationId === target.backend.operationId
            if (!isTarget || !/^2|^default$/.test(status)) return []
            return [{ name, from, status, parameters: objectAt(link.parameters), body: link.requestBody }]
          },
        ),
      ),
    )
    .sort((a, b) => compareText(a.name, b.name))
}

/** A runtime expression of OpenAPI (`$response.body#/id`), a text with such expressions in braces, or a constant. */
function evaluate(expression: unknown, answer: Answer): unknown {
  if (typeof expression !== 'string') return expression
  if (expression.startsWith('$')) return resolveExpression(expression, answer)
  return expression.replaceAll(/\{(\$[^}]+)\}/g, (_, inner: string) =>
    String(resolveExpression(inner, answer) ?? ''),
  )
}

function resolveExpression(expression: string, { call, headers, exchange }: Answer): unknown {
  const { request, response } = exchange
  if (expression === '$url') return request.url
  if (expression === '$method') return request.method
  if (expression === '$statusCode') return response?.status
  const [, side, part, name = ''] = /^\$(request|response)\.(\w+)[.#]?(.*)$/.exec(expression) ?? []
  if (part === 'body') return valueAt(side === 'request' ? call.json : parseJson(exchange), name)
  if (part === 'header')
    return side === 'request' ? headers[name] : getHeader(response?.headers ?? [], name.toLowerCase())
  return part === 'path' || part === 'query' ? call[part]?.[name] : undefined
}

function valueAt(body: unknown, pointer: string): unknown {
  return pointerSteps(pointer).reduce<unknown>(
    (value, step) => (Array.isArray(value) ? value[Number(step)] : objectAt(value)[step]),
    body,
  )
}

import type { Operation } from '../../../contract/operation'
import { fitsPattern } from '../../../contract/pattern'
import type { Contract } from '../../../contract/read-contract'
import { patternSampler } from '../../../contract/sample-text'
import { getTypes, resolveSchema, type SchemaNode, type SchemaTable } from '../../../contract/schema-node'
import { createRandom, type Seed } from '../../../contract/seeded-random'
import { driftIds } from '../../../contract/validator/drift-ids'
import type { AnyCall, ExpectedResponses, OperationId, OperationWith } from '../facts'
import type { ProbeRequest } from '../probe-request'
import { ACCOUNT_OPERATIONS } from '../probe-request'
import type { Step } from '../step'
import { safeRequest } from './safe-requests'

/** Responses to a safe request with any valid value: what it is about does not exist. */
const EXPECTED_RESPONSES: { readonly [Id in OperationId]?: ExpectedResponses<Id> } = {
  login: [[401, 'Incorrect username or password']],
  checkInvite: [[404, 'Group with this invite code not found']],
  register: [
    [404, 'Group with this invite code not found'],
    [409, 'Username already registered'],
  ],
  completeLmsLogin: [[401, 'Invalid token']],
  setNewPassword: [[400, 'Invalid token']],
  requestPasswordReset: [[404, 'user not exists'], [204]],
  findLmsTask: [
    [404, 'Task not found'],
    [403, 'you dont have access to this group'],
  ],
  getSharedProfile: [[404, 'user not exists']],
}

/** The safe request with another value, or none, at one place. */
type Put = (call: AnyCall) => AnyCall
type RequestField = {
  readonly name: string
  readonly schema: SchemaNode
  readonly put: (value: unknown) => Put
}

const inAddress =
  (place: 'path' | 'query', name: string, value: unknown): Put =>
  call => ({
    ...call,
    [place]: { ...call[place], [name]: value },
  })
const inBody =
  (name: string, value: unknown): Put =>
  call => ({
    ...call,
    json: { ...(call.json as object), [name]: value },
  })

/** Every single-value field of a request. */
function requestFields({ parameters, body }: Operation, contract: Contract): RequestField[] {
  const urlFields = parameters.flatMap(({ in: place, name, schema }): RequestField[] =>
    place === 'path' || place === 'query'
      ? [{ name: `${place} ${name}`, schema, put: value => inAddress(place, name, value) }]
      : [],
  )
  if (body?.contentType !== 'application/json') return urlFields
  const { properties = {} } = resolveSchema(body.schema, contract.schemas)
  const bodyFields = Object.entries(properties).map(
    ([name, schema]): RequestField => ({ name: `body /${name}`, schema, put: value => inBody(name, value) }),
  )
  return [...urlFields, ...bodyFields]
}

type Variation = Pick<
  ProbeRequest<OperationId>,
  'expected' | 'driftId' | 'reason' | 'place' | 'isNeverSent'
> & {
  readonly name: string
  readonly put: Put
}

/** Variations of one operation follow each other, so that one that was accepted by mistake ends the others. */
function toStep(operation: Operation, { name, put, ...request }: Variation): Step {
  const operationId = operation.operationId as OperationId
  return {
    name: `${operationId}: ${name}`,
    operations: [operationId],
    ...(!ACCOUNT_OPERATIONS.includes(operationId) && { lane: operationId }),
    run: async probe => {
      const call = safeRequest(operation, probe.facts)
      if (!call) return
      const auth = operation.security === 'bearer' ? { user: probe.user('student') } : {}
      await probe.request({ operationId, call: put(call), auth, ...request })
    },
  }
}

/**
 * The shortest, longest and most unusual values that the contract allows: a server that rejects them is too
 * strict.
 */
export function boundarySteps(contract: Contract, seed: number): Step[] {
  return contract.operations.flatMap(operation => {
    const expected = EXPECTED_RESPONSES[operation.operationId as OperationId] as
      | ExpectedResponses<OperationId>
      | undefined
    if (!expected) return []
    return requestFields(operation, contract).flatMap(({ name: place, schema, put }) =>
      validBoundaries(schema, contract.schemas, seed).map(({ name, value, driftId }) =>
        toStep(operation, {
          name: `${name} at ${place}`,
          put: put(value),
          expected,
          driftId,
          reason: `${name} that the contract allows at ${place} was sent`,
          place,
        }),
      ),
    )
  })
}

/** The compiler checks that these document a rejection. */
const rejected: ExpectedResponses<OperationWith<422, 'common'>> = [[422]]

/** Requests with one invalid part: a field missing, of another type, too long, against its pattern. */
export function invalidSteps(contract: Contract): Step[] {
  return contract.operations
    .filter(({ responses }) => responses.some(({ status }) => status === 422))
    .flatMap(operation =>
      [...missing(operation, contract), ...invalidFields(operation, contract)].map(wrong =>
        toStep(operation, {
          ...wrong,
          expected: rejected as ExpectedResponses<OperationId>,
          reason: `${wrong.name} was sent`,
          isNeverSent: true,
        }),
      ),
    )
}

type InvalidRequest = { readonly name: string; readonly place: string; readonly put: Put }

function missing({ parameters, body }: Operation, contract: Contract): InvalidRequest[] {
  const ofQuery = parameters
    .filter(({ in: place, required }) => place === 'query' && required)
    .map(({ name }) => ({
      name: `no query ${name}`,
      place: `query ${name}`,
      put: inAddress('query', name, undefined),
    }))
  const { required = [] } = body ? resolveSchema(body.schema, contract.schemas) : {}
  const isForm = body?.contentType === 'multipart/form-data'
  const ofBody = required.map(name => ({
    name: `no body /${name}`,
    place: `body /${name}`,
    // A form needs at least one part.
    put: isForm ? () => ({ form: { other: 'x' } }) : inBody(name, undefined),
  }))
  return [...ofQuery, ...ofBody]
}

function invalidFields(operation: Operation, contract: Contract): InvalidRequest[] {
  return requestFields(operation, contract).flatMap(({ name: place, schema, put }) =>
    invalidValues(schema, contract.schemas)
      .filter(({ value }) => isSendable(place, value))
      .map(({ name, value }) => ({ name: `${name} at ${place}`, place, put: put(value) })),
  )
}

/** A URL has only texts, and an empty segment is another path. */
function isSendable(place: string, value: unknown): boolean {
  return place.startsWith('body') || (typeof value !== 'object' && value !== '')
}

type BoundaryValue = {
  readonly name: string
  readonly value: unknown
  readonly driftId: (typeof driftIds)['requestNarrowed' | 'maximumLowered' | 'minimumRaised']
}

const MAX_TEXT_LENGTH = 4096

/** Valid texts: the shortest, the longest, and one with every kind of character that the pattern allows. */
function validBoundaries(node: SchemaNode, schemas: SchemaTable, seed: Seed): BoundaryValue[] {
  const schema = resolveSchema(node, schemas)
  if (!getTypes(schema)?.includes('string') || schema.enum) return []
  const { minLength = 1, maxLength, pattern, format } = schema
  if (format === 'email') {
    if (maxLength === undefined) return []
    return [{ name: 'the longest', value: longEmail(maxLength), driftId: driftIds.maximumLowered }]
  }
  const text = getText(pattern, seed)
  const boundaries: BoundaryValue[] = [
    { name: 'the shortest', value: text(minLength), driftId: driftIds.minimumRaised },
  ]
  if (maxLength !== undefined && maxLength <= MAX_TEXT_LENGTH)
    boundaries.push({ name: 'the longest', value: text(maxLength), driftId: driftIds.maximumLowered })
  if (pattern !== undefined)
    boundaries.push({
      name: 'every sort of character',
      value: characters(pattern, minLength),
      driftId: driftIds.requestNarrowed,
    })
  return boundaries
}

function invalidValues(node: SchemaNode, schemas: SchemaTable): { name: string; value: unknown }[] {
  const schema = resolveSchema(node, schemas)
  const types = getTypes(schema) ?? []
  const wrong: { name: string; value: unknown }[] = []
  if (types.includes('string')) {
    const { minLength = 0, maxLength, pattern, format } = schema
    wrong.push({ name: 'a list', value: ['a'] })
    if (minLength > 0 && format !== 'email')
      wrong.push({ name: 'too short', value: 'x'.repeat(minLength - 1) })
    if (maxLength !== undefined && maxLength <= MAX_TEXT_LENGTH && format !== 'email')
      wrong.push({ name: 'too long', value: 'x'.repeat(maxLength + 1) })
    if (pattern !== undefined) wrong.push({ name: 'against its pattern', value: `no ${'good! '.repeat(4)}` })
    if (format === 'email') {
      wrong.push({ name: 'no address', value: 'nobody' })
      if (maxLength !== undefined) wrong.push({ name: 'too long', value: longEmail(maxLength + 1) })
    }
  }
  if (types.includes('boolean')) wrong.push({ name: 'a word', value: 'perhaps' })
  if (types.includes('array')) wrong.push({ name: 'a text', value: 'x' }, ...lists(schema))
  if (types.includes('integer')) {
    wrong.push({ name: 'a word', value: 'x' })
    if (schema.minimum !== undefined) wrong.push({ name: 'too small', value: schema.minimum - 1 })
    if (schema.maximum !== undefined) wrong.push({ name: 'too large', value: schema.maximum + 1 })
  }
  return wrong
}

function lists({ minItems, maxItems }: SchemaNode): { name: string; value: unknown }[] {
  return [
    ...(minItems === undefined ? [] : [{ name: 'too short', value: Array(minItems - 1).fill('x') }]),
    ...(maxItems === undefined ? [] : [{ name: 'too long', value: Array(maxItems + 1).fill('x') }]),
  ]
}

function getText(pattern: string | undefined, seed: Seed): (length: number) => string {
  return length => {
    if (pattern === undefined) return `${seed}`.padEnd(length, 'x').slice(0, length)
    // Most patterns allow letters; otherwise a sample of the pattern is used.
    const plain = 'x'.repeat(length)
    return fitsPattern(pattern, plain) ? plain : patternSampler(pattern)(createRandom(seed), length)
  }
}

const CHARACTER_SAMPLES = 'aZ9_-яЁé'

function characters(pattern: string, minLength: number): string {
  const able = Array.from(CHARACTER_SAMPLES)
    .filter(char => fitsPattern(pattern, char))
    .join('')
  return able.repeat(Math.ceil(minLength / Math.max(1, able.length)) || 1)
}

function longEmail(length: number): string {
  const end = '.example.com'
  const start = `${'n'.repeat(60)}@`
  const labels: string[] = []
  for (let left = length - start.length - end.length; left > 0; left -= 61)
    labels.push('d'.repeat(Math.min(60, left)))
  const domain = labels
    .join('.')
    .slice(0, length - start.length - end.length)
    .replace(/\.$/, 'd')
  return start + domain + end
}

import { expect, test } from 'vitest'
import { checkContract } from './check-contract'
import type { JsonObject } from './json'

/** A correct document with one path replaced: `paths./groups.get.x-effect` and so on; `undefined` deletes. */
function documentWith(place: string, value: unknown): JsonObject {
  const document = structuredClone(correct) as Record<string, unknown>
  const steps = place.split('>')
  let target = document
  for (const step of steps.slice(0, -1)) target = target[step] as Record<string, unknown>
  const last = steps.at(-1) ?? ''
  if (value === undefined) delete target[last]
  else target[last] = value
  return document
}

const ok = {
  description: 'Fine.',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Group' } } },
}
const correct = {
  openapi: '3.1.1',
  servers: [{ url: '/api' }],
  paths: {
    '/groups/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      get: {
        operationId: 'getGroup',
        tags: ['groups'],
        'x-effect': 'read',
        security: [{ bearer: [] }],
        responses: { 200: ok },
      },
    },
    '/groups': {
      post: {
        operationId: 'makeGroup',
        tags: ['groups'],
        'x-effect': 'write',
        security: [],
        requestBody: { content: { 'application/json': { schema: { type: 'object' } } } },
        responses: { 200: ok },
      },
    },
  },
  components: {
    securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    schemas: { Group: { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } } },
  },
}

const get = 'paths>/groups/{id}>get'
const post = 'paths>/groups>post'
const group = 'components>schemas>Group'
const property = `${group}>properties>id`

test('a correct document has no problems', () => {
  expect(checkContract(correct)).toEqual([])
})

test.each<[place: string, value: unknown, sentence: string]>([
  [
    'openapi',
    '3.0.3',
    'The contract says openapi: 3.0.3; write openapi: 3.1.1, because the generator reads 3.1 only.',
  ],
  [
    'servers',
    [],
    'The contract must have exactly one server with a path as its address; write servers: [{ url: /api }].',
  ],
  [
    `${get}>operationId`,
    undefined,
    'GET /groups/{id} has no operationId; name it by verb and noun, like getGroup.',
  ],
  [`${get}>operationId`, 'get-group', 'has an operationId that is not camelCase'],
  [`${get}>security`, [{ bearer: [] }, {}], 'has more than one security requirement'],
  [
    'components>securitySchemes>basic',
    { type: 'http', scheme: 'basic' },
    'The security scheme basic is not supported',
  ],
  [
    'paths>/groups>head',
    {},
    'HEAD /groups has a method that is not supported; use get, put, post, patch, delete.',
  ],
  [
    'paths>/a/{groupId}',
    { get: { ...correct.paths['/groups/{id}'].get, operationId: 'a' } },
    'has the path parameter {groupId}; write it in snake_case',
  ],
  ['paths>/groups/{id}>parameters>0>required', false, 'path parameter id, must say required: true.'],
  ['paths>/groups/{id}>parameters>0>style', 'matrix', 'uses style, content or explode: false'],
  [
    `${get}>parameters`,
    [{ name: 'filter', in: 'query', schema: { type: 'object' } }],
    'query parameter filter, is an object; use one parameter for each property.',
  ],
  [
    `${get}>requestBody`,
    correct.paths['/groups'].post.requestBody,
    'is a GET with a body, which browsers refuse to send; use POST with x-effect: read.',
  ],
  [
    `${post}>requestBody>content`,
    { 'application/xml': {} },
    'makeGroup (POST /groups) has a body of application/xml, which is not supported; use application/json or multipart/form-data.',
  ],
  [
    `${get}>responses>default`,
    ok,
    'The answer default of getGroup (GET /groups/{id}) is not a status; write each status',
  ],
  [`${get}>responses>4XX`, ok, 'The answer 4XX of getGroup (GET /groups/{id}) is not a status'],
  [
    `${get}>responses>200>content`,
    { 'application/xml': { schema: { type: 'string' } } },
    'has the content type application/xml, which is not supported as data; use application/json, or format: binary for a download.',
  ],
  [
    `${get}>responses>200>content>text/plain`,
    {},
    'has several content types; keep the one that the client reads.',
  ],
  [
    `${property}>nullable`,
    true,
    'The schema Group, property id, uses "nullable", which is not supported; write type: [string, "null"] as OpenAPI 3.1 does.',
  ],
  [
    `${property}>exclusiveMinimum`,
    true,
    'has exclusiveMinimum: true; write the number itself as OpenAPI 3.1 does.',
  ],
  [
    property,
    { type: 'string', format: 'ulid' },
    'The schema Group, property id, has the unsupported format "ulid"; use one of date, date-time',
  ],
  [property, { type: 'file' }, 'has the unknown type "file"; use one of string'],
  [property, { minLength: 1 }, 'has "minLength" but no type; name the type'],
  [
    property,
    { type: 'string', maximum: 5 },
    'The schema Group, property id, has "maximum", which does nothing with type string; remove it, or write type: number.',
  ],
  [property, { type: 'array' }, 'is an array without items'],
  [
    property,
    { type: 'string', pattern: '[' },
    'has the pattern [, which is not a regular expression with the u flag; correct it.',
  ],
  [
    property,
    { type: 'array', items: {}, prefixItems: [] },
    'uses "prefixItems", which is not supported; write an object with named properties.',
  ],
  [property, { not: {} }, 'uses "not", which is not supported; describe the allowed values'],
  [
    property,
    { $ref: '#/components/schemas/Group', minimum: 1 },
    'has "minimum" beside a $ref; join the two with allOf.',
  ],
  [
    property,
    { oneOf: [{}], discriminator: { propertyName: 'kind', mapping: {} } },
    'has a discriminator with a mapping, which is not supported; give each branch a const for "kind".',
  ],
  [`${group}>required`, ['id', 'name'], 'The schema Group requires "name" but has no such property'],
  [`${property}>required`, true, 'has required: true; write the list of required properties on the object.'],
  [property, 'integer', 'The schema Group, property id, must be a schema object, not "integer".'],
  [
    property,
    { $ref: '#/components/schemas/Group' },
    'The schema Group requires itself without end; make one property of the circle optional or nullable.',
  ],
  [
    'components>schemas>group',
    { type: 'object' },
    'The schema group becomes a type; name it in PascalCase, like GroupInList.',
  ],
])('rejects %s: %j', (place, value, sentence) => {
  const problems = checkContract(documentWith(place, value))
  expect(problems.join('\n')).toContain(sentence)
  for (const problem of problems) expect(problem).toMatch(/^\S.*\.$/)
})

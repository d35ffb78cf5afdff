import { expect, test } from 'vitest'
import { bundle } from './load-contract'
import { getResponse } from './operation'
import { loadTorture, operationIn } from './validator/test-exchanges'

function bundled(files: Record<string, string>) {
  return bundle(new Map(Object.entries(files)))
}

const entry = 'openapi: 3.1.1\npaths:\n  /a: { $ref: "paths/a.yaml#/a" }\n'

test('schemas get the name of their file and everything else is copied in place', () => {
  const document = bundled({
    'openapi.yaml': entry,
    'paths/a.yaml': `
a:
  get:
    responses: { '200': { $ref: ../responses/Ok.yaml } }`,
    'responses/Ok.yaml': `
description: Fine.
content: { application/json: { schema: { $ref: ../schemas/Tree.yaml }, example: { $ref: stays as it is } } }`,
    'schemas/Tree.yaml':
      'type: object\nproperties: { next: { $ref: Tree.yaml }, id: { $ref: "ids.yaml#/Id" } }',
    'schemas/ids.yaml': 'Id: { type: integer }',
  })
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
  expect(document.paths).toEqual({
    '/a': {
      get: {
        responses: {
          200: {
            description: 'Fine.',
            content: { 'application/json': { schema: ref('Tree'), example: { $ref: 'stays as it is' } } },
          },
        },
      },
    },
  })
  expect(document.components).toEqual({
    schemas: {
      Id: { type: 'integer' },
      Tree: { type: 'object', properties: { next: ref('Tree'), id: ref('Id') } },
    },
  })
})

test('a schema that components only point to keeps one name', () => {
  const document = bundled({
    'openapi.yaml': 'components: { schemas: { User: { $ref: schemas/User.yaml } } }\npaths: {}',
    'schemas/User.yaml':
      'type: object\nproperties: { friend: { $ref: "../openapi.yaml#/components/schemas/User" } }',
  })
  expect(document.components).toEqual({
    schemas: { User: { type: 'object', properties: { friend: { $ref: '#/components/schemas/User' } } } },
  })
})

test.each([
  [{ 'openapi.yaml': entry }, 'needs the file openapi/paths/a.yaml, which does not exist.'],
  [{ 'openapi.yaml': entry, 'paths/a.yaml': 'a: [1' }, 'The file openapi/paths/a.yaml is not valid YAML'],
  [{ 'openapi.yaml': entry, 'paths/a.yaml': 'b: 1' }, 'leads to nothing: there is no "a".'],
  [
    { 'openapi.yaml': 'paths: { /a: { $ref: "https://example.com/a.yaml" } }' },
    'leads outside the contract; copy what it names into openapi/ and refer to that file.',
  ],
  [{ 'openapi.yaml': entry, 'paths/a.yaml': 'a: { $ref: "#/b" }\nb: { $ref: "#/a" }' }, 'lead in a circle.'],
  [{ 'openapi.yaml': entry, 'paths/a.yaml': 'a: { get: { $ref: "#/a" } }' }, 'contains itself.'],
  [
    {
      'openapi.yaml': 'components: { schemas: { Id: { type: string }, Other: { $ref: "x/User.yaml" } } }',
      'x/User.yaml': 'type: object\nproperties: { id: { $ref: Id.yaml } }',
      'x/Id.yaml': 'type: integer',
    },
    'Two schemas are called Id (openapi/openapi.yaml#/components/schemas/Id and openapi/x/Id.yaml); rename one of them.',
  ],
])('rejects %j', (files, sentence) => {
  expect(() => bundled(files as unknown as Record<string, string>)).toThrow(sentence)
})

const contract = loadTorture()

test('sorts operations by specificity of their path', () => {
  expect(
    contract.operations.map(({ method, path, specificity }) => `${specificity} ${method} ${path}`),
  ).toEqual([
    'l get /notes',
    'l get /things',
    'l post /things',
    'll get /things/special',
    'lp delete /things/{thing_id}',
    'lp patch /things/{thing_id}',
    'lpl get /things/{thing_id}/file',
    'pl get /{group}/things',
  ])
})

test.each([
  ['listThings', 'read', 'none'],
  ['changeThing', 'write', 'bearer'],
  ['deleteThing', 'write', 'refreshCookie'],
])('%s has the effect %s and the security %s', (id, effect, security) => {
  expect(operationIn(contract, id)).toMatchObject({ effect, security })
})

test.each([
  ['listThings', 200, 'json', undefined],
  ['listThings', 422, 'json', ['too long', '<it\'s \\ "quoted">']],
  ['changeThing', 403, 'json', ['locked', 'not yours']],
  ['deleteThing', 204, 'empty', undefined],
  ['downloadThing', 200, 'binary', undefined],
  ['readNotes', 200, 'text', undefined],
])('%s answers %i with %s and the details %j', (id, status, kind, details) => {
  const response = getResponse(operationIn(contract, id), status)
  expect(response?.kind).toBe(kind)
  expect(response?.details).toEqual(details)
})

test('parameters of the path item are added, with their references resolved', () => {
  expect(operationIn(contract, 'changeThing').parameters).toEqual([
    {
      in: 'path',
      name: 'thing_id',
      required: true,
      schema: { type: 'integer', minimum: 1, maximum: 2147483647 },
    },
  ])
})

test('declared headers and cookies are kept under lower-case names', () => {
  expect(getResponse(operationIn(contract, 'deleteThing'), 204)?.headers).toEqual([
    {
      name: 'set-cookie',
      required: true,
      cookie: { name: 'refresh_token', httpOnly: true, path: '/api/auth' },
    },
  ])
  expect(getResponse(operationIn(contract, 'downloadThing'), 200)?.headers[0]?.name).toBe(
    'content-disposition',
  )
})

test('a body is required only if the contract requires it', () => {
  expect(operationIn(contract, 'changeThing').body?.required).toBe(false)
  expect(operationIn(contract, 'createThing').body).toMatchObject({
    required: true,
    contentType: 'multipart/form-data',
  })
})

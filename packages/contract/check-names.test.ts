import { expect, test } from 'vitest'
import { checkNames } from './check-names'
import { bundle } from './load-contract'

const files = {
  'openapi.yaml': `
openapi: 3.1.1
paths:
  /things: { $ref: things.yaml#/things }
  /things/{id}: { $ref: things.yaml#/thing }`,
  'things.yaml': `
things:
  get:
    operationId: listThings
    responses:
      "200": { content: { application/json: { schema: { type: array, items: { $ref: Thing.yaml } } } } }
thing:
  parameters:
    - { name: id, in: path, x-probe: { operation: listThings, pointer: /*/id } }
  post:
    operationId: getThing
    requestBody:
      content:
        application/json: { schema: { type: object, properties: { tags: { type: array, items: { type: string } } } } }
    responses:
      "200":
        content:
          application/json:
            schema:
              type: object
              properties:
                thing: { anyOf: [{ $ref: Thing.yaml }, { type: "null" }] }
                id: { type: integer }
                name: { type: string }
              x-rules:
                - echoes: [/id, path id]
                - same-as:
                    operation: listThings
                    item: /*
                    by: id
                    fields:
                      - id
                      - name`,
  'Thing.yaml': `
type: object
properties:
  id: { type: integer }
  name: { type: string }
  tags: { type: array, items: { type: string } }
  first_name: { type: string }
x-rules:
  - echoes: [/tags/*, body /tags/*]
description: Its \`first_name\` is text.`,
}

const problemsWith = (file: keyof typeof files, from: string, to: string): string[] => {
  expect(files[file].split(from)).toHaveLength(2)
  return checkNames(bundle(new Map(Object.entries({ ...files, [file]: files[file].replace(from, to) }))))
}

test('accepts names that are there', () => {
  expect(problemsWith('Thing.yaml', 'object', 'object')).toEqual([])
})

test.each([
  [
    'Thing.yaml',
    '  name:',
    '  title:',
    'openapi/things.yaml:33 names /*/name, which the answer of listThings does not have; correct the name.',
  ],
  [
    'things.yaml',
    'pointer: /*/id',
    'pointer: /*/ids',
    'openapi/things.yaml:9 names /*/ids, which the answer of listThings does not have; correct the name.',
  ],
  [
    'things.yaml',
    'x-probe: { operation: listThings',
    'x-probe: { operation: listThing',
    'openapi/things.yaml:9 names the operation listThing, which the contract does not have; correct the name.',
  ],
  [
    'things.yaml',
    'operation: listThings\n',
    'operation: allThings\n',
    'openapi/things.yaml:27 names the operation allThings, which the contract does not have; correct the name.',
  ],
  [
    'things.yaml',
    'path id]',
    'query id]',
    'openapi/things.yaml:26 echoes query id, which no request of such an answer has; correct the name.',
  ],
  [
    'things.yaml',
    'properties: { tags:',
    'properties: { labels:',
    'openapi/Thing.yaml:9 echoes body /tags/*, which no request of such an answer has; correct the name.',
  ],
  [
    'Thing.yaml',
    '  tags:',
    '  labels:',
    'openapi/Thing.yaml:9 has a rule for /tags/*, which its schema does not have; correct the name.',
  ],
  [
    'Thing.yaml',
    '  first_name:',
    '  last_name:',
    'openapi/Thing.yaml:10 names first_name, which the contract does not have; correct the name.',
  ],
] as const)('in %s, %j as %j is told with file and line', (file, from, to, problem) => {
  expect(problemsWith(file, from, to)).toContain(problem)
})

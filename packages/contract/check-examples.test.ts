import { expect, test } from 'vitest'
import { checkExamples } from './check-examples'
import { bundle } from './load-contract'
import type { SchemaNode } from './schema-node'

/** The problems of an answer with these schemas and this example, which begins in line 8. */
const problemsOf = (schemas: Record<string, string>, example: string): string[] => {
  const paths = `
/things:
  get:
    responses:
      "200":
        content:
          application/json:
            schema: { $ref: Thing.yaml }
            ${example}`
  const document = bundle(
    new Map(
      Object.entries({
        'openapi.yaml': 'paths: { $ref: paths.yaml }',
        'paths.yaml': paths.slice(1),
        ...schemas,
      }),
    ),
  )
  const components = document.components as { schemas: Record<string, SchemaNode> }
  return checkExamples({ document, schemas: components.schemas, operations: [], basePath: '' })
}

const Part = 'type: object\nproperties: { id: { type: integer }, kind: { type: string, enum: [a, b] } }'
const Thing = `
allOf:
  - { $ref: Part.yaml }
  - type: object
    properties:
      parts: { type: [array, "null"], items: { $ref: Part.yaml } }
      count: { type: integer }
x-rules:
  - { count: /parts/*, equals: /count }`
const schemas = { 'Thing.yaml': Thing, 'Part.yaml': Part }

test.each([
  'example: { id: 1, kind: a, parts: [{ id: 2 }], count: 1 }',
  'examples: { first: { value: { id: 1 } }, second: { value: { parts: null } } }',
])('accepts %s', example => {
  expect(problemsOf(schemas, example)).toEqual([])
})

test.each([
  ['example: { id: one }', 'openapi/paths.yaml:8', 'At /id an integer is promised'],
  [
    'example:\n              id: 1\n              parts:\n                - { id: 1 }\n                - { id: 2, colour: red }',
    'openapi/paths.yaml:12',
    'At /parts/*/colour a string came that the contract does not know',
  ],
  [
    'example: { parts: [{ kind: c }] }',
    'openapi/paths.yaml:8',
    'At /parts/*/kind one of "a", "b" is promised',
  ],
  [
    'examples: { first: { value: { id: 1 } }, second: { value: { ids: 1 } } }',
    'openapi/paths.yaml:8',
    'At /id',
  ],
  ['example: { parts: [{ id: 2 }], count: 2 }', 'openapi/paths.yaml:8', 'the number of /parts/* is 1'],
])('%s is told with file and line', (example, place, what) => {
  const problems = problemsOf(schemas, example)
  expect(problems).toHaveLength(1)
  expect(problems[0]).toContain(`${place} has an example that its schema does not allow. `)
  expect(problems[0]).toContain(what)
})

test('examples of schemas are checked too, wherever they are', () => {
  const withExample = { ...schemas, 'Part.yaml': `${Part.replace('integer', 'integer, example: one')}` }
  expect(problemsOf(withExample, 'example: {}').join()).toContain('openapi/Part.yaml:2 has an example')
})

test('an unknown property is told at each item that has it', () => {
  const example =
    'example:\n              parts:\n                - { colour: red }\n                - { colour: red }'
  expect(problemsOf(schemas, example)).toEqual([
    expect.stringMatching(/^openapi\/paths\.yaml:10 /),
    expect.stringMatching(/^openapi\/paths\.yaml:11 /),
  ])
})

import { expect, it } from 'vitest'
import type { SchemaNode } from '../../packages/contract/schema-node'
import { findUndeclared } from './undeclared'

const integer = { type: 'integer' } as const
const schemas: Record<string, SchemaNode> = {
  Summary: { type: 'object', properties: { id: integer } },
  Thing: {
    allOf: [
      { $ref: '#/components/schemas/Summary' },
      {
        type: 'object',
        properties: {
          parts: { type: ['array', 'null'], items: { $ref: '#/components/schemas/Summary' } },
          next: { anyOf: [{ $ref: '#/components/schemas/Thing' }, { type: 'null' }] },
          counts: { type: 'object', additionalProperties: { $ref: '#/components/schemas/Summary' } },
          anything: { type: 'object' },
        },
      },
    ],
  },
}
const node = { $ref: '#/components/schemas/Thing' }

it.each([
  {},
  { id: 1, parts: null, next: { id: 2, next: null } },
  { parts: [{ id: 1 }, {}], counts: { some: { id: 1 } }, anything: { colour: { deep: [{ x: 1 }] } } },
])('finds nothing in %j', value => {
  expect(findUndeclared(node, value, schemas)).toBeUndefined()
})

it.each([
  [{ ids: 1 }, '/ids'],
  [{ next: { next: { colour: 'red' } } }, '/next/next/colour'],
  [{ parts: [{ id: 1 }, { id: 2, parts: [] }] }, '/parts/1/parts'],
  [{ counts: { some: { count: 1 } } }, '/counts/some/count'],
])('in %j finds %s', (value, pointer) => {
  expect(findUndeclared(node, value, schemas)).toBe(pointer)
})

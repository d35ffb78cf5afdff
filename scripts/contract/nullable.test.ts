import { expect, test } from 'vitest'
import { loadContract } from '../lib/load-contract'
import { isNullable, withoutNull } from '../lib/nullable'
import type { SchemaNode } from '../lib/schema-node'

const { operations, schemas } = loadContract('openapi')

/** Every optional property of a schema and its inline schemas. */
function optionalIn(node: SchemaNode, at: string): [name: string, node: SchemaNode][] {
  const own = Object.entries(node.properties ?? {})
  const parts = [
    ...(node.allOf ?? []),
    ...(node.anyOf ?? []),
    ...(node.oneOf ?? []),
    ...(node.items ? [node.items] : []),
  ]
  return [
    ...own.flatMap(([name, child]): [string, SchemaNode][] =>
      node.required?.includes(name) ? [] : [[`${at} ${name}`, child]],
    ),
    ...own.flatMap(([name, child]) => optionalIn(child, `${at} ${name}`)),
    ...parts.flatMap(part => optionalIn(part, at)),
  ]
}

test('an optional response field may be null, since frameworks send unset fields as null', () => {
  const inline = operations.flatMap(({ operationId, responses }) =>
    responses.flatMap(({ status, schema }) => (schema ? optionalIn(schema, `${operationId} ${status}`) : [])),
  )
  const named = Object.entries(schemas).flatMap(([name, node]) => optionalIn(node, name))
  expect(named.length).toBeGreaterThan(40)
  expect([...inline, ...named].filter(([, node]) => !isNullable(node)).map(([name]) => name)).toEqual([])
})

test.each<[SchemaNode, SchemaNode]>([
  [{ type: ['string', 'null'] }, { type: 'string' }],
  [{ type: ['string', 'integer', 'null'] }, { type: ['string', 'integer'] }],
  [
    { type: ['string', 'null'], enum: ['a', null] },
    { type: 'string', enum: ['a'] },
  ],
  [
    { anyOf: [{ $ref: '#/components/schemas/Exam' }, { type: 'null' }] },
    { anyOf: [{ $ref: '#/components/schemas/Exam' }] },
  ],
  [{ type: 'string' }, { type: 'string' }],
])('removes null from %j: %j', (node, expected) => {
  expect(withoutNull(node)).toEqual(expected)
})

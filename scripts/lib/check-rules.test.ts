import { expect, it } from 'vitest'
import { checkRules } from './check-rules'

const schemas = {
  Item: { type: 'object', properties: { id: { type: 'integer' } } },
  List: { anyOf: [{ type: 'array', items: { $ref: '#/components/schemas/Item' } }, { type: 'null' }] },
}
const node = {
  type: 'object',
  properties: { list: { $ref: '#/components/schemas/List' }, all: { type: 'integer' } },
}

it.each([
  [{ unique: '/list/*/id' }],
  [{ each: '/list/*', present: '/id', when: { '/id': 1 } }],
  [{ count: ['/list/*'], equals: '/all', 'x-assumed': true }],
  [{ echoes: ['/all', 'query all'] }],
])('accepts %j', rule => {
  expect(checkRules({ ...node, 'x-rules': [rule] }, schemas, 'S')).toEqual([])
})

it.each([
  [{ unique: '/list/id' }, 'S has a rule for /list/id, which its schema does not have; correct the pointer.'],
  [{ count: '/list/*', equals: '/al' }, 'S has a rule for /al, which'],
  [{ unique: '/all', present: '/all' }, 'name exactly one of unique, '],
  [{ uniq: '/all' }, 'name exactly one of unique, '],
])('rejects %j', (rule, words) => {
  expect(checkRules({ allOf: [{ ...node, 'x-rules': [rule] }] }, schemas, 'S').join()).toContain(words)
})

it('rejects an unknown reader', () => {
  const secret = { type: 'string', 'x-reader': ['owner', 'teacher'] }
  expect(checkRules({ type: 'object', properties: { secret } }, {}, 'S')).toEqual([
    'S has x-reader: teacher; use admin, owner, member, visitor.',
  ])
})

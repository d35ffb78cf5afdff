import { expect, it } from 'vitest'
import { checkRules } from './check-rules'

const schemas = {
  Item: {
    type: 'object',
    properties: {
      id: { type: 'integer' },
      rank: { type: 'integer' },
      kind: { type: 'string', enum: ['a', 'b'] },
    },
  },
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
  [{ ranks: { rows: '/list/*', by: 'id', equal: ['kind'] } }],
  [{ never: { '/list/*/kind': ['a', 'b'] }, when: { '/all': 5 } }],
  [{ 'same-as': { operation: 'x', item: '/*', by: 'all', fields: ['list'] } }],
])('accepts %j', rule => {
  expect(checkRules({ ...node, 'x-rules': [rule] }, schemas, 'S')).toEqual([])
})

it.each([
  [{ unique: '/list/id' }, 'S has a rule for /list/id, which its schema does not have; correct the name.'],
  [{ count: '/list/*', equals: '/al' }, 'S has a rule for /al, which'],
  [{ unique: '/all', present: '/all' }, 'name exactly one of unique, '],
  [{ uniq: '/all' }, 'name exactly one of unique, '],
  [{ ranks: { rows: '/list/*', by: 'points', equal: ['id'] } }, 'S has a rule for /list/*/points, which'],
  [{ ranks: { rows: '/list/*', by: 'id', equal: ['ids'] } }, 'S has a rule for /list/*/ids, which'],
  [
    { last: { lists: '/list/*', of: '/id', rows: '/list/*', key: 'rank', field: 'ids' } },
    'S has a rule for /list/*/ids, which',
  ],
  [
    { 'same-as': { operation: 'x', item: '/*', by: 'all', fields: ['lists'] } },
    'S has a rule for /lists, which its schema does not have',
  ],
  [
    { 'same-as': { operation: 'x', item: '/*', by: 'all', within: { '/id': '/group' }, fields: [] } },
    'S has a rule for /group, which its schema does not have',
  ],
  [
    { each: '/list/*', present: '/id', when: { '/kind': ['a', 'c'] } },
    'S has a rule for /kind: c, which is none',
  ],
  [{ readers: ['admin', 'teacher'], when: { '/all': 1 } }, 'S names the reader teacher; use admin, '],
])('rejects %j', (rule, words) => {
  expect(checkRules({ allOf: [{ ...node, 'x-rules': [rule] }] }, schemas, 'S').join()).toContain(words)
})

it('rejects an unknown reader', () => {
  const secret = { type: 'string', 'x-reader': ['owner', 'teacher'] }
  expect(checkRules({ type: 'object', properties: { secret } }, {}, 'S')).toEqual([
    'S names the reader teacher; use admin, owner, member, visitor.',
  ])
})

it('rejects an assumed value that the enum lacks', () => {
  const state = { type: 'string', enum: ['on', 'off'], 'x-assumed-values': ['on', 'of'] }
  expect(checkRules({ type: 'object', properties: { state } }, {}, 'S')).toEqual([
    'S has x-assumed-values with "of", which its enum does not have; correct it.',
  ])
})

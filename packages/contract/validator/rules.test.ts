import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { loadContract } from '../load-contract'
import type { Rule } from './check-rule'
import type { Expectation } from './exchange'
import { findBrokenRules } from './rules'
import { validateExchange } from './validate-exchange'

const brokenBy = (rule: Rule, value: unknown) =>
  findBrokenRules({ 'x-rules': [rule] }, value, {}).map(({ pointer }) => pointer)

const board = (rows: readonly (readonly [rank: number, points: number])[]) => ({
  rows: rows.map(([rank, points]) => ({ rank, points, solved: points })),
})
const ranks: Rule = { ranks: { rows: '/rows/*', by: 'points', equal: ['points', 'solved'] } }

describe('a rule between values', () => {
  it('says which rule is broken and how, the worst first, so that a baseline accepts nothing else', () => {
    const ways = (rule: Rule, value: unknown) =>
      findBrokenRules({ 'x-rules': [rule] }, value, {}).map(({ came }) => came.split(' ').at(-1))
    const split = [
      [1, 9],
      [2, 9],
      [3, 5],
    ] as const
    expect(ways(ranks, board(split))).toEqual(['equal'])
    expect(ways(ranks, board([...split, [4, 7]]))).toEqual(['order'])
    expect(ways(ranks, board([[2, 9]]))).toEqual(['first'])
    const total: Rule = { sum: '/parts/*', equals: '/total' }
    expect(ways(total, { parts: [2, '1'], total: 3 })).toEqual([])
    expect([3, 1].flatMap(whole => ways(total, { parts: [2], total: whole }))).toEqual(['more', 'less'])
    expect(
      findBrokenRules(
        { 'x-rules': [ranks, { ascending: '/rows/*/rank' }] },
        board([
          [2, 5],
          [1, 3],
        ]),
        {},
      ).map(({ came }) => came.split(' ')[0]),
    ).toEqual(['ranks', 'ascending'])
  })

  it.each<[Rule, valid: unknown, broken: unknown, pointer: string]>([
    [{ unique: '/*/id' }, [{ id: 1 }, { id: null }, {}, { id: 2 }], [{ id: 1 }, { id: 1 }], '/*/id'],
    [{ ascending: '/*' }, [1, 1, 3], [1, 3, 2], '/*'],
    [
      { ascending: '/*' },
      ['2026-01-01T10:00:00+03:00', '2026-01-01T08:00:00Z'],
      ['2026-01-01T08:00:00Z', '2026-01-01T10:00:00+03:00'],
      '/*',
    ],
    [{ descending: '/*' }, [3, 1], [1, 3], '/*'],
    [
      ranks,
      board([
        [1, 9],
        [1, 9],
        [3, 5],
      ]),
      board([
        [1, 9],
        [2, 9],
      ]),
      '/rows/*/rank',
    ],
    [
      ranks,
      board([
        [1, 9],
        [2, 5],
      ]),
      board([
        [2, 9],
        [3, 5],
      ]),
      '/rows/*/rank',
    ],
    [
      ranks,
      board([
        [1, 9],
        [2, 5],
      ]),
      board([
        [1, 5],
        [2, 9],
      ]),
      '/rows/*/rank',
    ],
    [{ sum: '/list/*', equals: '/all' }, { list: [1, 2], all: 3 }, { list: [1, 2], all: 4 }, '/all'],
    [{ sum: '/list/*', equals: '/all' }, { list: null, all: 3 }, { list: [], all: 3 }, '/all'],
    [{ sum: ['/a', '/b'], 'at-most': '/c' }, { a: 1, c: 0 }, { a: 1, b: 2, c: 2 }, '/c'],
    [{ count: '/list/*', equals: '/all' }, { list: [{}, {}], all: 2 }, { list: [{}], all: 2 }, '/all'],
    [{ count: '/list/*', equals: '/all', 'up-to': 1 }, { list: [], all: 2 }, { list: [], all: 1 }, '/all'],
    [
      { count: '/list/*', equals: '/all', unless: { '/kind': ['a', 'b'] } },
      { kind: 'b', list: [], all: 2 },
      { kind: 'c', list: [], all: 2 },
      '/all',
    ],
    [
      { moments: ['/a', '/b', '/c'] },
      { a: '2026-01-01T00:00:00Z', c: '2026-01-01T00:00:00Z' },
      { a: '2026-01-02T00:00:00Z', c: '2026-01-01T00:00:00Z' },
      '/c',
    ],
    [
      { each: '/*', hours: { value: '/h', start: '/a', end: '/b' } },
      [{ h: 1.5, a: '2026-01-01T00:00:00Z', b: '2026-01-01T04:30:00+03:00' }],
      [{ h: 2, a: '2026-01-01T00:00:00Z', b: '2026-01-01T04:30:00+03:00' }],
      '/*/b',
    ],
    [{ subset: ['/some/*', '/all/*'] }, { some: [1], all: [1, 2] }, { some: [3], all: [1, 2] }, '/some/*'],
    [{ union: ['/all', '/parts/*'] }, { all: 3, parts: [2, 2] }, { all: 5, parts: [2, 2] }, '/all'],
    [
      { last: { lists: '/curves/*', of: '/points/*', rows: '/rows/*', key: 'id', field: 'all' } },
      { curves: [{ id: 1, points: [1, 2] }], rows: [{ id: 1, all: 2 }] },
      { curves: [{ id: 1, points: [1, 2] }], rows: [{ id: 1, all: 1 }] },
      '/curves/*/points/*',
    ],
    [{ with: '/price', present: '/currency' }, { price: null }, { price: 1, currency: null }, '/currency'],
    [
      { absent: '/url', when: { '/paid': true } },
      { paid: false, url: 'x' },
      { paid: true, url: 'x' },
      '/url',
    ],
    [{ never: { '/*/hidden': true } }, [{ hidden: false }], [{ hidden: true }], '/*/hidden'],
  ])('%j', (rule, valid, broken, pointer) => {
    expect(brokenBy(rule, valid)).toEqual([])
    expect(brokenBy(rule, broken)).toEqual([pointer])
  })

  it.each<[Rule, value: unknown]>([
    [{ subset: ['/some/*', '/all/*'] }, { some: [1] }],
    [{ subset: ['/some/*', '/all/*/id'] }, { some: [1], all: null }],
    [{ union: ['/all', '/parts/*'] }, { all: 3 }],
    [{ union: ['/all', '/parts/*'] }, { parts: [1] }],
    [{ sum: '/list/*', equals: '/all' }, { list: [1] }],
    [{ sum: '/list/*', equals: '/all' }, { all: 1 }],
    [{ count: '/list/*', 'at-most': '/all' }, { list: [1, 2] }],
    [
      { count: '/list/*/parts/*', equals: '/all' },
      { list: [{ parts: [1] }, {}], all: 9 },
    ],
    [{ hours: { value: '/h', start: '/a', end: '/b' } }, { h: 2, a: '2026-01-01T00:00:00Z' }],
    [
      { last: { lists: '/curves/*', of: '/points/*', rows: '/rows/*', key: 'id', field: 'all' } },
      { curves: [{ id: 1, points: [1] }] },
    ],
    [
      { last: { lists: '/curves/*', of: '/points/*', rows: '/rows/*', key: 'id', field: 'all' } },
      { curves: [{ id: 1 }], rows: [{ id: 1, all: 2 }] },
    ],
    [ranks, { rows: [{ rank: 1 }, { points: 5 }] }],
    [{ moments: ['/a', '/b'] }, { b: '2026-01-01T00:00:00Z' }],
  ])('%j says nothing about %j, which lacks one side', (rule, value) => {
    expect(brokenBy(rule, value)).toEqual([])
  })

  it('ignores values of another type, which have a violation of their own', () => {
    expect(brokenBy({ sum: '/a', 'at-most': '/b' }, { a: '9', b: 1 })).toEqual([])
    expect(brokenBy({ moments: ['/a', '/b'] }, { a: 'later', b: 3 })).toEqual([])
  })

  it('is found in referenced, merged and nested schemas, once for equal places', () => {
    const schemas = {
      Item: { type: 'object', properties: { of: { type: 'integer' } }, 'x-rules': [{ present: '/of' }] },
      List: { type: 'array', items: { anyOf: [{ $ref: '#/components/schemas/Item' }, { type: 'null' }] } },
    } as const
    const node = {
      allOf: [{ type: 'object', properties: { list: { $ref: '#/components/schemas/List' } } }],
    } as const
    expect(findBrokenRules(node, { list: [{}, null, {}, { of: 1 }] }, schemas)).toMatchObject([
      { pointer: '/list/*/of', witness: 'absent' },
    ])
  })
})

describe('a rule of the contract', () => {
  const contract = loadContract(fileURLToPath(new URL('../../../openapi', import.meta.url)))
  const found = (
    call: string,
    body: unknown,
    expectation: Expectation = { outcomes: [{ status: 200 }] },
    sent?: unknown,
  ) => {
    const [method = '', path] = call.split(' ')
    const encode = (json: unknown) => new TextEncoder().encode(JSON.stringify(json))
    const headers = [
      ['content-type', 'application/json'],
      ['date', 'Mon, 05 Oct 2026 16:00:00 GMT'],
    ] as const
    const request = { method, url: `http://localhost/api${path}`, headers: [], body: encode(sent) }
    return validateExchange(
      contract,
      { request, response: { status: 200, headers, body: encode(body) } },
      expectation,
    ).map(({ driftId, place, isAssumed }) => `${driftId} ${place}${isAssumed ? ' assumed' : ''}`)
  }

  it.each([
    ['GET /groups/5', { id: 6, hide_leaderboard: true }, 'DR12 answer 200 /id'],
    [
      'POST /groups/payment/order_status/extended?attempt_id=1',
      { id: 2, status: 'payed' },
      'DR12 answer 200 /id',
    ],
    [
      'GET /status?task_id=1&group_id=1',
      { status: 'ready', expires_at: '2026-10-05T15:00:00Z' },
      'DR63 answer 200 /expires_at',
    ],
    ['GET /groups', [1, 1].map(id => ({ id, hide_leaderboard: true })), 'DR63 answer 200 /*/id'],
  ])('%s', (call, body, drift) => {
    expect(found(call, body)).toEqual([drift])
  })

  it('compares the verdicts with the flags of the request', () => {
    const results = ['b', 'a'].map(flag => ({ flag, verdict: 'incorrect' }))
    const call = 'POST /pass_flag?group_id=1&task_id=1'
    expect(found(call, { results }, undefined, { flags: ['a', 'b'] })).toEqual([
      'DR12 answer 200 /results/*/flag assumed',
    ])
    expect(found(call, { results }, undefined, { flags: ['b', 'a'] })).toEqual([])
  })

  it('keeps hidden tasks and private profiles for their readers', () => {
    const task = { id: 1, difficulty: 'easy', points: 1, important: true, status: 'hidden', visible: false }
    const as = (...reader: NonNullable<Expectation['reader']>): Expectation => ({
      outcomes: [{ status: 200 }],
      reader,
    })
    expect(found('GET /groups/1/tasks/1', task, as('member'))).toEqual(['DR35 answer 200'])
    expect(found('GET /groups/1/tasks/1', task, as('member', 'admin'))).toEqual([])
    expect(found('GET /groups/1/tasks/1', task)).toEqual([])
    expect(found('GET /user/competencies?user_id=2', { is_public: false }, as('member'))).toEqual([
      'DR35 answer 200 assumed',
    ])
  })

  it('takes a moment for past that is not far beyond the Date, which some servers keep for a whole connection', () => {
    const now = Date.parse('2026-03-01T12:00:00Z')
    const node = { type: 'object', 'x-rules': [{ past: '/at' }] } as const
    const broken = (at: string) =>
      findBrokenRules(node, { at }, {}, { sent: () => [], now, readers: undefined })
    expect(broken('2026-03-01T14:20:00+02:00')).toEqual([])
    expect(broken('2026-03-01T14:20:00Z')).toMatchObject([
      { pointer: '/at', witness: '2026-03-01T14:20:00Z' },
    ])
  })

  it('compares the first item of a list', () => {
    const node = { type: 'object', 'x-rules': [{ first: ['/prices/*', '/next'] }] } as const
    expect(findBrokenRules(node, { prices: [5, 9], next: 5 }, {})).toEqual([])
    expect(findBrokenRules(node, { prices: [], next: 5 }, {})).toEqual([])
    expect(findBrokenRules(node, { prices: [9, 5], next: 5 }, {})).toHaveLength(1)
  })
})

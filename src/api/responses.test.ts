import { describe, expect, it, test } from 'vitest'
import { sampleResponse, samplers } from '../../mocks/samplers.gen'
import { readSteps } from '../features/leaderboard/chart-data'
import { getDisplayName, hasVisibleText } from './display-name'
import { ApiError, getRunningLab, storeRunningLab } from './errors'
import { parseLeaderboard, reuseUnchangedRows } from './leaderboard-response'
import { completeGroup, completeGroups, completeStatuses, completeTask } from './responses'
import { unwrap, withoutNulls } from './unwrap'

describe('responses', () => {
  describe('a group', () => {
    test('gets its id from the URL and a name from the id', () => {
      expect(completeGroup({ hide_leaderboard: false }, 5)).toMatchObject({
        id: 5,
        name: '#5',
        categories: [],
      })
    })

    test.each([
      [{ is_exam: true }, true],
      [{ is_exam: false, exam: { hours: 24 } }, false],
      [{ exam: { hours: 24 } }, true],
      [{ attempts: [{ id: 1, status: 'need_pay' }] }, true],
      // Neither says: the exam's tab is offered, and the server decides.
      [{ attempts: [] }, undefined],
      [{ attempts: [], categories: [{ tasks: [] }] }, false],
      [{}, false],
    ])('%j is an exam: %j', (answer, isExam) => {
      expect(completeGroup(answer, 1).is_exam).toBe(isExam)
    })

    test.each([
      [{ is_admin: true }, true],
      [{ is_admin: false, invite_code: 'A' }, false],
      [{ invite_code: 'A' }, true],
      [{ categories: [{ tasks: [{ visible: false }] }] }, true],
      [{ categories: [{ tasks: [{ status: 'hidden' }] }] }, true],
      [{ categories: [{ tasks: [{ visible: true }] }] }, false],
      [{}, false],
    ])('%j is administered by the user: %j', (answer, isAdmin) => {
      expect(completeGroup(answer, 1).is_admin).toBe(isAdmin)
    })

    test('without an id gets a unique negative one', () => {
      expect(completeGroups([{}, { id: 3 }, {}]).map(({ id }) => id)).toEqual([-1, 3, -3])
      expect(completeGroup({ categories: [{ tasks: [{}, {}] }] }, 1).categories[0]?.tasks).toMatchObject([
        { id: -1, title: '#1', visible: true },
        { id: -2, title: '#2', visible: true },
      ])
    })
  })

  test('the list of groups keeps what it can read of places and categories', () => {
    const categories = [
      { name: 'Веб', tasks_total: 5, tasks_solved: 2 },
      { name: 'Сети' },
      { tasks_total: 1 },
      7,
    ]
    const [known, drifted, bare] = completeGroups([
      { id: 1, rank: 2, ranked_total: 9, categories },
      { id: 2, rank: 'first', categories: 'none' },
      { id: 3 },
    ])
    expect(known).toMatchObject({ rank: 2, ranked_total: 9, categories: categories.slice(0, 2) })
    for (const group of [drifted, bare])
      for (const field of ['rank', 'ranked_total', 'categories']) expect(group).not.toHaveProperty(field)
  })

  test('a task gets its ids from the URL, and nothing else that the response leaves out', () => {
    expect(completeTask({}, 1, 101)).toEqual({
      group_id: 1,
      id: 101,
      title: '#101',
      points: 0,
      visible: true,
      flags: [],
      attachments: [],
    })
    expect(completeTask({ flags: [{}, {}] }, 1, 101).flags_total).toBe(2)
    expect(completeTask({ flags: [{}], flags_total: 0 }, 1, 101).flags_total).toBe(0)
  })

  test('N02 points that are no number are 0, and a description that is no text is absent', () => {
    expect(completeTask({ points: 'many' }, 1, 101).points).toBe(0)
    expect(completeGroups([{ id: 3, description: 7 }])[0]?.description).toBeUndefined()
  })

  test('drops statuses without a task, and detects solved ones', () => {
    expect(completeStatuses({ 101: true })).toEqual([])
    expect(completeStatuses([null, 7, { solved: true }])).toEqual([])
    expect(completeStatuses([{ id: 101, status: 'solved' }])).toMatchObject([{ task_id: 101, solved: true }])
    expect(completeStatuses([{ task_id: 101, solved_at: '2026-10-02T18:41:07Z' }])).toMatchObject([
      { solved: true },
    ])
    expect(completeStatuses([{ task_id: 101 }])).toEqual([{ task_id: 101 }])
  })

  it('treats null fields as absent, at any depth', () => {
    const body = { a: null, b: [{ c: null, d: 0 }, null, 'text'], e: { f: { g: null } }, h: false, i: '' }
    expect(withoutNulls(body)).toStrictEqual({ b: [{ d: 0 }, null, 'text'], e: { f: {} }, h: false, i: '' })
  })

  it('X15 removes a null key such as __proto__ without touching the prototype', () => {
    const body = withoutNulls(JSON.parse('{"__proto__":{"a":1},"constructor":null,"b":[{"__proto__":null}]}'))
    expect(JSON.stringify(body)).toBe('{"__proto__":{"a":1},"b":[{}]}')
    expect(Object.getPrototypeOf(body)).toBe(Object.prototype)
  })

  const pointers = (value: unknown, path: readonly (string | number)[] = []): (string | number)[][] => {
    if (Array.isArray(value)) return pointers(value[0], [...path, 0])
    if (typeof value !== 'object' || value === null) return []
    return Object.entries(value).flatMap(([key, child]) => [
      [...path, key],
      ...pointers(child, [...path, key]),
    ])
  }
  type Values = Record<string | number, unknown>
  /** A copy whose value at the pointer is null or missing. */
  const change = (body: unknown, pointer: readonly (string | number)[], how: 'null' | 'missing') => {
    const copy = structuredClone(body)
    const owner = pointer.slice(0, -1).reduce((at, key) => at[key] as Values, copy as Values)
    const key = pointer.at(-1) ?? ''
    if (how === 'null') owner[key] = null
    else delete owner[key]
    return withoutNulls(copy)
  }

  const answers = {
    completeGroups: [[samplers.GroupSummary(1, { optional: 1 })], completeGroups],
    completeGroup: [
      sampleResponse('getGroup', 200, 2, { optional: 1 }),
      (answer: unknown) => completeGroup(answer, 5),
    ],
    completeTask: [
      sampleResponse('getTask', 200, 3, { optional: 1 }),
      (answer: unknown) => completeTask(answer, 1, 101),
    ],
    completeStatuses: [[samplers.TaskStatus(4, { optional: 1 })], completeStatuses],
    parseLeaderboard: [sampleResponse('getLeaderboard', 200, 5, { optional: 1 }), parseLeaderboard],
  } satisfies Record<string, [unknown, (answer: unknown) => unknown]>

  it.each(Object.entries(answers))(
    '%s reads null in each field like a missing field',
    (_, [body, complete]) => {
      const all = pointers(body)
      expect(all.length).toBeGreaterThan(4)
      for (const pointer of all) {
        const given = complete(change(body, pointer, 'null'))
        expect(given, pointer.join('/')).toStrictEqual(complete(change(body, pointer, 'missing')))
      }
    },
  )

  it('a time of solving counts beside a null for solved', () => {
    const status = { task_id: 7, solved: null, solved_at: '2026-10-02T18:41:07Z' }
    expect(completeStatuses(withoutNulls([status]))).toMatchObject([{ task_id: 7, solved: true }])
  })

  it.each([null, [null, 1], 'text', 5, undefined])('keeps %j', body => {
    expect(withoutNulls(structuredClone(body))).toStrictEqual(body)
  })

  it('X05 handles extremely nested bodies', () => {
    const body = JSON.parse(`${'{"a":'.repeat(50_000)}null${'}'.repeat(50_000)}`)
    expect(withoutNulls(body)).toBe(body)
  })

  it('is applied to the data of every call', async () => {
    const answer = { data: { name: 'Group', description: null }, response: new Response() }
    expect((await unwrap(answer)).description).toBeUndefined()
  })

  const row = (user_id: number, more: object = {}) => ({
    user_id,
    rank: user_id,
    username: `user_${user_id}`,
    points: 100 - user_id,
    solved: 1,
    last_solved_at: '2026-10-02T10:00:00Z',
    ...more,
  })
  const answer = (...rows: unknown[]) => ({ group_id: 1, updated_at: '2026-10-02T10:00:00Z', rows })
  const read = (...rows: unknown[]) => parseLeaderboard(answer(...rows)) ?? { rows: [] }

  describe('not a leaderboard', () => {
    test.each([null, undefined, '', 'text', 7, [], {}, { rows: null }, { rows: {} }])('N05 %j', body =>
      expect(parseLeaderboard(body)).toBeNull(),
    )
    test('accepts an empty one', () => expect(parseLeaderboard(answer())?.rows).toEqual([]))
    test('accepts a plain list of rows', () => expect(parseLeaderboard([row(1)])?.rows).toHaveLength(1))
  })

  describe('malformed rows', () => {
    test('drops items that are not rows', () => {
      expect(read(null, row(1), 'x', 7, row(2)).rows.map(one => one.user_id)).toEqual([1, 2])
    })

    test('parses numbers in strings; invalid ones come last', () => {
      const { rows } = read(
        row(1, { rank: 'seven' }),
        row(2, { rank: '2', points: '50' }),
        row(3, { rank: null }),
      )
      expect(rows.map(({ user_id, rank, points }) => [user_id, rank, points])).toEqual([
        [2, 2, 50],
        [1, Number.NaN, 99],
        [3, Number.NaN, 97],
      ])
    })

    test('every row gets a unique id', () => {
      const ids = read(row(1), row(1, { rank: 2 }), row(3, { user_id: 'x' })).rows.map(one => one.user_id)
      expect(ids[0]).toBe(1)
      expect(new Set(ids).size).toBe(3)
    })

    test.each([
      ['nothing', {}],
      ['spaces', { username: ' \u00a0 ' }],
      ['marks of direction', { username: '\u202e\u200f' }],
      ['letters without a body', { username: '\u3164\u115f' }],
      ['a list', { username: [] }],
    ])('X04 a user whose names are %s is shown by id', (_, names) => {
      const { username: _name, ...rest } = row(7)
      expect(read({ ...rest, ...names }).rows[0]?.username).toBe('#7')
    })

    test('X04 keeps lookalikes, other directions and 300 characters, sorted by rank', () => {
      const names = ['Аdmin', 'admin', '\u202eadmin', 'أحمد', 'x'.repeat(300)]
      const { rows } = read(...names.map((username, at) => row(at + 1, { username })))
      expect(rows.map(one => one.username)).toEqual(names)
    })
  })

  describe('a refetch', () => {
    const before = parseLeaderboard(answer(row(1), row(2), row(3)))
    const share = (...rows: unknown[]) => {
      const fresh = parseLeaderboard(answer(...rows))
      if (!before || !fresh) throw new Error('no board')
      return { before, after: reuseUnchangedRows(before, fresh) }
    }

    test('without changes keeps the object', () => {
      const { before, after } = share(row(1), row(2), row(3))
      expect(after).toBe(before)
    })

    test('that moves and changes rows keeps the others', () => {
      const { before, after } = share(row(1), row(3, { rank: 2 }), row(2, { rank: 3 }), row(4))
      expect(after.rows[0]).toBe(before.rows[0])
      expect(after.rows.map(({ user_id, rank }) => [user_id, rank])).toEqual([
        [1, 1],
        [3, 2],
        [2, 3],
        [4, 4],
      ])
    })
  })

  test('parses series whose numbers are strings', () => {
    const points = [{ at: '2026-10-02T10:00:00Z', points: '10' }]
    const board = parseLeaderboard({ ...answer(row(1)), series: [{ user_id: '1', points }] })
    expect(board?.series?.map(({ user_id }) => user_id)).toEqual([1])
    expect(readSteps(board?.series?.[0]?.points ?? []).map(({ value }) => value)).toEqual([10])
  })
})

describe('running lab', () => {
  const read = (body: unknown) => {
    const error = new ApiError({ kind: 'http', operation: 'startLab', status: 409 })
    storeRunningLab(error, body)
    return getRunningLab(error)
  }
  const lab = { group_id: 1, task_id: 101, title: 'SQL injection' }

  test('returns the running lab of a rejected start and ignores other fields', () => {
    expect(read({ running: { ...lab, secret: 'x' } })).toEqual(lab)
    expect(read({ running: { ...lab, title: 'x'.repeat(201) } })?.title).toBe('x'.repeat(200))
  })

  test.each([
    null,
    undefined,
    'running',
    7,
    {},
    { running: null },
    { running: 'SQL injection' },
    { running: {} },
    { running: { ...lab, group_id: 0 } },
    { running: { ...lab, group_id: '1' } },
    { running: { ...lab, task_id: -1 } },
    { running: { ...lab, task_id: 1.5 } },
    { running: { ...lab, title: null } },
    { running: { ...lab, title: { toString: 'x' } } },
  ])('N02 ignores a body of another shape: %j', body => {
    expect(read(body)).toBeNull()
  })

  test('returns null for other errors and values', () => {
    expect(getRunningLab(new Error('x'))).toBeNull()
    expect(getRunningLab(lab)).toBeNull()
    expect(getRunningLab(undefined)).toBeNull()
  })
})

describe('display name', () => {
  test.each([
    ['Анна', 'Ким', 'Анна Ким'],
    ['Ann', 'Lee', 'Ann Lee'],
    [' Ann', '(Lee)', ' Ann (Lee)'],
    ['王', '芳', '王 芳'],
    ['Ann', undefined, 'ann-1'],
    [undefined, 'Lee', 'ann-1'],
    ['', 'Lee', 'ann-1'],
    ['Ann', ' \u00a0', 'ann-1'],
    ['\u200b', 'Lee', 'ann-1'],
    ['\u202e\u2066', 'Lee', 'ann-1'],
    ['Ann', '\u3164', 'ann-1'],
    ['Ann', '\u2800\u2800', 'ann-1'],
  ])('X03 %j and %j: %j', (first_name, last_name, name) => {
    expect(getDisplayName({ username: 'ann-1', first_name, last_name })).toBe(name)
  })

  test('falls back to the username for malformed names', () => {
    const malformed = JSON.parse('{"username":"ann-1","first_name":7,"last_name":{"a":1}}')
    expect(getDisplayName(malformed)).toBe('ann-1')
    expect(getDisplayName({ ...malformed, first_name: 'Ann' })).toBe('ann-1')
  })
})

describe('visible text', () => {
  test.each(['!', '~', '\u0400', '\u0482', '\u0301 a', '\u200bx', '\ud83d\ude00', '\u00e9'])(
    '%j: yes',
    text => expect(hasVisibleText(text)).toBe(true),
  )
  test.each(['', ' ', '\t\n', '\u007f', '\u00ad', '\u115f', '\ufeff\u2060', '\u2800', '\u034f'])(
    '%j: no',
    text => expect(hasVisibleText(text)).toBe(false),
  )
})

test.each<[answer: object, isUnknown: boolean]>([
  [{}, true],
  [{ categories: null }, true],
  [{ categories: [{ id: 1, name: 'Веб' }] }, true],
  [{ categories: [] }, false],
  [{ categories: [{ id: 1, name: 'Веб', tasks: [] }] }, false],
])('whether a group has tasks is unknown from %j: %s', (answer, isUnknown) => {
  expect(completeGroup(answer, 1).hasUnknownTasks === true).toBe(isUnknown)
})

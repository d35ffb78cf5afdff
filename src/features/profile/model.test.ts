import { describe, expect, test } from 'vitest'
import { ApiError } from '../../api/errors'
import { checkPasswordForm, getFailedField, passwordFields, shortEmail } from './account-model'
import {
  getLevel,
  getProfileUnavailableReason,
  getSubtitleName,
  getTitleName,
  parseEvidence,
  parseProfile,
  roundShare,
} from './profile-model'
import { parseSharing } from './profile-sharing'

const competency = (id: number, points: unknown, points_total: unknown = 100, more: object = {}) => ({
  id,
  name: `C${id}`,
  points,
  points_total,
  tasks_solved: 1,
  tasks_total: 4,
  ...more,
})

const profile = (competencies: unknown, more: object = {}) => ({
  user: { id: 7, username: 'x' },
  is_public: false,
  competencies,
  totals: { points: 10, points_total: 100, tasks_solved: 1, tasks_total: 4 },
  ...more,
})

const names = (rows: readonly { name: string | null }[]) => rows.map(({ name }) => name)

describe('order of competencies', () => {
  test('sorts by strength, then points, then server order; the chart has the order of the list', () => {
    const view = parseProfile(
      profile([competency(1, 10), competency(2, 50), competency(3, 100, 200), competency(4, 10)]),
    )
    expect(names(view.competencies)).toEqual(['C3', 'C2', 'C1', 'C4'])
    expect(view.competencies.map(({ number }) => number)).toEqual([1, 2, 3, 4])
    expect(view.axes.map(({ name, number }) => [name, number])).toEqual([
      ['C3', 1],
      ['C2', 2],
      ['C1', 3],
      ['C4', 4],
    ])
  })

  test.each([
    [0, 0, false],
    [2, 0, false],
    [3, 3, false],
    [12, 12, false],
    [13, 12, true],
    [100, 12, true],
  ])(
    'of %i competencies the chart shows %i, and isChartPartial tells if that is not all',
    (count, axes, isPartial) => {
      const view = parseProfile(profile(Array.from({ length: count }, (_, at) => competency(at + 1, at))))
      expect([view.competencies.length, view.axes.length, view.isChartPartial]).toEqual([
        count,
        axes,
        isPartial,
      ])
      if (isPartial) expect(view.axes.at(-1)?.name).toBe(`C${count - 11}`)
    },
  )

  test('unmeasurable competencies are last and have no axis', () => {
    const unmeasured = competency(1, 'seven', 100, { tasks_total: null })
    const view = parseProfile(profile([unmeasured, competency(2, 5), competency(3, 6), competency(4, 7)]))
    expect(names(view.competencies)).toEqual(['C4', 'C3', 'C2', 'C1'])
    expect(names(view.axes)).toEqual(['C4', 'C3', 'C2'])
  })
})

test.each<[string, unknown, unknown, { done: number | null; total: number | null; share: number | null }]>([
  ['numbers', 25, 100, { done: 25, total: 100, share: 0.25 }],
  ['numbers as text', '25', '100', { done: 25, total: 100, share: 0.25 }],
  ['more points than there are', 120, 100, { done: 120, total: 100, share: 1 }],
  ['negative points', -5, 100, { done: null, total: 100, share: null }],
  ['nothing to earn', 0, 0, { done: 0, total: 0, share: null }],
  ['nothing', undefined, null, { done: null, total: null, share: null }],
  ['things', {}, [], { done: null, total: null, share: null }],
])('N02 points: %s', (_, points, total, expected) => {
  const more = { tasks_solved: 1, tasks_total: 2 }
  const [one] = parseProfile(profile([competency(1, points, total, more)])).competencies
  expect(one?.points).toEqual(expected)
  expect(one?.share).toBe(expected.share ?? 0.5)
})

test.each<[string, unknown, 'unknown' | 'empty']>([
  ['null', null, 'unknown'],
  ['a string', 'text', 'unknown'],
  ['a list', [], 'unknown'],
  ['empty', {}, 'unknown'],
  ['values instead of lists', { competencies: 'x', totals: 7, activity: {} }, 'unknown'],
  ['lists of null', { competencies: [null], totals: null, activity: [] }, 'empty'],
  ['invalid competencies', { competencies: [[], 7, 'x'], totals: [] }, 'empty'],
])('N05 a response that is %s is an empty or an unknown profile', (_, answer, shown) => {
  const view = parseProfile(answer)
  expect([view.isUnknown ? 'unknown' : view.isEmpty ? 'empty' : 'shown', view.axes]).toEqual([shown, []])
  expect([getTitleName(answer), getSubtitleName(answer)]).toEqual([null, null])
})

test.each<[string, object, boolean]>([
  ['zeros everywhere', profile([competency(1, 0, 100, { tasks_solved: 0 })], { totals: {} }), true],
  ['points in a competency', profile([competency(1, 5)], { totals: {} }), false],
  ['tasks in a competency', profile([competency(1, 0)], { totals: {} }), false],
  ['evidence alone', profile([{ tasks: [{}] }], { totals: {} }), false],
  ['totals alone', profile(null), false],
  ['activity alone', profile([], { totals: {}, activity: [{ date: '2026-10-05', solved: 1 }] }), false],
])('isEmpty: %s', (_, answer, isEmpty) => {
  expect(parseProfile(answer).isEmpty).toBe(isEmpty)
})

test('M01 parses a hundred competencies without their thousand tasks each', () => {
  const trap = new Proxy(
    {},
    {
      get: () => {
        throw new Error('read')
      },
    },
  )
  const tasks = Array.from({ length: 1000 }, () => trap)
  const view = parseProfile(
    profile(Array.from({ length: 100 }, (_, at) => competency(at, at, 100, { tasks }))),
  )
  expect(view.competencies.reduce((sum, { evidence }) => sum + evidence.length, 0)).toBe(100_000)
})

test.each([
  [0, 0],
  [0.0001, 0.01],
  [0.29, 0.29],
  [0.616, 0.61],
  [0.999, 0.99],
  [1, 1],
])('a share of %f is shown as %f', (share, expected) => {
  expect(roundShare(share)).toBe(expected)
})

describe('evidence', () => {
  const task = {
    id: 103,
    group_id: 1,
    title: 'T',
    category_name: 'Crypto',
    difficulty: 'easy',
    points: 100,
    solved_at: '2026-10-02T18:41:07+03:00',
  }

  test('is parsed', () => {
    expect(parseEvidence(task)).toEqual({
      title: 'T',
      category: 'Crypto',
      link: { groupId: 1, taskId: 103 },
      difficulty: 'easy',
      points: 100,
      solvedAt: Date.parse('2026-10-02T15:41:07Z'),
    })
  })

  test.each<[string, object, object]>([
    ['ids as text', { id: '103', group_id: '1' }, { link: { groupId: 1, taskId: 103 } }],
    ['an id that is a path', { id: '../1' }, { link: null }],
    ['an id that is a thing', { id: { toString: 'x' } }, { link: null }],
    ['no title', { title: '  ' }, { title: null }],
    ['no category', { category_name: null }, { category: null }],
    ['no difficulty', { difficulty: null }, { difficulty: '' }],
    ['a difficulty of tomorrow', { difficulty: 'insane' }, { difficulty: 'insane' }],
    ['broken points', { points: -1 }, { points: null }],
    ['a broken date', { solved_at: 'yesterday' }, { solvedAt: null }],
  ])('N02 %s', (_, change, expected) => {
    expect(parseEvidence({ ...task, ...change })).toMatchObject(expected)
  })

  test.each([null, undefined, 7, 'x', []])('N02 %j is parsed as an unknown task', value => {
    expect(parseEvidence(value)).toEqual({
      title: null,
      category: null,
      link: null,
      difficulty: '',
      points: null,
      solvedAt: null,
    })
  })
})

test.each<[number | null, number, string]>([
  [0, 0, 'none'],
  [null, 0, 'none'],
  [0, 1, 'started'],
  [0.24, 1, 'started'],
  [0.25, 1, 'basics'],
  [0.5, 1, 'practice'],
  [0.99, 1, 'confident'],
  [1, 1, 'complete'],
])('a share of %j with %i solved tasks is the level %s', (share, done, level) => {
  const unknown = { done: null, total: null, share: null }
  const tasks = { ...unknown, done }
  expect(getLevel({ number: 1, name: 'C', points: unknown, tasks, share, evidence: [] })).toBe(level)
})

describe('name in the title', () => {
  const getNames = (user: unknown) => [getTitleName({ user }), getSubtitleName({ user })]

  test.each<[unknown, string | null, string | null]>([
    [{ username: 'lis', first_name: 'Ирина', last_name: 'Лис' }, 'Ирина Лис', 'lis'],
    [{ username: 'lis', first_name: 'Ирина' }, 'lis', null],
    [{ username: 7, first_name: 'Ирина', last_name: 'Лис' }, 'Ирина Лис', null],
    [{ username: 7 }, null, null],
    ['lis', null, null],
  ])('of %j', (user, title, subtitle) => {
    expect(getNames(user)).toEqual([title, subtitle])
  })

  test('X04 is truncated and bidi-isolated', () => {
    const [title] = getNames({ username: 'ש🙂'.repeat(150) })
    expect([...(title ?? '')]).toHaveLength(82)
    expect(title).toMatch(/^\u2068ש🙂.*…\u2069$/u)
  })
})

test.each<[number | undefined, string | undefined, string | null]>([
  [403, 'profile is private', 'private'],
  [404, 'user not exists', 'unknown'],
  [403, undefined, null],
  [404, undefined, null],
  [500, 'user not exists', null],
  [undefined, undefined, null],
])('an error with %s %s is %s', (status, detail, reason) => {
  const kind = status === undefined ? 'network' : 'http'
  const error = new ApiError({ kind, operation: '', status, detail: detail as ApiError['detail'] })
  expect(getProfileUnavailableReason(error)).toBe(reason)
})

const token = 'k3Vd9sQ2mZ7xT1aB'

test.each<[is_public: unknown, share_link: unknown, isPublic: boolean | null, token: string | null]>([
  [true, token, true, token],
  [false, undefined, false, null],
  // Unclear values count as public.
  [false, token, true, token],
  [undefined, token, true, token],
  ['no', undefined, true, null],
  [undefined, undefined, null, null],
  [null, null, null, null],
  [true, undefined, true, null],
  [true, 7, true, null],
  [true, '', true, null],
  [true, 'javascript:alert(1)', true, null],
  [true, 'https://e.x/profile/k3Vd9sQ2mZ7xT1aB', true, null],
  [true, '//e.x', true, null],
  [true, '../groups', true, null],
  [true, '..', true, null],
  [true, '%2e%2e', true, null],
  [true, `${token}\n`, true, null],
  [true, '__proto__', true, null],
  [true, 'x'.repeat(129), true, null],
])('a profile with is_public %j and the link %j', (is_public, share_link, isPublic, found) => {
  const raw = { is_public, share_link } as unknown as Parameters<typeof parseSharing>[0]
  expect(parseSharing(raw)).toEqual({ isPublic, token: found })
})

test.each([
  ['', ''],
  ['anna@example.com', 'anna@example.com'],
  ['exactly-21@chars.test', 'exactly-21@chars.test'],
  ['exactly-22b@chars.test', 'exactly-…@chars.test'],
  ['alexandra.vorobyova@student.example', 'alexandr…@student.example'],
  ['anna@a-very-long-domain.example', 'anna@a-very-long-dom…'],
  ['eightchr@a-long-domain.example', 'eightchr@a-long-doma…'],
  ['ninechars@a-long-domain.example', 'ninechar…@a-long-dom…'],
  ['"a@b"@a-long-domain.example', '"a@b"@a-long-domain.…'],
  ['no-at-sign-in-here-at-all', 'no-at-si…'],
  // Counts code points, not UTF-16 units.
  [`${'🚩'.repeat(9)}@long.domain.example`, `${'🚩'.repeat(8)}…@long.domai…`],
  [`${'🚩'.repeat(5)}@example.com`, `${'🚩'.repeat(5)}@example.com`],
])('%s is shown as %s', (email, shown) => {
  expect(shortEmail(email)).toBe(shown)
  if ([...email].length > 21) expect([...shown].length).toBeLessThan([...email].length)
})

describe('validates before sending', () => {
  test.each([
    ['old pass', 'gora-reka-41', 'gora-reka-41', null],
    [null, 'gora-reka-41', 'gora-reka-41', null],
    ['', 'gora-reka-41', 'gora-reka-41', { old_password: 'missing' }],
    ['old', '', '', { new_password: 'missing' }],
    ['old', 'gora-reka-41', '', { confirmation: 'missing' }],
    ['', '', 'gora', { old_password: 'missing', new_password: 'missing' }],
    // Match first, then length.
    ['old', 'short', 'other', { confirmation: 'passwordsDiffer' }],
    ['old', 'short', 'short', { new_password: 'passwordShort' }],
    ['old', '1234567', '1234567', { new_password: 'passwordShort' }],
    ['old', '12345678', '12345678', null],
    ['old', '🚩'.repeat(7), '🚩'.repeat(7), { new_password: 'passwordShort' }],
    ['old', 'x'.repeat(129), 'x'.repeat(129), { new_password: 'passwordLong' }],
    // Login trims the password, so it would never match.
    ['old', ' gora-reka-41', ' gora-reka-41', { new_password: 'passwordEdges' }],
    [null, '        ', '        ', { new_password: 'passwordEdges' }],
  ] as const)('%j, %j, %j', (old, password, confirmation, problems) => {
    expect(checkPasswordForm(old, password, confirmation)).toEqual(problems)
  })
})

test.each([
  [{ detail: 'previous password is not valid' }, 'old_password'],
  [{ detail: 'Password must be at least 8 characters' }, 'new_password'],
  [{ detail: 'Passwords do not match' }, 'confirmation'],
  [{ fields: { old_password: 'too long' } }, 'old_password'],
  [{ fields: { new_password: 'too long' } }, 'new_password'],
  [{ fields: { other: 'x' } }, null],
  [{ detail: 'email not verified' }, null],
  [{}, null],
] as const)('the error %j belongs to %s', (facts, field) => {
  const error = new ApiError({
    kind: 'http',
    operation: 'updatePassword',
    status: 422,
    ...facts,
  })
  expect(getFailedField(error, passwordFields)).toBe(field)
})

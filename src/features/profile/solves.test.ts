import { describe, expect, test } from 'vitest'
import { parseExams, parseProfile, parseSolves } from './profile-model'

describe('all solved tasks', () => {
  const solve = (id: number, more: object = {}) => ({
    id,
    group_id: 1,
    title: `T${id}`,
    difficulty: 'hard',
    ...more,
  })
  const read = (tasks: readonly object[][], solved: unknown = 3) =>
    parseSolves(
      parseProfile({
        competencies: tasks.map((own, at) => ({
          name: `C${at + 1}`,
          points: 10 - at,
          points_total: 100,
          tasks: own,
        })),
        totals: { tasks_solved: solved },
      }),
    )

  test('count once, the hard ones newest first, with the competency that names them', () => {
    const old = solve(1, { solved_at: '2026-10-01T00:00:00Z', category_name: 'Crypto' })
    const recent = solve(2, { solved_at: '2026-10-02T00:00:00Z', category_name: 'Web' })
    const { hard, hardCount, categories } = read([[old], [old, recent, solve(3, { difficulty: 'easy' })]])
    expect(hard.map(({ title, competency: name }) => [title, name])).toEqual([
      ['T2', 'C2'],
      ['T1', 'C1'],
    ])
    expect([hardCount, categories]).toEqual([2, ['Crypto', 'Web']])
  })

  test.each<[string, object[], unknown]>([
    ['more were solved than are named', [solve(1)], 2],
    ['it is not known how many were solved', [solve(1)], null],
    ['a difficulty is missing', [solve(1, { difficulty: null })], 1],
  ])('the number of hard ones is unknown if %s', (_, tasks, solved) => {
    expect(read([tasks], solved).hardCount).toBeNull()
  })

  test('without ids tasks are told apart by title and time', () => {
    const unnamed = { title: 'T', difficulty: 'hard', solved_at: '2026-10-01T00:00:00Z' }
    expect(read([[unnamed], [unnamed, { ...unnamed, title: 'U' }]]).hard).toHaveLength(2)
  })
})

describe('passed exams', () => {
  const exam = { title: 'E', passed_at: '2026-10-12T10:00:00Z', score: 87, score_max: 100, hours: 24 }

  test('are listed newest first', () => {
    const older = { ...exam, title: 'D', passed_at: '2026-01-12T10:00:00Z' }
    expect(parseExams({ exams: [older, exam] }).map(({ title }) => title)).toEqual(['E', 'D'])
    expect(parseExams({ exams: [exam] })).toEqual([
      { title: 'E', passedAt: Date.parse(exam.passed_at), score: 87, maximum: 100, hours: 24 },
    ])
  })

  test.each([undefined, null, {}, 'x', [null, 7]])('N02 %j is no exam', exams => {
    expect(parseExams({ exams })).toEqual([])
  })

  test('N02 unknown facts are null', () => {
    const unknown = { title: null, passedAt: null, score: null, maximum: null, hours: null }
    const broken = { title: ' ', passed_at: 'yesterday', score: -1, score_max: 0, hours: {} }
    expect(parseExams({ exams: [{}, broken] })).toEqual([unknown, unknown])
  })
})

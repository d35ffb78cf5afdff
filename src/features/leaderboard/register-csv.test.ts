import Papa from 'papaparse'
import { expect, test } from 'vitest'
import type { LeaderboardRow, TaskSummary } from '../../api/responses'
import { createRegisterCsv } from './register-csv'
import { getRegisterPeople } from './register-model'
import { getRowSolves } from './solves'

const headings = ['Фамилия', 'Имя', 'Логин', 'Баллы', 'Решено', 'Обязательных', 'Последнее'] as const

const task = (id: number, title: string, important: boolean): TaskSummary => ({
  id,
  title,
  difficulty: 'easy',
  points: 100,
  important,
  status: 'active',
  visible: true,
})
const tasks = [
  task(1, '=HYPERLINK("https://evil.example")', true),
  task(2, 'Кто дома?', false),
  task(3, '-1', true),
]

const open = (rows: LeaderboardRow[], language: string) => {
  const people = rows.map(row => ({ row, name: row.username, solves: getRowSolves(row) }))
  const csv = createRegisterCsv({
    people: getRegisterPeople(people, { categories: [{ id: 1, name: 'Веб', tasks }] }, 0, 7),
    tasks,
    required: tasks.filter(({ important }) => important),
    headings,
    unknownText: 'не прочитано',
    solvedText: 'решено',
    language,
  })
  const { data, errors } = Papa.parse<string[]>(csv.replace('\ufeff', ''), { skipEmptyLines: true })
  expect(errors).toEqual([])
  return data
}

test.each(['ru', 'en'])(
  'V08 a grade book opens the register (%s): times, empty cells, unknown ones, no formulas',
  language => {
    const solved_at = '2026-10-05T11:30:00Z'
    const [head, known, unknown] = open(
      [
        {
          user_id: 1,
          rank: 1,
          username: 'anna',
          first_name: 'Анна',
          last_name: '+Петрова; "младшая"',
          points: 200,
          solved: 2,
          last_solved_at: solved_at,
          solved_tasks: [{ task_id: 1, solved_at }, { task_id: 2 }],
        },
        { user_id: 2, rank: 2, username: '007', points: 100, solved: 1 },
      ],
      language,
    )
    expect(head).toEqual([...headings, '\'=HYPERLINK("https://evil.example")', 'Кто дома?', "'-1"])
    const at = known?.[7] ?? ''
    expect(new Date(at.replace(' ', 'T')).getTime()).toBe(Date.parse(solved_at))
    expect(known).toEqual(['\'+Петрова; "младшая"', 'Анна', 'anna', '200', '2', '1', at, at, 'решено', ''])
    const none = 'не прочитано'
    expect(unknown).toEqual(['', '', "'007", '100', '1', '', '', none, none, none])
  },
)

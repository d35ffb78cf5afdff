import Papa from 'papaparse'
import { describe, expect, test } from 'vitest'
import type { LeaderboardRow } from '../../api/responses'
import { createBoardCsv } from './board-csv'

const headings = ['Место', 'Участник', 'Имя пользователя', 'Решено', 'Баллы', 'Последнее решение'] as const

const row = (fields: Partial<LeaderboardRow>): LeaderboardRow => ({
  user_id: 1,
  rank: 1,
  username: 'user',
  points: 100,
  solved: 3,
  ...fields,
})

/** Opens the file as a spreadsheet does: it finds the separator itself. */
const openInSpreadsheet = (csv: string) => {
  const { data, errors, meta } = Papa.parse<string[]>(csv, { skipEmptyLines: true })
  expect(errors).toEqual([])
  return { cells: data, separator: meta.delimiter }
}

describe('V08 a spreadsheet opens the saved leaderboard', () => {
  test.each([
    ['ru', ';'],
    ['en', ','],
  ])('in %s, with every row and column', (language, separator) => {
    const rows = [
      row({ first_name: 'Анна', last_name: 'Петрова', last_solved_at: '2026-10-05T11:30:00Z' }),
      row({ user_id: 2, rank: 2, username: 'b;c,"d"\n e', points: 50, solved: 1 }),
    ]
    const csv = createBoardCsv(rows, { headings, language })
    expect(csv.startsWith('\ufeff')).toBe(true)
    const found = openInSpreadsheet(csv)
    expect(found.separator).toBe(separator)
    expect(found.cells[0]?.map(cell => cell.replace('\ufeff', ''))).toEqual([...headings])
    expect(found.cells[1]?.slice(0, 5)).toEqual(['1', 'Анна Петрова', 'user', '3', '100'])
    const solvedAt = new Date(Date.parse('2026-10-05T11:30:00Z'))
    expect(new Date(found.cells[1]?.[5]?.replace(' ', 'T') ?? '').getTime()).toBe(solvedAt.getTime())
    expect(found.cells[2]).toEqual(['2', 'b;c,"d" e', 'b;c,"d" e', '1', '50', ''])
  })

  test.each([
    '=1+1',
    '+7',
    '-2',
    '@SUM(A1)',
    ' =cmd',
    '\t=1',
    '\uff1d1',
    '=HYPERLINK("https://evil.example")',
  ])('a name like %j is text, never a formula', username => {
    const { cells } = openInSpreadsheet(createBoardCsv([row({ username })], { headings, language: 'ru' }))
    expect(cells[1]?.[1]).toMatch(/^'/)
    expect(cells[1]?.[2]).toMatch(/^'/)
  })

  test.each(['007', '1.50', '4E2', '723421968459640832', '12/05', '10:30', '5%', '2-MAR', 'Sept 1'])(
    'a username like %j is text, never another number or a date',
    username => {
      const { cells } = openInSpreadsheet(createBoardCsv([row({ username })], { headings, language: 'ru' }))
      expect(cells[1]?.[2]).toBe(`'${username}`)
    },
  )

  test.each(['student12', 'e5', 'march', 'decker12', 'ivan.2004', '3d-printer'])(
    'a username like %j stays',
    username => {
      const { cells } = openInSpreadsheet(createBoardCsv([row({ username })], { headings, language: 'ru' }))
      expect(cells[1]?.[2]).toBe(username)
    },
  )

  test('characters that join letters or emoji stay, others become spaces', () => {
    // A Persian verb, a couple of two emoji with a skin tone, and both joiners at the edge of words.
    const joined = '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645 \u{1f468}\u{1f3fd}\u200d\u{1f33e}'
    const username = `${joined}\u200d \u200c\u200b-\u200d\tend`
    const { cells } = openInSpreadsheet(createBoardCsv([row({ username })], { headings, language: 'en' }))
    expect(cells[1]?.[2]).toBe(`${joined} - end`)
  })

  test('unreadable numbers and times are empty cells', () => {
    const broken = row({ rank: Number.NaN, points: Number.NaN, last_solved_at: 'yesterday' })
    const { cells } = openInSpreadsheet(createBoardCsv([broken], { headings, language: 'en' }))
    expect(cells[1]).toEqual(['', 'user', 'user', '3', '', ''])
  })
})

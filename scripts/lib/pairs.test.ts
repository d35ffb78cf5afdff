import { expect, test } from 'vitest'
import { pairwise } from './pairs'

const shapes = ['round', 'square', 'long'] as const
const sizes = [1, 2] as const
const inks = ['red', 'blue'] as const
const papers = ['white', 'grey'] as const

const rows = shapes.flatMap(shape =>
  sizes.flatMap(size =>
    inks.flatMap(ink =>
      papers
        // What does not exist is asked of nobody.
        .filter(paper => shape !== 'long' || paper === 'white')
        .map(paper => ({ shape, size, ink, paper })),
    ),
  ),
)

const pairsIn = (some: readonly (typeof rows)[number][]): Set<string> =>
  new Set(
    some.flatMap(({ shape, size, ink, paper }) => [
      `${shape} ${size}`,
      `${shape} ${ink}`,
      `${shape} ${paper}`,
      `${size} ${ink}`,
      `${size} ${paper}`,
      `${ink} ${paper}`,
    ]),
  )

test('every pair of two values is there, of far fewer rows', () => {
  const chosen = pairwise(rows)
  expect(pairsIn(chosen)).toEqual(pairsIn(rows))
  expect(pairsIn(rows).size).toBe(29)
  expect(chosen.length).toBeLessThanOrEqual(8)
  expect(rows).toHaveLength(20)
})

test('each row is one of those given, once, and the choice is the same every time', () => {
  const chosen = pairwise(rows)
  expect(new Set(chosen).size).toBe(chosen.length)
  expect(chosen.every(row => rows.includes(row))).toBe(true)
  expect(pairwise(rows)).toEqual(chosen)
})

test('of nothing nothing is chosen, of one row that', () => {
  expect(pairwise([])).toEqual([])
  const [only] = rows
  expect(only && pairwise([only])).toEqual([only])
})

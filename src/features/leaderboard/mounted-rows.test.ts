import { describe, expect, test } from 'vitest'
import { type MountedRows, mountedRows } from './mounted-rows'
import { pictureRows } from './picture-rows'
import { shiftOf } from './use-kept-place'

const indexes = ({ rows }: MountedRows) => rows.map(({ index }) => index)
/** Every row stands in the document or in a gap. */
const counted = ({ rows, rest }: MountedRows) => rows.reduce((sum, { skipped }) => sum + skipped + 1, rest)

describe('which rows are mounted', () => {
  test.each([
    ['above', 3],
    ['inside', 5010],
    ['below', 9999],
    ['nowhere', -1],
  ])('M01 of 10,000 those near the screen and the own one, which is %s', (_, own) => {
    const mounted = mountedRows(10_000, own, { first: 5000, end: 5032 }, false)
    expect(mounted.rows.length).toBeLessThan(60)
    expect(counted(mounted)).toBe(10_000)
    expect(indexes(mounted).includes(own)).toBe(own >= 0)
    expect(indexes(mounted)).toEqual(indexes(mounted).toSorted((a, b) => a - b))
  })

  test('of a short board all', () => {
    expect(indexes(mountedRows(150, 7, null, false))).toHaveLength(150)
    expect(indexes(mountedRows(150, 7, null, true))).toHaveLength(150)
  })

  test('a window over rows that are gone holds none of them', () => {
    expect(counted(mountedRows(160, -1, { first: 500, end: 530 }, false))).toBe(160)
  })

  test('on paper the first 150 and the own one, with nothing left free', () => {
    const mounted = mountedRows(10_000, 2878, { first: 5000, end: 5032 }, true)
    expect(mounted.rows).toHaveLength(151)
    expect(indexes(mounted).at(-1)).toBe(2878)
    expect(mounted.rest + mounted.rows.reduce((sum, { skipped }) => sum + skipped, 0)).toBe(0)
  })
})

const person = (user_id: number) => ({ user_id, rank: user_id, username: 'x', points: 0, solved: 0 })
const people = (...ids: number[]) => ids.map(person)

describe('what is being read stays', () => {
  test('two who came in above move it by two', () =>
    expect(shiftOf(people(1, 2, 3, 4, 5), people(8, 9, 1, 2, 3, 4, 5), 2, 5)).toBe(2))
  test('one who shot up is not followed', () =>
    expect(shiftOf(people(1, 2, 3, 4, 5), people(4, 1, 2, 3, 5), 3, 5)).toBe(0))
  test('people who are gone move nothing', () => expect(shiftOf(people(1, 2), people(3), 0, 2)).toBe(0))
})

describe('the rows of a picture', () => {
  const many = people(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)
  test.each([
    [3, null],
    [12, 12],
    [99, null],
  ])('the first ten, and the own one of %d if it is further down', (userId, own) => {
    const { top, own: found } = pictureRows(many, userId)
    expect(top).toHaveLength(10)
    expect(found?.user_id ?? null).toBe(own)
  })
})

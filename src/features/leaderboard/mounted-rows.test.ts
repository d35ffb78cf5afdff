import { describe, expect, test } from 'vitest'
import { getImageRows } from './board-image'
import { getMountedRows, type MountedRows } from './use-row-window'
import { getMedianShift } from './use-scroll-anchor'

const indexes = ({ rows }: MountedRows) => rows.map(({ index }) => index)
const counted = ({ rows, trailing }: MountedRows) =>
  rows.reduce((sum, { skippedBefore }) => sum + skippedBefore + 1, trailing)

describe('getMountedRows', () => {
  test.each([
    ['above', 3],
    ['inside', 5010],
    ['below', 9999],
    ['nowhere', -1],
  ])('M01 mounts the rows near the viewport and the own row, which is %s', (_, own) => {
    const mounted = getMountedRows(10_000, own, { first: 5000, end: 5032 }, false)
    expect(mounted.rows.length).toBeLessThan(60)
    expect(counted(mounted)).toBe(10_000)
    expect(indexes(mounted).includes(own)).toBe(own >= 0)
    expect(indexes(mounted)).toEqual(indexes(mounted).toSorted((a, b) => a - b))
  })

  test('mounts all rows of a short board', () => {
    expect(indexes(getMountedRows(150, 7, null, false))).toHaveLength(150)
    expect(indexes(getMountedRows(150, 7, null, true))).toHaveLength(150)
  })

  test('a window past the end mounts no rows', () => {
    expect(counted(getMountedRows(160, -1, { first: 500, end: 530 }, false))).toBe(160)
  })

  test('prints the first 150 rows and the own row, without spacers', () => {
    const mounted = getMountedRows(10_000, 2878, { first: 5000, end: 5032 }, true)
    expect(mounted.rows).toHaveLength(151)
    expect(indexes(mounted).at(-1)).toBe(2878)
    expect(mounted.trailing + mounted.rows.reduce((sum, { skippedBefore }) => sum + skippedBefore, 0)).toBe(0)
  })
})

const createRow = (user_id: number) => ({ user_id, rank: user_id, username: 'x', points: 0, solved: 0 })
const createRows = (...ids: number[]) => ids.map(createRow)

describe('getMedianShift', () => {
  test('two new rows above shift by two', () =>
    expect(getMedianShift(createRows(1, 2, 3, 4, 5), createRows(8, 9, 1, 2, 3, 4, 5), 2, 5)).toBe(2))
  test('ignores a single row that jumped up', () =>
    expect(getMedianShift(createRows(1, 2, 3, 4, 5), createRows(4, 1, 2, 3, 5), 3, 5)).toBe(0))
  test('removed rows cause no shift', () =>
    expect(getMedianShift(createRows(1, 2), createRows(3), 0, 2)).toBe(0))
})

describe('getImageRows', () => {
  const many = createRows(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)
  test.each([
    [3, null],
    [12, 12],
    [99, null],
  ])('returns the first ten rows, and the own row of user %d if it is not among them', (userId, own) => {
    const { top, own: found } = getImageRows(many, userId)
    expect(top).toHaveLength(10)
    expect(found?.user_id ?? null).toBe(own)
  })
})

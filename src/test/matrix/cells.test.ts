import { expect, test } from 'vitest'
import { Cells } from './cells'

test('as many kinds as the operation that met the fewest, and no operation that met none', () => {
  const cells = new Cells()
  expect(cells.count()).toEqual({ operations: 0, 'kinds of each operation': 0, cells: 0, survived: 0 })
  for (const kind of ['500', 'abort', 'never']) cells.set('getMe', kind, true)
  cells.set('listGroups', '500', true)
  cells.set('listGroups', '500', false)
  expect(cells.count()).toEqual({ operations: 2, 'kinds of each operation': 1, cells: 4, survived: 3 })
  expect([cells.of('getMe'), cells.of('listTasks')]).toEqual([3, 0])
})

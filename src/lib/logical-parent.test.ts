import { expect, test } from 'vitest'
import { logicalParent } from './logical-parent'

test.each([
  ['/group/1/task/101', 'group', '/group/1'],
  ['/group/1/leaderboard', 'group', '/group/1'],
  ['/group/1', 'groups', '/groups'],
  ['/groups', 'home', '/'],
  ['/competencies/5', 'home', '/'],
  ['/', 'home', '/'],
])('above %s stands the %s', (path, kind, parent) => {
  expect(logicalParent(path)).toEqual({ kind, path: parent })
})

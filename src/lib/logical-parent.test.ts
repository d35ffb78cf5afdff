import { expect, test } from 'vitest'
import { logicalParent } from './logical-parent'

test.each([
  ['/group/1/task/101', 'group', '/group/1'],
  ['/group/1/leaderboard', 'group', '/group/1'],
  ['/group/1', 'groups', '/groups'],
  ['/group/1/', 'groups', '/groups'],
  ['/group/1/task/%E0%A4%A', 'group', '/group/1'],
  ['/group/%E0%A4%A/task/1', 'groups', '/groups'],
  ['/group/..%2fx/leaderboard', 'groups', '/groups'],
  ['/group', 'groups', '/groups'],
  ['/groupies', 'home', '/'],
  ['/groups', 'home', '/'],
  ['/competencies/5', 'home', '/'],
  ['/', 'home', '/'],
])('the parent of %s is %s', (path, kind, parent) => {
  expect(logicalParent(path)).toEqual({ kind, path: parent })
})

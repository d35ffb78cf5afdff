import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { makeKnowledge, openKnowledge, readKnowledge } from './open-knowledge'
import { propertiesBehind } from './usage/answer-properties'
import { hashOfTypes } from './usage/schema-hash'

const data = await readKnowledge()
const knowledge = makeKnowledge(data)

describe('the property behind a pointer', () => {
  test.each([
    ['login', 200, '/user/username', ['User/username']],
    ['getGroup', 200, '/name', ['GroupSummary/name']],
    ['getGroup', 200, '/categories/*/tasks/*/title', ['TaskSummary/title']],
    ['getGroup', 200, '/categories/*', ['Group/categories']],
    ['listGroups', 200, '/*/name', ['GroupSummary/name']],
    ['takeHint', 200, '/hint/text', ['Hint/text']],
    ['startLab', 409, '/running/task_id', ['RunningLab/task_id']],
    ['startLab', 409, '/running', ['startLab 409/running']],
    ['login', undefined, '/username', ['login body/username']],
    ['login', 200, '/nothing', []],
    ['nobody', 200, '/name', []],
  ])('%s %s %s', (operationId, status, pointer, expected) =>
    expect(propertiesBehind(data.contract, operationId, status, pointer)).toEqual(expected),
  )
})

describe('who uses it', () => {
  test('was computed for these types: else run npm run contract:usage', () => {
    const types = readFileSync(new URL('../../src/api/schema.gen.ts', import.meta.url), 'utf8')
    expect(data.usage.schemaHash).toBe(hashOfTypes(types))
  })

  test('a name in the session is in the menu of every screen', () => {
    const { files, screens } = knowledge.usedBy('login', 200, '/user/username')
    expect(files).toContain('src/features/profile-menu/username-line.tsx')
    expect(screens).toEqual(expect.arrayContaining(['/', '/groups', '/group/$groupId', '/invite/$code']))
  })

  test('the log viewer of a task is on its own page alone', () => {
    const { files, screens } = knowledge.usedBy('getTask', 200, '/log_viewer_url')
    expect(files).toEqual(['src/features/lab-panel/lab-panel.tsx'])
    expect(screens).toEqual(['/group/$groupId/task/$taskId'])
  })

  test('what a screen reads without trusting the types is found by its names', () => {
    const { files, screens } = knowledge.usedBy('getSharedProfile', 200, '/totals/points')
    expect(files).toContain('src/features/competencies/profile-view-model.ts')
    expect(screens).toContain('/profile/$link')
    expect(screens).not.toContain('/groups')
  })

  test('a query brings a property only to the screens that ask it', () => {
    const { files, screens } = knowledge.usedBy('getSharedProfile', 200, '/competencies')
    expect(files).not.toEqual([])
    expect(screens).toEqual(['/profile/$link'])
  })

  test('a call, its request and its refusals belong to those who make the call', () => {
    const callers = { files: ['src/queries/auth.ts'], screens: ['/registration'] }
    expect(knowledge.usedBy('register')).toEqual(callers)
    expect(knowledge.usedBy('register', undefined, '/email')).toEqual(callers)
    expect(knowledge.usedBy('register', 409, '/detail')).toEqual(callers)
  })

  test('every operation has a caller and a screen', () => {
    const unused = data.contract.operations.filter(({ operationId }) => {
      const { files, screens } = knowledge.usedBy(operationId)
      return files.length === 0 || screens.length === 0
    })
    expect(unused.map(({ operationId }) => operationId)).toEqual([])
  })

  test('what nobody reads has no users', () => {
    expect(knowledge.usedBy('getLeaderboard', 200, '/group_id')).toEqual({ files: [], screens: [] })
    expect(knowledge.usedBy('getGroup', 200, '/no_such_field')).toEqual({ files: [], screens: [] })
  })
})

describe('where it is promised', () => {
  test.each([
    ['getGroup', undefined, undefined, /^openapi\/paths\/groups\.yaml:\d+$/],
    ['getGroup', 200, '/name', /^openapi\/schemas\/GroupSummary\.yaml:\d+$/],
    ['login', undefined, '/username', /^openapi\/paths\/auth\.yaml:\d+$/],
    ['startLab', undefined, 'query task_id', /^openapi\/parameters\/TaskIdQuery\.yaml:1$/],
    ['getGroup', 200, '/no_such_field', /^openapi\/paths\/groups\.yaml:\d+$/],
  ])('%s %s %s', (operationId, status, pointer, line) =>
    expect(knowledge.contractAt(operationId, status, pointer)).toMatch(line),
  )

  test('the most exact line there is', () => {
    const lines = [
      knowledge.contractAt('getGroup'),
      knowledge.contractAt('getGroup', 200),
      knowledge.contractAt('getGroup', 200, '/attempts'),
    ]
    expect(new Set(lines).size).toBe(3)
    expect(knowledge.contractAt('nobody')).toBeUndefined()
  })
})

test('what a bundle would carry opens to the same', async () => {
  const carried = makeKnowledge(JSON.parse(JSON.stringify(data)))
  expect(carried.isOwnCheckout).toBeUndefined()
  const open = await openKnowledge()
  expect(carried.version).toBe(open.version)
  expect(carried.usedBy('getTask', 200, '/log_viewer_url')).toEqual(
    open.usedBy('getTask', 200, '/log_viewer_url'),
  )
  expect(carried.contract.operations).toHaveLength(open.contract.operations.length)
})

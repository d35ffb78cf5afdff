import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { loadContract } from '../contract/load-contract'
import { findProperties, loadCheckContext, makeCheckContext, readContextData } from './check-context'
import { readContractLines } from './contract-lines'
import { hashTypes } from './usage/usage-map'

const data = await readContextData()
const context = makeCheckContext(data)

describe('the property at a JSON pointer', () => {
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
    ['unknownOperation', 200, '/name', []],
  ])('%s %s %s', (operationId, status, pointer, expected) =>
    expect(findProperties(data.contract, operationId, status, pointer)).toEqual(expected),
  )
})

describe('usage map', () => {
  // `npm run contract:usage -- --check` compares all of it, which takes longer.
  test('is up to date with the types (otherwise run npm run contract:usage)', () => {
    const types = readFileSync(new URL('../contract/schema.gen.ts', import.meta.url), 'utf8')
    expect(data.usage.schemaHash).toBe(hashTypes(types))
    const { properties, named, operations } = data.usage
    const uses = [properties, named, operations].flatMap(section => Object.values(section))
    const files = new Set(uses.flatMap(own => Object.keys(own)))
    const missing = [...files].filter(path => !existsSync(new URL(`../../${path}`, import.meta.url)))
    expect(missing).toEqual([])
    expect(files.size).toBeGreaterThan(50)
  })

  test('names the frame of every page for the user name, which is in the menu', () => {
    const { files, screens } = context.usedBy('login', 200, '/user/username')
    expect(files).toContain('src/features/profile/account-panel.tsx')
    expect(screens).toEqual(
      expect.arrayContaining(['/group/$groupId', '/invite/$code', 'the frame of every page']),
    )
  })

  test('lists only the task page for the log viewer', () => {
    const { files, screens } = context.usedBy('getTask', 200, '/log_viewer_url')
    expect(files).toEqual(['src/features/lab/lab-panel.tsx'])
    expect(screens).toEqual(['/group/$groupId/task/$taskId'])
  })

  test('finds untyped reads by property name', () => {
    const { files, screens } = context.usedBy('getSharedProfile', 200, '/totals/points')
    expect(files).toContain('src/features/profile/profile-model.ts')
    expect(screens).toContain('/profile/$link')
    expect(screens).not.toContain('/groups')
  })

  test('leaves out the pages that only share the code of src/api', () => {
    const { files, screens } = context.usedBy('getLeaderboard', 200, '/updated_at')
    expect(files).toContain('src/api/leaderboard-response.ts')
    expect(screens).toEqual(['/group/$groupId/leaderboard'])
  })

  test('lists only the screens that run the query', () => {
    const { files, screens } = context.usedBy('getSharedProfile', 200, '/competencies')
    expect(files).not.toEqual([])
    expect(screens).toEqual(['/profile/$link'])
  })

  test('attributes a call, its request and its errors to its callers', () => {
    const files = ['src/features/auth/registration-form.tsx', 'src/features/auth/use-registration.ts']
    const callers = { files, screens: ['/registration'] }
    expect(context.usedBy('register')).toEqual(callers)
    expect(context.usedBy('register', undefined, '/email')).toEqual(callers)
    expect(context.usedBy('register', 409, '/detail')).toEqual(callers)
  })

  test('finds a caller and a screen for every operation', () => {
    const unused = data.contract.operations.filter(({ operationId }) => {
      const { files, screens } = context.usedBy(operationId)
      return files.length === 0 || screens.length === 0
    })
    expect(unused.map(({ operationId }) => operationId)).toEqual([])
  })

  test('finds no users of a property that is never read', () => {
    expect(context.usedBy('getLeaderboard', 200, '/group_id')).toEqual({ files: [], screens: [] })
    expect(context.usedBy('getGroup', 200, '/no_such_field')).toEqual({ files: [], screens: [] })
  })
})

describe('line of the contract', () => {
  test.each([
    ['getGroup', undefined, undefined, /^openapi\/paths\/groups\.yaml:\d+$/],
    ['getGroup', 200, '/name', /^openapi\/schemas\/GroupSummary\.yaml:\d+$/],
    ['login', undefined, '/username', /^openapi\/paths\/auth\.yaml:\d+$/],
    ['startLab', undefined, 'query task_id', /^openapi\/parameters\/TaskIdQuery\.yaml:1$/],
    ['getGroup', 200, '/no_such_field', /^openapi\/paths\/groups\.yaml:\d+$/],
  ])('%s %s %s', (operationId, status, pointer, line) =>
    expect(context.contractAt(operationId, status, pointer)).toMatch(line),
  )

  test('finds the most specific line', () => {
    const lines = [
      context.contractAt('getGroup'),
      context.contractAt('getGroup', 200),
      context.contractAt('getGroup', 200, '/attempts'),
    ]
    expect(new Set(lines).size).toBe(3)
    expect(context.contractAt('unknownOperation')).toBeUndefined()
  })
})

test('gives the same result from the bundled data', async () => {
  const carried = makeCheckContext(JSON.parse(JSON.stringify(data)))
  expect(carried.isOwnCheckout).toBeUndefined()
  const open = await loadCheckContext()
  expect(carried.version).toBe(open.version)
  expect(carried.usedBy('getTask', 200, '/log_viewer_url')).toEqual(
    open.usedBy('getTask', 200, '/log_viewer_url'),
  )
  expect(carried.contract.operations).toHaveLength(open.contract.operations.length)
})

const root = fileURLToPath(new URL('../../', import.meta.url))
const { operations, schemas, document } = loadContract(`${root}openapi`)
const lines = readContractLines(document)

function lineAt(key: string): string {
  const [file = '', line = ''] = (lines[key] ?? '').split(':')
  return readFileSync(root + file, 'utf8').split('\n')[Number(line) - 1] ?? ''
}

describe('contract lines', () => {
  test.each([
    ['getGroup', 'openapi/paths/groups.yaml', /^ {2}get:/],
    ['listGroups 200', 'openapi/paths/groups.yaml', /^ {6}"200":/],
    ['login body/username', 'openapi/paths/auth.yaml', /^ +username: /],
    ['startLab 409/running', 'openapi/paths/labs.yaml', /^ +running:/],
    ['startLab 401/detail', 'openapi/responses/Unauthorized.yaml', /^ +detail:/],
    ['startLab query task_id', 'openapi/parameters/TaskIdQuery.yaml', /^name: task_id/],
    ['User/username', 'openapi/schemas/User.yaml', /^ {2}username: /],
    ['Group/attempts', 'openapi/schemas/Group.yaml', /^ +attempts:/],
  ])('%s is in %s', (key, file, text) => {
    expect(lines[key]?.split(':')[0]).toBe(file)
    expect(lineAt(key)).toMatch(text)
  })

  test('are known for every operation, response, parameter and schema property', () => {
    const expectedKeys = [
      ...operations.flatMap(({ operationId, responses, parameters }) => [
        operationId,
        ...responses.map(({ status }) => `${operationId} ${status}`),
        ...parameters.map(parameter => `${operationId} ${parameter.in} ${parameter.name}`),
      ]),
      ...Object.entries(schemas).flatMap(([name, { properties }]) => [
        name,
        ...Object.keys(properties ?? {}).map(property => `${name}/${property}`),
      ]),
    ]
    expect(expectedKeys.filter(key => lines[key] === undefined)).toEqual([])
  })

  test('contain the last part of their key', () => {
    const properties = Object.keys(lines).filter(key => /\/\w+$/.test(key))
    expect(properties.filter(key => !lineAt(key).includes(`${key.split('/').at(-1)}:`))).toEqual([])
    expect(properties.length).toBeGreaterThan(150)
  })
})

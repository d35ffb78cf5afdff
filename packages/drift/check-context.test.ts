import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { loadContract } from '../contract/load-contract'
import type { ContractViolation } from '../contract/validator/drift-classes'
import { findProperties, loadCheckContext, makeCheckContext, readContextData } from './check-context'
import { readContractLines } from './contract-lines'

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

test('names the pages that make a call, not the many that share the session', () => {
  expect(context.screens('getTask')).toEqual(['/group/$groupId', '/group/$groupId/task/$taskId'])
  expect(context.screens('register')).toEqual(['/registration'])
  expect(context.screens('refreshSession')).toEqual([])
  expect(context.screens('toString')).toEqual([])
})

describe('what users lose', () => {
  const lost = (operationId: string, part: Partial<ContractViolation>) =>
    context.lostWithout({
      driftId: 'DR23',
      severity: 'information',
      operationId,
      place: '',
      what: '',
      ...part,
    })

  test.each([
    [
      'a property of a list',
      'getGroup',
      { status: 200, pointer: '/categories/*/tasks/*/title' },
      /^The task is named/,
    ],
    ['a header', 'submitFlags', { status: 429, place: 'answer 429 header retry-after' }, /countdown/],
    ['an operation', 'getCompetencies', { place: 'operation' }, /competencies are not available/],
    ['an error', 'startLab', { status: 409, pointer: '/running' }, /other running lab/],
  ] as const)('%s', (_, operationId, part, text) => expect(lost(operationId, part)).toMatch(text))

  test.each([
    ['what the contract is sure of', 'getGroup', { status: 200, pointer: '/hide_leaderboard' }],
    ['another place of the operation', 'getCompetencies', { status: 200, pointer: '/nothing' }],
    ['another status', 'startLab', { status: 200, pointer: '/running' }],
  ] as const)('is not known of %s', (_, operationId, part) => expect(lost(operationId, part)).toBeUndefined())
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
  expect(carried.screens('getTask')).toEqual(open.screens('getTask'))
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

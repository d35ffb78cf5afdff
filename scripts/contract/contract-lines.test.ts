import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { loadContract } from '../lib/load-contract'
import { readContractLines } from './contract-lines'

const root = fileURLToPath(new URL('../../', import.meta.url))
const lines = readContractLines(`${root}openapi`)

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
    const { operations, schemas } = loadContract(`${root}openapi`)
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

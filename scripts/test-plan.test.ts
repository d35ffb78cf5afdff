import { describe, expect, test } from 'vitest'
import { type Plan, planChanged, planEverything, planPackages, readsFiles } from './test-plan'

const getCommands = (plan: Plan): string[] =>
  plan.flat().flatMap(({ command, next = [] }) => [command, ...next.map(one => one.command)])

test('everything is every script of package.json that checks something, with screenshots for --full', () => {
  const usual = getCommands(planEverything({ isFull: false }))
  expect(usual).toEqual(expect.arrayContaining(['npm run build', 'npm run test:unit', 'npm run test:e2e']))
  expect(getCommands(planEverything({ isFull: true })).filter(command => !usual.includes(command))).toEqual([
    'npm run screenshots',
  ])
})

describe('a change', () => {
  const plan = (...changed: string[]) => getCommands(planChanged('main', changed, ['src/rules.test.ts']))

  test('of documents runs no browser and no build', () => {
    const commands = plan('docs/product.md')
    expect(commands).toContain('npm run test:unit -- --changed main')
    // Their test reads the documents itself.
    expect(commands).toContain('npm run test:unit -- src/rules.test.ts')
    expect(commands.filter(command => /build|e2e|contract/.test(command))).toEqual([])
  })

  test.each(['src/api/attempts.ts', 'mocks/handlers/tasks.ts', 'deploy/headers.json', 'index.html'])(
    'of %s can reach every browser test',
    path => {
      expect(plan(path)).toEqual(expect.arrayContaining(['npm run build', 'npm run test:e2e']))
    },
  )

  test.each(['src/api/attempts.test.ts', 'src/test/render-route.tsx'])('of %s reaches none', path => {
    expect(plan(path).filter(command => /build|e2e/.test(command))).toEqual([])
  })

  test('of browser tests runs those that it reaches', () => {
    expect(plan('e2e/task-steps.ts')).toContain('npm run test:e2e -- --only-changed=main')
  })

  test('of the contract or of the client checks the generated files', () => {
    expect(plan('openapi/schemas/Task.yaml')).toEqual(
      expect.arrayContaining(['npm run generate -- --check', 'npm run contract:lint', 'npm run test:e2e']),
    )
    // Which pages make a call is generated from the client's code.
    expect(plan('src/app.tsx')).toContain('npm run generate -- --check')
  })
})

test('the tests of packages run by their names', () => {
  expect(getCommands(planPackages(['drift', 'shell']))).toEqual([
    'npm run test:unit -- packages/drift/ mocks/shell/',
  ])
  expect(() => planPackages(['drfit'])).toThrow('name one of contract, drift')
})

test('a test that reads files is known by its text', () => {
  expect(readsFiles('src/a.test.ts', "sourceFiles('src')")).toBe(true)
  expect(readsFiles('src/a.ts', "sourceFiles('src')")).toBe(false)
  expect(readsFiles('src/a.test.ts', "import { a } from './a'")).toBe(false)
})

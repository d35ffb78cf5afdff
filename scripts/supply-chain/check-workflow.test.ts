import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { documentedProblems, workflowProblems } from './check-workflow'

const root = join(import.meta.dirname, '../..')
const folder = join(root, '.github/workflows')
const read = (name: string) => readFileSync(join(root, name), 'utf8')
const own = readFileSync(join(folder, 'ci.yml'), 'utf8')
const hash = '0123456789abcdef0123456789abcdef01234567'

/** The project's own workflow with one piece of it replaced, which has to be there. */
function changed(part: string | RegExp, by: string): string {
  const text = own.replace(part, by)
  if (text === own) throw new Error(`The workflow does not hold ${part}.`)
  return text
}

const expression = (text: string) => `$\{{ ${text} }}`

describe('K07 workflows', () => {
  it('K07 of the repository have no more rights than they need, and run the checks', () => {
    const names = readdirSync(folder)
    expect(names.flatMap(name => workflowProblems(readFileSync(join(folder, name), 'utf8')))).toEqual([])
    expect(own).toContain('run: .ci/run')
    expect(existsSync(join(root, '.ci/run'))).toBe(true)
  })

  it.each(['README.md', 'CONTRIBUTING.md', 'SECURITY.md'])('K07 that %s shows keep to the same', name => {
    expect(documentedProblems(read(name))).toEqual([])
  })

  it.each<[string, string | RegExp, string]>([
    ['started by pull_request_target', 'pull_request:', 'pull_request_target:'],
    ['started by workflow_run', 'pull_request:', 'workflow_run: { workflows: [Checks] }'],
    ['started by pull_request_target', /on:[\s\S]*?\n\n/, 'on: pull_request_target\n\n'],
    ['started by pull_request_target', /on:[\s\S]*?\n\n/, 'on: [push, pull_request_target]\n\n'],
    ['does not say its permissions', /permissions:\n.*\n/, ''],
    ['permissions are write-all', /permissions:\n.*\n/, 'permissions: write-all\n'],
    ['permissions are read-all', /permissions:\n.*\n/, 'permissions: read-all\n'],
    ['may write contents', 'contents: read', 'contents: write'],
    ['may write id-token', 'contents: read', 'contents: read\n  id-token: write'],
    [
      'may write packages',
      'timeout-minutes: 60',
      'timeout-minutes: 60\n    permissions: { packages: write }',
    ],
    ['may run for ever', /timeout-minutes.*/, ''],
    ['hands secrets on', 'timeout-minutes: 60', 'timeout-minutes: 60\n    secrets: inherit'],
    ['actions/checkout@v5 is not pinned', /checkout@\w{40}/, 'checkout@v5'],
    ['actions/checkout@main is not pinned', /checkout@\w{40}/, 'checkout@main'],
    ['is not pinned', /checkout@\w{40}/, 'checkout@08c6903'],
    ['actions/checkout is not pinned', /checkout@\w{40}/, 'checkout'],
    ['is not pinned', '- run: .ci/run', '- uses: docker://node:22'],
    ['node:22 is not pinned', 'timeout-minutes: 60', 'timeout-minutes: 60\n    container: node:22'],
    [
      'postgres:17 is not pinned',
      'timeout-minutes: 60',
      'timeout-minutes: 60\n    services: { db: { image: postgres:17 } }',
    ],
    ['leaves its token', 'persist-credentials: false', 'fetch-depth: 1'],
    [
      "runs a stranger's words",
      'run: .ci/run',
      `run: echo "${expression('github.event.pull_request.title')}"`,
    ],
    ["runs a stranger's words", 'run: .ci/run', `run: git switch ${expression('github.head_ref')}`],
    ['runs what it downloads', 'run: .ci/run', 'run: curl -fsSL https://tool.example/install | bash'],
    ['no workflow', 'jobs:', 'tasks:'],
    ['no workflow', 'name: Checks', 'name: [Checks'],
  ])('K07 are refused when it is said: %s (%s)', (problem, part, by) => {
    expect(workflowProblems(changed(part, by)).join('\n')).toContain(problem)
  })

  it('K07 may use what lies in the repository and what is pinned', () => {
    expect(workflowProblems(changed('run: .ci/run', `uses: owner/action/sub@${hash}`))).toEqual([])
    expect(workflowProblems(changed('run: .ci/run', 'uses: ./.github/actions/own'))).toEqual([])
  })

  it('K07 are found in documentation, as steps and whole, and other YAML is let be', () => {
    const block = (text: string) => `Text.\n\n\`\`\`yaml\n${text}\n\`\`\`\n`
    expect(documentedProblems(block('- uses: actions/setup-node@v4'))).toHaveLength(1)
    expect(documentedProblems(block(own.replace(/checkout@\w{40}/, 'checkout@v5')))).toHaveLength(1)
    expect(
      documentedProblems(block('type: object\nrequired: [id]') + block('contract:\n  script: run')),
    ).toEqual([])
  })
})

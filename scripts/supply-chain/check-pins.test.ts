import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { npmrcProblems, pinProblems } from './check-pins'
import { readProject } from './lockfile'

const npmrc = readFileSync(new URL('../../.npmrc', import.meta.url), 'utf8')

describe('K02 exact versions', () => {
  it('K02 are what package.json asks for, and .npmrc keeps scripts and fresh versions out', () => {
    expect(pinProblems(readProject().manifest)).toEqual([])
    expect(npmrcProblems(npmrc)).toEqual([])
  })

  it.each([
    '^1.0.0',
    '~1.0.0',
    '1.x',
    '1.0',
    '*',
    '',
    'latest',
    '>=1.0.0',
    '1.0.0 || 2.0.0',
    'npm:other@1.0.0',
    'npm:a@1.0.0',
    'git+https://git.example/a.git',
    'owner/repository',
    'file:../a',
    'https://files.example/a.tgz',
    ' 1.0.0',
  ])('K02 does not take %j for one', version => {
    expect(pinProblems({ dependencies: { a: version } })).toHaveLength(1)
    expect(pinProblems({ devDependencies: { a: version } })).toHaveLength(1)
    expect(pinProblems({ optionalDependencies: { a: version } })).toHaveLength(1)
    expect(pinProblems({ overrides: { b: { a: version } } })).toHaveLength(1)
  })

  it.each(['1.0.0', '2.0.0-beta.2'])('K02 takes %s for one', version => {
    expect(pinProblems({ dependencies: { a: version }, overrides: { b: { a: version } } })).toEqual([])
  })

  it('K02 takes a second version under a name that says of what, and no other alias', () => {
    const problemsOf = (name: string, version: string) =>
      pinProblems({ devDependencies: { [name]: version } })
    expect(problemsOf('typescript-7', 'npm:typescript@7.0.2')).toEqual([])
    expect(problemsOf('@a/b-2', 'npm:@a/b@2.0.0')).toEqual([])
    expect(problemsOf('typescript-7', 'npm:typescript@^7.0.2')).toHaveLength(1)
    expect(problemsOf('typescript-7', 'npm:typescript')).toHaveLength(1)
    expect(problemsOf('typescript-7', 'npm:script@7.0.2')).toHaveLength(1)
  })

  it.each([
    'save-exact=true',
    'ignore-scripts=true',
    'min-release-age=7',
    'omit-lockfile-registry-resolved=true',
  ])('K02 does not do without %s, another value of it, or a second one', line => {
    const [key = ''] = line.split('=')
    expect(npmrcProblems(npmrc.replace(line, ''))).toHaveLength(1)
    expect(npmrcProblems(npmrc.replace(line, `${key}=false`))).toHaveLength(1)
    expect(npmrcProblems(npmrc.replace(line, `# ${line}`))).toHaveLength(1)
    expect(npmrcProblems(`${npmrc}\n${key}=0`)).toHaveLength(1)
  })

  it.each([
    'registry=http://registry.example/',
    '@scope:registry = https://registry.example/',
    'strict-ssl=false',
    'before=2030-01-01',
    'min-release-age-exclude=left-pad',
    '//registry.example/:_authToken=abc',
    '_auth=abc',
    'https-proxy=http://proxy.example',
  ])('K02 does not take %s', line => {
    expect(npmrcProblems(`${npmrc}\n${line}\n`)).toHaveLength(1)
  })
})

import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type HeaderRules, headerRules, originPatterns } from './headers'
import { type BuiltPage, writeNginx } from './write-nginx'

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')
const pages: BuiltPage[] = [
  { file: 'index.html', inline: { scripts: ['sha256-app='], styles: [] } },
  { file: 'terminal.html', inline: { scripts: [], styles: [] } },
]
const text = (files = pages, rules = headerRules) => writeNginx(files, rules)['locations.conf']

const headerNames = (body: string) => [...body.matchAll(/add_header (\S+) /g)].map(([, name = '']) => name)

describe('H03 what is written for nginx', () => {
  it('needs no rules for https', () => {
    expect(writeNginx(pages, { ...headerRules, httpsHeaders: {} })['api.conf']).not.toContain('Strict-')
  })

  it.each(['$host', 'back\\slash', 'two\nlines'])('rejects a header with %j', value => {
    const rules: HeaderRules = { ...headerRules, headers: { ...headerRules.headers, 'X-Test': value } }
    expect(() => text(pages, rules)).toThrow('nginx would read')
  })

  it('escapes quotes in a header', () => {
    const headers = { ...headerRules.headers, 'Reporting-Endpoints': 'csp="https://reports.example/csp"' }
    expect(text(pages, { ...headerRules, headers })).toContain(
      'add_header Reporting-Endpoints "csp=\\"https://reports.example/csp\\"" always;',
    )
  })

  it('requires index.html', () => {
    expect(() => text([])).toThrow('no index.html')
  })
})

describe('the static configuration', () => {
  const main = read('./nginx/nginx.conf')

  it('sets no header but the cookie that ends the wait for a refresh', () => {
    expect(headerNames(main)).toEqual(['Set-Cookie'])
  })

  it('F04 accepts the same origins as the headers and the application', () => {
    const checks = read('./nginx/origins.jq')
    for (const [field, { source }] of Object.entries(originPatterns)) {
      const inJq = source.replace(/^\^/, '\\\\A').replace(/\$$/, '\\\\z').replaceAll('\\/', '/')
      expect(checks).toContain(
        `origins("${field}"; "${inJq.replaceAll('\\d', '[0-9]').replace(/(?<!\\)\\\./g, '\\\\.')}")`,
      )
    }
  })
})

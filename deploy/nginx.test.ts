import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { forwardingHeaders } from './forwarding-headers'
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
  it('gives what the API answers the two headers of the whole origin in place of its own, and a policy', () => {
    const { 'api.conf': api, 'maps.conf': maps } = writeNginx(pages)
    const names = ['X-Content-Type-Options', 'Strict-Transport-Security']
    expect(headerNames(api)).toEqual([...names, 'Content-Security-Policy'])
    expect([...api.matchAll(/proxy_hide_header (\S+);/g)].map(([, name]) => name)).toEqual(names)
    const variable = /add_header Strict-Transport-Security (\S+) always;/.exec(api)?.[1]
    expect(maps).toContain(`map $outer_scheme ${variable} { default ""; https "max-age=31536000;`)
  })

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

  it('H10 sets the forwarding headers that it does not remove', () => {
    const set = [...main.matchAll(/proxy_set_header (X-Forwarded-\w+) /g)].map(([, name]) => name)
    expect(set).toEqual(['X-Forwarded-For', 'X-Forwarded-Host', 'X-Forwarded-Proto'])
    expect(forwardingHeaders.filter(name => set.includes(name))).toEqual([])
    expect(text()).toContain('\nproxy_set_header Forwarded "";\n')
  })

  it('A28 sends no request a second time: some writes are GETs, which nginx would pass to the next server', () => {
    expect(main).toMatch(/^ +proxy_next_upstream off;$/m)
  })

  it.each(['code', 'link'])('V01 writes no {%s} of a path of the contract into its log', parameter => {
    const secret = new RegExp(/"~\*\^\(\?<public>(.*?)\)\[/.exec(main)?.[1] ?? 'none', 'i')
    const contract = read('../openapi/openapi.yaml')
    const paths = [...contract.matchAll(/^ {2}["']?(\/[^\s"':]+)["']?:/gm)].map(([, path = '']) => path)
    const withSecret = paths.filter(path => path.includes(`{${parameter}}`))
    expect(withSecret.length).toBeGreaterThan(0)
    for (const path of withSecret) expect(`/api${path}`).toMatch(secret)
    for (const path of ['/invite/x', '/profile/x', '/api/terminal/x']) expect(path).toMatch(secret)
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

import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type HeaderRules, headerRules, headersFor, originPatterns } from './headers'
import { type BuiltPage, writeNginx } from './write-nginx'

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')
const pages: BuiltPage[] = [
  { file: 'index.html', inline: { scripts: ['sha256-app='], styles: [] } },
  { file: 'terminal.html', inline: { scripts: [], styles: [] } },
]
const text = (files = pages, rules = headerRules) => writeNginx(files, rules)['locations.conf']

/** The location blocks by their pattern, and what is outside of them as `server`. */
function parseBlocks(written: string): Map<string, string> {
  const blocks = new Map([['server', written.slice(0, written.indexOf('\nlocation '))]])
  for (const [, match = '', body = ''] of written.matchAll(/\nlocation (.+) \{\n([\s\S]*?)\n\}/g))
    blocks.set(match, body)
  return blocks
}

const headerNames = (body: string) => [...body.matchAll(/add_header (\S+) /g)].map(([, name = '']) => name)

describe('H03 what is written for nginx', () => {
  const https = headersFor('/', { isHttps: true, mode: 'production' })

  it('has the full list of headers in each location, on errors too', () => {
    for (const [match, body] of parseBlocks(text())) {
      if (match === '^~ /files/') continue
      expect([match, headerNames(body)]).toEqual([match, expect.arrayContaining(Object.keys(https))])
      expect(body.match(/add_header /g)).toHaveLength(body.match(/ always;$/gm)?.length ?? 0)
    }
  })

  it('has a location for each rule', () => {
    const locations = [...parseBlocks(text()).keys()]
    const rules = headerRules.paths.map(({ pattern }) =>
      pattern.endsWith('/*') ? `^~ ${pattern.slice(0, -1)}` : `= ${pattern}`,
    )
    expect(locations).toEqual(expect.arrayContaining(rules))
  })

  it('adds the policy of files to responses of the API below /files/', () => {
    const { 'Content-Security-Policy': policy } = headersFor('/files/a.svg', {
      isHttps: true,
      mode: 'production',
    })
    expect(parseBlocks(text()).get('^~ /files/')?.trim().split(/\n\s*/)).toEqual([
      `add_header Content-Security-Policy "${policy}" always;`,
      'include api.conf;',
    ])
    expect(read('./nginx/nginx.conf')).not.toContain('location ^~ /files/')
  })

  it('gives what the API answers no header but the two that hold for the whole origin, in place of its own', () => {
    const { 'api.conf': api, 'maps.conf': maps } = writeNginx(pages)
    const names = ['X-Content-Type-Options', 'Strict-Transport-Security']
    expect(headerNames(api)).toEqual(names)
    expect([...api.matchAll(/proxy_hide_header (\S+);/g)].map(([, name]) => name)).toEqual(names)
    const variable = /add_header Strict-Transport-Security (\S+) always;/.exec(api)?.[1]
    expect(maps).toContain(`map $outer_scheme ${variable} { default ""; https "max-age=31536000;`)
  })

  it('adds the full list to errors that nginx makes in front of the API', () => {
    const { 'api.conf': api } = writeNginx(pages)
    expect(api).toMatch(/^error_page 413 500 502 504 @refused;$/m)
    expect(parseBlocks(text()).get('@refused')).toContain('Content-Security-Policy')
  })

  it('needs no rules for https', () => {
    expect(writeNginx(pages, { ...headerRules, httpsHeaders: {} })['api.conf']).not.toContain('Strict-')
  })

  it('leaves banks and terminal hosts to start.sh', () => {
    const blocks = parseBlocks(text())
    expect(blocks.get('^~ /order/')).toContain("frame-ancestors 'self'$payment_origins; ")
    expect(blocks.get('server')).toContain("frame-ancestors 'none'; ")
    expect(blocks.get('server')).toContain(
      "connect-src 'self'$terminal_sockets; frame-src 'self'$payment_origins$terminal_frames; ",
    )
    expect(text()).not.toContain('.invalid')
  })

  it('lists inline hashes of a document at that document only', () => {
    const blocks = parseBlocks(
      text([...pages, { file: 'login/index.html', inline: { scripts: [], styles: ['sha256-login='] } }]),
    )
    expect(blocks.get('server')).toContain("script-src 'self' 'sha256-app=';")
    expect(blocks.get('= /terminal.html')).toContain("script-src 'self';")
    expect(blocks.get('^~ /assets/')).toContain("script-src 'self';")
    for (const address of ['= /login', '= /login/']) {
      expect(blocks.get(address)).toContain("script-src 'self'; style-src 'self' 'sha256-login=';")
      expect(blocks.get(address)).toContain('try_files /login/index.html =404;')
    }
  })

  it('selects the language of a pre-rendered page, and exposes no language folder', () => {
    const page = (file: string, style: string) => ({ file, inline: { scripts: [], styles: [style] } })
    const files = [
      page('index.html', 'sha256-a='),
      page('en/index.html', 'sha256-a='),
      page('login/index.html', 'sha256-a='),
      page('en/login/index.html', 'sha256-b='),
      page('order/ok/index.html', 'sha256-c='),
    ]
    const blocks = parseBlocks(text(files))
    expect(blocks.get('= /login')).toContain("style-src 'self' 'sha256-a=' 'sha256-b=';")
    expect(blocks.get('= /login')).toContain(
      'try_files $language_folder/login/index.html /login/index.html =404;',
    )
    for (const pattern of ['= /login', '^~ /profile/', 'server'])
      expect(blocks.get(pattern)).toContain('add_header Vary Cookie always;')
    expect(blocks.get('= /order/ok')).toContain('try_files /order/ok/index.html =404;')
    expect(blocks.get('= /order/ok')).not.toContain('Vary')
    expect([...blocks.keys()].filter(pattern => pattern.includes('/en'))).toEqual([])
    expect(writeNginx(files)['maps.conf']).toContain(
      'map $cookie_language $language_folder { default ""; en "/en"; }',
    )
  })

  it('C06 never serves a page for a missing file, and never caches a 404', () => {
    const { 'maps.conf': maps } = writeNginx(pages)
    const blocks = parseBlocks(text())
    expect(blocks.get('^~ /assets/')).toMatch(/try_files \$uri @missing_assets;$/)
    expect(blocks.get('@missing_assets')).toContain('return 404 "Not found.\\n";')
    expect(maps.match(/map \$status .* default "no-store";/g)).toHaveLength(2)
    expect(maps).toContain('200 "public, max-age=31536000, immutable";')
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

  it('A28 sends no request a second time: some writes are GETs, which nginx would pass to the next server', () => {
    expect(main).toMatch(/^ +proxy_next_upstream off;$/m)
  })

  it.each(['code', 'link'])('V01 writes no {%s} of a path of the contract into its log', parameter => {
    const secret = new RegExp(/"~\^\(\?<public>(.*?)\)\[/.exec(main)?.[1] ?? 'none')
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

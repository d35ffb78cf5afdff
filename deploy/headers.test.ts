import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type HeaderOptions, headerRules, headersFor, originsIn } from './headers'

const production: HeaderOptions = { isHttps: false, mode: 'production' }

function policyOf(path: string, options: HeaderOptions = production): Map<string, string> {
  const text = headersFor(path, options)['Content-Security-Policy'] ?? ''
  return new Map(text.split('; ').map(part => [part.split(' ')[0] ?? '', part.split(' ').slice(1).join(' ')]))
}

describe('H03 headers by path', () => {
  it.each([
    ['default-src', "'none'"],
    ['script-src', "'self'"],
    ['style-src', "'self'"],
    ['img-src', "'self' data:"],
    ['font-src', "'self'"],
    ['manifest-src', "'self'"],
    ['connect-src', "'self'"],
    ['frame-src', "'self'"],
    ['worker-src', "'none'"],
    ['form-action', "'none'"],
    ['base-uri', "'none'"],
    ['object-src', "'none'"],
    ['frame-ancestors', "'none'"],
    ['require-trusted-types-for', "'script'"],
    ['trusted-types', "'none'"],
  ])('sends %s %s on a page', (directive, sources) => {
    expect(policyOf('/group/1').get(directive)).toBe(sources)
  })

  it('names no directive that the table above does not', () => {
    expect(policyOf('/').size).toBe(15)
  })

  it.each(['/order/ok', '/order/fail'])('lets a page of our own frame %s', path => {
    expect(policyOf(path).get('frame-ancestors')).toBe("'self'")
    expect(policyOf(path).get('script-src')).toBe("'self'")
  })

  it.each(['/order', '/orders/ok', '/group/order/ok'])('lets nobody frame %s', path => {
    expect(policyOf(path).get('frame-ancestors')).toBe("'none'")
  })

  it('keeps hashed files for a year and asks again for everything else', () => {
    expect(headersFor('/assets/index-1a2b.js', production)['Cache-Control']).toContain('immutable')
    expect(headersFor('/login', production)['Cache-Control']).toBe('no-cache')
  })

  it('F03 lets a page of payment outcome in a frame without an origin of its own have its script', () => {
    expect(headersFor('/assets/index-1a2b.js', production)['Access-Control-Allow-Origin']).toBe('*')
    for (const path of ['/', '/order/ok', '/config.json', '/api/groups'])
      expect(headersFor(path, production)).not.toHaveProperty('Access-Control-Allow-Origin')
  })

  it.each([
    ['X-Content-Type-Options', 'nosniff'],
    ['Referrer-Policy', 'no-referrer'],
    ['Cross-Origin-Opener-Policy', 'same-origin'],
  ])('sends %s: %s on pages and files', (name, value) => {
    expect(headersFor('/', production)[name]).toBe(value)
    expect(headersFor('/assets/a.js', production)[name]).toBe(value)
    expect(headersFor('/order/ok', production)[name]).toBe(value)
  })

  it('asks search engines to leave out what only a secret opens, and lets its address go nowhere', () => {
    const shared = headersFor('/profile/k3Vd9sQ2mZ7xT1aB', production)
    expect(shared['X-Robots-Tag']).toBe('noindex')
    expect(shared['Referrer-Policy']).toBe('no-referrer')
    for (const path of ['/', '/profile', '/contacts', '/competencies'])
      expect(headersFor(path, production)).not.toHaveProperty('X-Robots-Tag')
  })

  it('refuses the powerful features that no screen uses', () => {
    expect(headersFor('/', production)['Permissions-Policy']).toMatch(/camera=\(\).*microphone=\(\)/)
  })

  it('asks for https only where the page came over https', () => {
    expect(headersFor('/', production)['Strict-Transport-Security']).toBeUndefined()
    const secure = headersFor('/', { ...production, isHttps: true })
    expect(secure['Strict-Transport-Security']).toMatch(/^max-age=31536000/)
  })

  it('lets the terminal have what it writes its look with, and nothing to call or to frame', () => {
    const policy = policyOf('/terminal.html')
    expect(policy.get('style-src')).toBe("'self' 'unsafe-inline'")
    expect(policy.get('script-src')).toBe("'self'")
    expect(policy.get('connect-src')).toBe("'none'")
    expect(policy.get('frame-src')).toBe("'none'")
    expect(policy.get('frame-ancestors')).toBe("'self'")
    expect(policy.get('trusted-types')).toBe("'none'")
    expect(headersFor('/terminal.html', production)['X-Robots-Tag']).toBe('noindex')
  })

  it.each(['/terminal', '/terminal.html/', '/group/terminal.html'])('and %s has no part in it', path => {
    expect(policyOf(path).get('style-src')).toBe("'self'")
    expect(policyOf(path).get('frame-ancestors')).toBe("'none'")
  })

  it.each(['production', 'development', 'demo', 'staging'] as const)(
    'gives a file of a task, which is not ours, no script, no origin and no frame on a %s site',
    mode => {
      const options: HeaderOptions = {
        ...production,
        mode,
        nonce: 'abc',
        paymentOrigins: ['https://a.example'],
      }
      for (const path of ['/files/tasks/102/a.html', '/files/images/a.svg'])
        expect(headersFor(path, options)['Content-Security-Policy']).toBe(
          "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox; frame-ancestors 'none'",
        )
      // By the standard of HTML a sandboxed document that asks for `same-origin` is not opened at all.
      expect(headersFor('/files/tasks/102/a.html', options)['Cross-Origin-Opener-Policy']).toBe('unsafe-none')
      for (const path of ['/files', '/filesystem', '/group/files/1'])
        expect(policyOf(path, options).has('sandbox')).toBe(false)
    },
  )

  it('never allows eval or inline code by a keyword, but the style of the terminal and of files', () => {
    const text = JSON.stringify(headerRules)
    const styles = /"style-src":\["'self'","'unsafe-inline'"\]|"style-src":\["'unsafe-inline'"\]/g
    expect(text.replaceAll(styles, '').replace('"unsafe-none"', '')).not.toMatch(
      /unsafe-|strict-dynamic|https:|\*'/,
    )
    expect(text.match(styles)).toHaveLength(3)
  })
})

describe('builds for ourselves', () => {
  it.each(['demo', 'staging'] as const)('a %s build is as strict as production but for its workers', mode => {
    const policy = policyOf('/group/1', { ...production, mode })
    expect(policy.get('worker-src')).toBe("'self'")
    // The default policy names the addresses of workers and refuses everything else.
    expect(policy.get('trusted-types')).toBe('default')
    for (const [name, sources] of policyOf('/group/1'))
      if (!['worker-src', 'trusted-types'].includes(name)) expect(policy.get(name)).toBe(sources)
  })

  it('a demo offers files of tasks for keeping, and lets its own pages frame the bank', () => {
    const demo: HeaderOptions = { ...production, mode: 'demo' }
    expect(headersFor('/files/tasks/102/a.pdf', demo)['Content-Disposition']).toBe('attachment')
    expect(headersFor('/files/images/a.svg', demo)).not.toHaveProperty('Content-Disposition')
    expect(policyOf('/mock-bank/order', demo).get('frame-ancestors')).toBe("'self'")
    expect(policyOf('/', demo).get('frame-ancestors')).toBe("'none'")
  })
})

describe('F04 banks of the configuration', () => {
  const paymentOrigins = ['https://pay.example.com', 'http://127.0.0.1:4010']
  const withBanks: HeaderOptions = { ...production, paymentOrigins }

  it('may be framed by every page, and may frame the pages of payment outcome alone', () => {
    const banks = "'self' https://pay.example.com http://127.0.0.1:4010"
    for (const path of ['/', '/login', '/group/5', '/order/ok'])
      expect(policyOf(path, withBanks).get('frame-src')).toBe(banks)
    for (const path of ['/order/ok', '/order/fail'])
      expect(policyOf(path, withBanks).get('frame-ancestors')).toBe(banks)
    for (const path of ['/', '/login', '/group/5', '/order', '/config.json'])
      expect(policyOf(path, withBanks).get('frame-ancestors')).toBe("'none'")
    expect(policyOf('/terminal.html', withBanks).get('frame-src')).toBe("'none'")
    expect(policyOf('/terminal.html', withBanks).get('frame-ancestors')).toBe("'self'")
  })

  it('change nothing else of the policy', () => {
    const without = policyOf('/group/5')
    for (const [name, sources] of policyOf('/group/5', withBanks))
      if (name !== 'frame-src') expect([name, sources]).toEqual([name, without.get(name)])
  })

  it("stand in the development server's headers too", () => {
    const development: HeaderOptions = { ...withBanks, mode: 'development', nonce: 'abc' }
    expect(policyOf('/order/ok', development).get('frame-ancestors')).toContain(' https://pay.example.com ')
  })

  it.each([
    "https://pay.example.com; script-src 'unsafe-inline'",
    'https://pay.example.com https://evil.example',
    'https://pay.example.com,https://evil.example',
    'https://pay.example.com\r\nX-Evil: 1',
    'https://pay.example.com\n',
    'https://*.example.com',
    'https:',
    '*',
    "'unsafe-inline'",
    'https://pay.example.com/path',
    'https://user@pay.example.com',
    'http://pay.example.com',
    'HTTPS://PAY.EXAMPLE.COM',
    'data:',
    '',
  ])('are refused when one is %j', origin => {
    expect(() => headersFor('/', { ...production, paymentOrigins: [origin] })).toThrow(
      'is no origin of a bank',
    )
  })
})

describe('origins are read from config.json', () => {
  const write = async (text: string) => {
    const file = join(await mkdtemp(join(tmpdir(), 'banks-')), 'config.json')
    await writeFile(file, text)
    onTestFinished(() => rm(dirname(file), { recursive: true }))
    return file
  }

  it.each([
    ['{"payment_origins":["https://pay.example.com"]}', ['https://pay.example.com']],
    ['{"payment_origins":["*",4,null,"https://pay.example.com"]}', ['https://pay.example.com']],
    ['{"payment_origins":"https://pay.example.com"}', []],
    ['{}', []],
    ['null', []],
    ['<!doctype html>', []],
    ['', []],
  ])('%s', async (text, paymentOrigins) => {
    expect(originsIn(await write(text))).toEqual({ paymentOrigins, terminalOrigins: [] })
  })

  it('none from a file that is missing', () => {
    expect(originsIn('/nowhere/config.json')).toEqual({ paymentOrigins: [], terminalOrigins: [] })
  })

  it('and the file of this repository can be read', () => {
    const { pathname } = new URL('../public/config.json', import.meta.url)
    expect(originsIn(pathname)).toEqual({ paymentOrigins: [], terminalOrigins: [] })
  })

  it("and terminals' hosts with them", async () => {
    const origins = [
      'wss://shell.example',
      'https://shell.example:8443',
      'ws://shell.example',
      'wss://*.example',
    ]
    const file = await write(JSON.stringify({ terminal_origins: origins }))
    expect(originsIn(file).terminalOrigins).toEqual(['wss://shell.example', 'https://shell.example:8443'])
  })
})

describe("terminals' hosts of the configuration", () => {
  const terminalOrigins = ['wss://shell.example', 'https://page.example']

  it('may be called or framed by the application, and by nothing else', () => {
    const policy = policyOf('/group/1/task/101', { ...production, terminalOrigins })
    expect(policy.get('connect-src')).toBe("'self' wss://shell.example")
    expect(policy.get('frame-src')).toBe("'self' https://page.example")
    expect(policy.get('frame-ancestors')).toBe("'none'")
    expect(policyOf('/terminal.html', { ...production, terminalOrigins }).get('connect-src')).toBe("'none'")
    const development: HeaderOptions = { ...production, mode: 'development', nonce: 'abc', terminalOrigins }
    expect(policyOf('/', development).get('connect-src')).toBe("'self' ws: wss://shell.example")
  })

  it.each(['ws://shell.example', 'wss://shell.example/', 'wss:', "wss://a.example; script-src 'self'"])(
    'are refused when one is %j',
    origin => {
      expect(() => headersFor('/', { ...production, terminalOrigins: [origin] })).toThrow(
        'is no origin of a terminal',
      )
    },
  )
})

describe('development', () => {
  const development: HeaderOptions = { isHttps: false, mode: 'development', nonce: 'abc' }

  it('lets the development server in by a nonce, and its worker and socket', () => {
    const policy = policyOf('/', development)
    expect(policy.get('script-src')).toBe("'self' 'nonce-abc'")
    expect(policy.get('style-src')).toBe("'self' 'nonce-abc'")
    expect(policy.get('connect-src')).toBe("'self' ws:")
    expect(policy.get('worker-src')).toBe("'self'")
    expect(policy.has('trusted-types')).toBe(false)
  })

  it('keeps the rules by path', () => {
    expect(policyOf('/order/ok', development).get('frame-ancestors')).toBe("'self'")
    expect(policyOf('/terminal.html', development).get('style-src')).toBe("'self' 'unsafe-inline'")
    expect(policyOf('/terminal.html', development).get('script-src')).toBe("'self' 'nonce-abc'")
  })
})

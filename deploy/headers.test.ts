import { EventEmitter } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { rewriteProxied } from './dev-headers-plugin'
import { type HeaderOptions, headerRules, headersFor, inlineHashes, readOrigins } from './headers'
import { redirectCases } from './redirect-cases'

const production: HeaderOptions = { isHttps: false, mode: 'production' }

function getPolicy(path: string, options: HeaderOptions = production): Map<string, string> {
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
    expect(getPolicy('/group/1').get(directive)).toBe(sources)
  })

  it('sends no other directive', () => {
    expect(getPolicy('/').size).toBe(15)
  })

  it.each(['/order/ok', '/order/fail'])('lets a page of our own frame %s', path => {
    expect(getPolicy(path).get('frame-ancestors')).toBe("'self'")
    expect(getPolicy(path).get('script-src')).toBe("'self'")
  })

  it.each(['/order', '/orders/ok', '/group/order/ok'])('forbids to frame %s', path => {
    expect(getPolicy(path).get('frame-ancestors')).toBe("'none'")
  })

  it.each(['flagship.example', 'flagship.example:8443', 'localhost:4173', '127.0.0.1:4173'])(
    'H11 allows scripts of %s from the folder of scripts only',
    host => {
      for (const path of ['/group/1', '/order/ok', '/terminal.html'])
        expect(getPolicy(path, { ...production, host }).get('script-src')).toBe(`${host}/assets/`)
    },
  )

  it.each([
    '',
    '10.0.0.5:8080',
    '[::1]:8080',
    "a.example; script-src 'unsafe-inline'",
    '*',
    'a.example/x',
    '*.a',
  ])('H11 names no host that is %j, which browsers would not match, or read as something else', host => {
    expect(getPolicy('/group/1', { ...production, host }).get('script-src')).toBe("'self'")
  })

  it.each(['/api', '/api/groups/1'])('H12 lets no page frame %s, and leaves the rest to the API', path => {
    const policy = headersFor(path, production)['Content-Security-Policy']
    expect(policy).toBe("frame-ancestors 'none'")
  })

  it('caches hashed files for a year and revalidates everything else', () => {
    expect(headersFor('/assets/index-1a2b.js', production)['Cache-Control']).toContain('immutable')
    expect(headersFor('/login', production)['Cache-Control']).toBe('no-cache')
  })

  it('F03 lets a payment result page in a sandboxed frame load its script', () => {
    expect(headersFor('/assets/index-1a2b.js', production)['Access-Control-Allow-Origin']).toBe('*')
    for (const path of ['/', '/order/ok', '/config.json', '/api/groups'])
      expect(headersFor(path, production)).not.toHaveProperty('Access-Control-Allow-Origin')
  })

  it.each([
    ['X-Content-Type-Options', 'nosniff'],
    ['Referrer-Policy', 'no-referrer'],
    ['Cross-Origin-Opener-Policy', 'same-origin'],
    ['Origin-Agent-Cluster', '?1'],
  ])('sends %s: %s on pages and files', (name, value) => {
    expect(headersFor('/', production)[name]).toBe(value)
    expect(headersFor('/assets/a.js', production)[name]).toBe(value)
    expect(headersFor('/order/ok', production)[name]).toBe(value)
  })

  it('keeps pages with a secret URL out of search engines and out of Referer', () => {
    const shared = headersFor('/profile/k3Vd9sQ2mZ7xT1aB', production)
    expect(shared['X-Robots-Tag']).toBe('noindex')
    expect(shared['Referrer-Policy']).toBe('no-referrer')
    for (const path of ['/', '/profile', '/contacts', '/competencies'])
      expect(headersFor(path, production)).not.toHaveProperty('X-Robots-Tag')
  })

  it('disables browser features that no page uses, and none that one uses or passes on to a frame', () => {
    const disabled = (headersFor('/', production)['Permissions-Policy'] ?? '').split(', ')
    for (const name of ['camera', 'microphone', 'publickey-credentials-get', 'identity-credentials-get'])
      expect(disabled).toContain(`${name}=()`)
    // Copying, the presenter's view, the bank's frame and terminals in a private network.
    const used = /^(?:clipboard-|fullscreen|screen-wake-lock|payment|local-network)/
    expect(disabled.filter(feature => used.test(feature))).toEqual([])
    expect(disabled.filter(feature => !/^[a-z-]+=\(\)$/.test(feature))).toEqual([])
  })

  it('sends Strict-Transport-Security only over https', () => {
    expect(headersFor('/', production)['Strict-Transport-Security']).toBeUndefined()
    const secure = headersFor('/', { ...production, isHttps: true })
    expect(secure['Strict-Transport-Security']).toMatch(/^max-age=31536000/)
  })

  it('allows inline styles in the terminal, and no connections or frames', () => {
    const policy = getPolicy('/terminal.html')
    expect(policy.get('style-src')).toBe("'self' 'unsafe-inline'")
    expect(policy.get('script-src')).toBe("'self'")
    expect(policy.get('connect-src')).toBe("'none'")
    expect(policy.get('frame-src')).toBe("'none'")
    expect(policy.get('frame-ancestors')).toBe("'self'")
    expect(policy.get('trusted-types')).toBe("'none'")
    expect(headersFor('/terminal.html', production)['X-Robots-Tag']).toBe('noindex')
  })

  it.each(['/terminal', '/terminal.html/', '/group/terminal.html'])(
    'does not extend the terminal policy to %s',
    path => {
      expect(getPolicy(path).get('style-src')).toBe("'self'")
      expect(getPolicy(path).get('frame-ancestors')).toBe("'none'")
    },
  )

  it.each(['production', 'development', 'demo', 'staging'] as const)(
    'sandboxes task files without scripts or frames on a %s site',
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
        expect(getPolicy(path, options).has('sandbox')).toBe(false)
    },
  )

  it('never allows eval or inline code, except styles of the terminal, of task files and of development', () => {
    const { 'style-src-attr': attributes, ...policy } = headerRules.development.policy
    expect(attributes).toEqual(["'unsafe-inline'"])
    const text = JSON.stringify({ ...headerRules, development: { ...headerRules.development, policy } })
    const styles = /"style-src":\["'self'","'unsafe-inline'"\]|"style-src":\["'unsafe-inline'"\]/g
    expect(text.replaceAll(styles, '').replace('"unsafe-none"', '')).not.toMatch(
      /unsafe-|strict-dynamic|https:|\*'/,
    )
    expect(text.match(styles)).toHaveLength(3)
  })
})

describe('demo and staging builds', () => {
  it.each(['demo', 'staging'] as const)('a %s build is as strict as production, except for workers', mode => {
    const policy = getPolicy('/group/1', { ...production, mode })
    expect(policy.get('worker-src')).toBe("'self'")
    // The default policy names the addresses of workers and refuses everything else.
    expect(policy.get('trusted-types')).toBe('default')
    for (const [name, sources] of getPolicy('/group/1'))
      if (!['worker-src', 'trusted-types'].includes(name)) expect(policy.get(name)).toBe(sources)
  })

  it('a demo downloads task files, and lets its own pages frame the bank', () => {
    const demo: HeaderOptions = { ...production, mode: 'demo' }
    expect(headersFor('/files/tasks/102/a.pdf', demo)['Content-Disposition']).toBe('attachment')
    expect(headersFor('/files/images/a.svg', demo)).not.toHaveProperty('Content-Disposition')
    expect(getPolicy('/mock-bank/order', demo).get('frame-ancestors')).toBe("'self'")
    expect(getPolicy('/', demo).get('frame-ancestors')).toBe("'none'")
    const bank = getPolicy('/mock-bank/order', { ...demo, host: 'demo.example.com' })
    expect(bank.get('script-src'), 'its script lies beside it').toBe("'self'")
  })
})

describe('F04 banks of the configuration', () => {
  const paymentOrigins = ['https://pay.example.com', 'http://127.0.0.1:4010']
  const withBanks: HeaderOptions = { ...production, paymentOrigins }

  it('may be framed by every page, and may frame only the payment result pages', () => {
    const banks = "'self' https://pay.example.com http://127.0.0.1:4010"
    for (const path of ['/', '/login', '/group/5', '/order/ok'])
      expect(getPolicy(path, withBanks).get('frame-src')).toBe(banks)
    for (const path of ['/order/ok', '/order/fail'])
      expect(getPolicy(path, withBanks).get('frame-ancestors')).toBe(banks)
    for (const path of ['/', '/login', '/group/5', '/order', '/config.json'])
      expect(getPolicy(path, withBanks).get('frame-ancestors')).toBe("'none'")
    expect(getPolicy('/terminal.html', withBanks).get('frame-src')).toBe("'none'")
    expect(getPolicy('/terminal.html', withBanks).get('frame-ancestors')).toBe("'self'")
  })

  it('change no other directive', () => {
    const without = getPolicy('/group/5')
    for (const [name, sources] of getPolicy('/group/5', withBanks))
      if (name !== 'frame-src') expect([name, sources]).toEqual([name, without.get(name)])
  })

  it('are in the headers of the development server too', () => {
    const development: HeaderOptions = { ...withBanks, mode: 'development', nonce: 'abc' }
    expect(getPolicy('/order/ok', development).get('frame-ancestors')).toContain(' https://pay.example.com ')
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
  ])('are rejected when one is %j', origin => {
    expect(() => headersFor('/', { ...production, paymentOrigins: [origin] })).toThrow(
      'is not an origin of a bank',
    )
  })
})

describe('the origins of config.json', () => {
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
    expect(readOrigins(await write(text))).toEqual({ paymentOrigins, terminalOrigins: [] })
  })

  it('are none when the file is missing', () => {
    expect(readOrigins('/nowhere/config.json')).toEqual({ paymentOrigins: [], terminalOrigins: [] })
  })

  it('can be read from the file in this repository', () => {
    const { pathname } = new URL('../public/config.json', import.meta.url)
    expect(readOrigins(pathname)).toEqual({ paymentOrigins: [], terminalOrigins: [] })
  })

  it('include the hosts of terminals', async () => {
    const origins = [
      'wss://shell.example',
      'https://shell.example:8443',
      'ws://shell.example',
      'wss://*.example',
    ]
    const file = await write(JSON.stringify({ terminal_origins: origins }))
    expect(readOrigins(file).terminalOrigins).toEqual(['wss://shell.example', 'https://shell.example:8443'])
  })
})

describe("terminals' hosts of the configuration", () => {
  const terminalOrigins = ['wss://shell.example', 'https://page.example']

  it('may be connected to or framed by the application only', () => {
    const policy = getPolicy('/group/1/task/101', { ...production, terminalOrigins })
    expect(policy.get('connect-src')).toBe("'self' wss://shell.example")
    expect(policy.get('frame-src')).toBe("'self' https://page.example")
    expect(policy.get('frame-ancestors')).toBe("'none'")
    expect(getPolicy('/terminal.html', { ...production, terminalOrigins }).get('connect-src')).toBe("'none'")
    const development: HeaderOptions = { ...production, mode: 'development', nonce: 'abc', terminalOrigins }
    expect(getPolicy('/', development).get('connect-src')).toBe("'self' ws: wss://shell.example")
  })

  it.each(['ws://shell.example', 'wss://shell.example/', 'wss:', "wss://a.example; script-src 'self'"])(
    'are rejected when one is %j',
    origin => {
      expect(() => headersFor('/', { ...production, terminalOrigins: [origin] })).toThrow(
        'is not an origin of a terminal',
      )
    },
  )
})

describe('development', () => {
  const development: HeaderOptions = { isHttps: false, mode: 'development', nonce: 'abc' }

  it('allows scripts of the development server by a nonce, its worker and its socket', () => {
    const policy = getPolicy('/', development)
    expect(policy.get('script-src')).toBe("'self' 'nonce-abc'")
    expect(policy.get('style-src')).toBe("'self' 'nonce-abc'")
    expect(policy.get('connect-src')).toBe("'self' ws:")
    expect(policy.get('worker-src')).toBe("'self'")
    expect(policy.has('trusted-types')).toBe(false)
  })

  it('keeps the rules by path', () => {
    expect(getPolicy('/order/ok', development).get('frame-ancestors')).toBe("'self'")
    expect(getPolicy('/terminal.html', development).get('style-src')).toBe("'self' 'unsafe-inline'")
    expect(getPolicy('/terminal.html', development).get('script-src')).toBe("'self' 'nonce-abc'")
  })
})

describe('H07 inline scripts and styles', () => {
  it('are listed by the digest of their exact bytes', () => {
    // A published constant: the digest of the empty string.
    const empty = 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='
    expect(inlineHashes('<script></script>').scripts).toEqual([empty])
    expect(inlineHashes('<script> </script>').scripts).not.toEqual([empty])
    expect(inlineHashes('<style media="print"></style>')).toEqual({ scripts: [], styles: [empty] })
  })

  it('exclude external files and data, in document order', () => {
    const html =
      '<script type="application/json">{}</script><script type="module" src="/a.js"></script><script>one()\n</script><SCRIPT>two()</SCRIPT>'
    expect(inlineHashes(html).scripts).toHaveLength(2)
  })

  it('are quoted in the policy', () => {
    const inline = { scripts: ['sha256-x='], styles: ['sha256-y='] }
    const headers = headersFor('/', { isHttps: false, mode: 'production', inline })
    expect(headers['Content-Security-Policy']?.split('; ')).toEqual(
      expect.arrayContaining(["script-src 'self' 'sha256-x='", "style-src 'self' 'sha256-y='"]),
    )
  })
})

type Given = { path: string; headers: Record<string, string> }

/** The headers that the backend gets; `sent` are the headers of the browser's request. */
function proxyToBackend(event: 'proxyReq' | 'proxyReqWs', sent: Record<string, string>): unknown {
  const proxy = new EventEmitter()
  Reflect.apply(rewriteProxied, undefined, [proxy, { target: 'http://127.0.0.1:8000' }])
  const headers = new Map(Object.entries(sent).map(([name, value]) => [name.toLowerCase(), value]))
  const request = {
    removeHeader: (name: string) => headers.delete(name.toLowerCase()),
    setHeader: (name: string, value: string) => headers.set(name.toLowerCase(), value),
  }
  proxy.emit(event, request, { headers: { host: 'localhost:5173' }, socket: { remoteAddress: '127.0.0.1' } })
  return Object.fromEntries(headers)
}

it.each(['proxyReq', 'proxyReqWs'] as const)(
  'H10 the development server passes no forwarding header of the browser on (%s)',
  event => {
    const sent = { Forwarded: 'host=evil.example', 'X-Forwarded-Host': 'evil.example', Accept: 'a/b' }
    expect(proxyToBackend(event, { ...sent, 'X-Forwarded-Port': '1', 'X-Original-URL': '/x' })).toEqual({
      accept: 'a/b',
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-host': 'localhost:5173',
      'x-forwarded-proto': 'http',
    })
  },
)

function proxyResponse({ path, headers }: Given): Record<string, string> {
  const proxy = new EventEmitter()
  const target = 'http://127.0.0.1:8000'
  Reflect.apply(rewriteProxied, undefined, [proxy, { target }])
  const request = { url: path, headers: { host: 'localhost:5173' } }
  proxy.emit('proxyRes', { headers }, request, { getHeader: () => 'ours' })
  return headers
}

it('the development server rewrites redirects of the backend to itself', () => {
  for (const [given, seen] of redirectCases('127.0.0.1:8000', 'localhost:5173'))
    expect([given, proxyResponse({ path: '/api/groups', headers: { location: given } }).location]).toEqual([
      given,
      seen,
    ])
})

it('adds the policy of a task file to ours, and leaves other responses alone', () => {
  const name = 'content-security-policy'
  expect(proxyResponse({ path: '/files/a.svg', headers: { [name]: 'theirs' } })[name]).toBe('theirs, ours')
  expect(proxyResponse({ path: '/api/groups', headers: { [name]: 'theirs' } })[name]).toBe('theirs')
})

import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { type Config, loadConfig, parseConfig } from './config'
import { ConfigError } from './config-error'
import { ApiError } from './errors'
import { parseLmsConfig } from './lms-config'

describe('config', () => {
  const file = join(dirname(fileURLToPath(import.meta.url)), '../../public/config.json')
  const text = readFileSync(file, 'utf8')
  const sample = (): unknown => JSON.parse(text)

  type Path = readonly (string | number)[]

  /** All values of the file, at any depth. */
  const getPaths = (value: unknown, path: Path = []): Path[] =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, part]) => {
          const here = [...path, Array.isArray(value) ? Number(key) : key]
          return [here, ...getPaths(part, here)]
        })
      : []

  type Branch = Record<string | number, unknown>

  /** A copy with one value replaced or removed. */
  const mutant = (path: Path, change: { value: unknown } | 'drop'): unknown => {
    const copy = sample()
    const parent = path.slice(0, -1).reduce<Branch>((at, key) => at[key] as Branch, copy as Branch)
    const last = path.at(-1) ?? ''
    if (change === 'drop') delete parent[last]
    else parent[last] = change.value
    return copy
  }

  const getFault = (value: unknown): ConfigError | null => {
    try {
      parseConfig(value)
      return null
    } catch (error) {
      if (error instanceof ConfigError) return error
      throw error
    }
  }

  /** One value per kind; items of a list have the same shape. */
  const paths = getPaths(sample())
    .filter(path => path.every(key => typeof key === 'string' || key === 0))
    // Only nginx reads it, for security.txt.
    .filter(([first]) => first !== 'security_contact')
  const optional = ['is_sample', 'lms', 'kind', 'terminal_origins', 'payment_origins', 'time_zone']
  const optionalOf: Record<string, string[]> = {
    exam: ['exam', 'report', 'email', 'holidays', 'working_days'],
    notice: ['notice', 'level', 'from', 'until', 'link'],
  }
  /** Lists that may be empty. */
  const lists = [
    'contacts',
    'legal.documents',
    'terminal_origins',
    'payment_origins',
    'exam.holidays',
    'exam.working_days',
  ]

  describe('N02 an invalid file', () => {
    test("the repository's own file is valid and marked as a sample", () => {
      expect(parseConfig(sample()).is_sample).toBe(true)
    })

    const isOptional = (path: Path) =>
      [...optional, ...(optionalOf[String(path[0])] ?? [])].includes(String(path.at(-1)))
    const required = paths.filter(path => !isOptional(path) && path.at(-1) !== 0)
    test.each(required.map(path => [path.join('.'), path] as const))('without %s', (name, path) => {
      const error = getFault(mutant(path, 'drop'))
      expect(error?.fields[0]).toMatchObject({ path: name, received: null })
      expect(error?.problems).toContain(`${name}: missing`)
    })

    const wrong: unknown[] = [null, 5, true, [], {}, '', 'x'.repeat(200_001), { toString: 'x' }]
    test.each(paths.map(path => [path.join('.'), path] as const))('with another type of %s', (name, path) => {
      const isRight = (value: unknown) => {
        const error = getFault(mutant(path, { value }))
        if (error) expect(error.fields.some(field => field.path.startsWith(name.slice(0, 4)))).toBe(true)
        return error === null
      }
      // Empty lists and texts, optional switches and absent exam rules are valid.
      const passing = wrong.filter(isRight).map(value => JSON.stringify(value))
      const mayPass = lists.includes(name)
        ? ['[]']
        : name === 'is_sample'
          ? ['true']
          : name === 'exam'
            ? ['[]', '{}', '{"toString":"x"}']
            : /^legal\..*\.text\.(?:ru|en)$/.test(name)
              ? ['""']
              : []
      expect(passing).toEqual(mayPass)
    })

    test.each([
      ['null', null],
      ['a list', []],
      ['a number', 5],
      ['a text', 'config'],
      ['an empty object', {}],
    ])('%s instead of the file', (_, value) => {
      expect(getFault(value)?.fault).toBe('fields')
    })

    test.each([
      ['an address without https', ['lms', 'login_url'], 'http://lms.sample.example/'],
      ['a script for an address', ['lms', 'login_url'], 'javascript:alert(1)'],
      ['an address with a password', ['lms', 'login_url'], 'https://a:b@lms.sample.example/'],
      ['an anchor with a space', ['legal', 'documents', 0, 'id'], 'Personal data'],
      ['an anchor of the page itself', ['legal', 'documents', 0, 'id'], 'main'],
      ['the anchor of another document', ['legal', 'documents', 0, 'id'], 'terms'],
      ['a malformed date', ['legal', 'updated'], 'yesterday'],
      ['an unknown kind', ['contacts', 0, 'fields', 0, 'kind'], 'html'],
      ['a terminal that is not encrypted', ['terminal_origins'], ['ws://terminal.example']],
      ['a terminal with a path', ['terminal_origins'], ['wss://terminal.example/']],
      ['a bank that is not encrypted', ['payment_origins'], ['http://pay.example']],
      ['a bank with a path', ['payment_origins'], ['https://pay.example/']],
      ['a CSP keyword as a bank', ['payment_origins'], ["'self'"]],
      ['an unknown time zone', ['time_zone'], 'Europe/Nowhere'],
      ['a practice exam without https', ['exam', 'practice_url'], 'http://demo.sample.example/'],
      ['a script as the practice exam', ['exam', 'practice_url'], 'javascript:alert(1)'],
      ['a practice exam on this site', ['exam', 'practice_url'], '/demo/'],
      ['a malformed holiday', ['exam', 'holidays', 0], 'monday'],
      ['a blank contact', ['contacts', 0, 'fields', 0, 'value'], '   '],
      ['measures to another site', ['vitals_path'], 'https://measures.example/vitals'],
      ['measures to another host of any scheme', ['vitals_path'], '//measures.example'],
      ['measures to a host by a backslash', ['vitals_path'], '/\\measures.example'],
      ['measures to the platform', ['vitals_path'], '/api/vitals'],
      ['measures to the platform itself', ['vitals_path'], '/api'],
      ['measures to the platform by a way around', ['vitals_path'], '/measures/../api/feedback'],
      ['measures to the platform by a dot', ['vitals_path'], '/measures/./../api'],
      ['measures to a path that is written otherwise', ['vitals_path'], '/%61pi/feedback'],
      ['measures with a search', ['vitals_path'], '/vitals?x=1'],
      ['measures to no path', ['vitals_path'], 'vitals'],
      ['measures to the page itself', ['vitals_path'], '/'],
    ])('%s', (_, path, value) => {
      expect(getFault(mutant(path, { value }))?.fields[0]?.path).toBe(
        path
          .join('.')
          .replace(/_origins$/, '_origins.0')
          .replace('0.id', value === 'terms' ? '' : '0.id')
          .replace(/\.$/, ''),
      )
    })

    test.each([
      ['a learning system on this machine', ['lms', 'login_url'], 'http://localhost:8080/login'],
      ['one on the loopback address', ['lms', 'login_url'], 'http://127.0.0.1/login'],
      ['a terminal with a port', ['terminal_origins'], ['wss://t1.example.com:8443', 'https://t-2.example']],
      [
        'a bank with a port',
        ['payment_origins'],
        ['https://pay.example.com', 'https://pay.example.com:8443'],
      ],
      ['a bank of development', ['payment_origins'], ['http://localhost:4010', 'http://127.0.0.1']],
      ['an anchor that begins like one of the page', ['legal', 'documents', 0, 'id'], 'main-terms'],
      ['a practice exam', ['exam', 'practice_url'], 'https://demo.example.com/?scenario=examRunning'],
      ['another zone', ['time_zone'], 'Asia/Vladivostok'],
    ])('accepts %s', (_, path, value) => {
      expect(getFault(mutant(path, { value }))).toBeNull()
    })

    test.each([
      ['a learning system in a script of this machine', ['lms', 'login_url'], 'ftp://localhost/'],
      ['one that is no address', ['lms', 'login_url'], 'login'],
      ['one in the clear', ['lms', 'login_url'], 'http://localhost.evil.example/'],
    ])('rejects %s as an https URL', (_, path, value) => {
      expect(getFault(mutant(path, { value }))?.fields).toEqual([
        { path: 'lms.login_url', expected: 'an https address', received: JSON.stringify(value) },
      ])
    })

    test.each([
      ['time_zone', 'Mars', 'time_zone: "Mars" instead of a time zone such as Europe/Moscow'],
      ['terminal_origins', ['xwss://a.example'], 'terminal_origins.0: "xwss://a.example" instead of '],
      ['payment_origins', ['x https://a.example'], 'payment_origins.0: "x https://a.example" instead of '],
      ['contacts', 7, 'contacts: 7 instead of Array'],
    ])('the message for %s contains the path, the received and the expected value', (name, value, line) => {
      const [note, ...lines] = getFault(mutant([name], { value }))?.problems ?? []
      expect(note).toBe('some fields are wrong')
      expect(lines).toEqual([expect.stringContaining(line)])
    })

    test('reports lengths of long values and truncates quoted ones', () => {
      const long = getFault(mutant(['lms', 'name', 'ru'], { value: 'x'.repeat(4001) }))
      expect(long?.fields).toEqual([
        { path: 'lms.name.ru', expected: 'length <=4000', received: 'length 4001' },
      ])
      const quoted = (length: number) =>
        getFault(mutant(['contacts'], { value: 'x'.repeat(length) }))?.fields[0]?.received
      expect(quoted(78)).toBe(`"${'x'.repeat(78)}"`)
      expect(quoted(79)).toBe(`"${'x'.repeat(79)}…`)
    })

    test.each(['/vitals', '/measures/of-visits.v2', '/apiary'])('accepts %s as a path for vitals', path => {
      expect(parseConfig(mutant(['vitals_path'], { value: path })).vitals_path).toBe(path)
    })

    test('fills in default values', () => {
      const { lms: _, ...rest } = parseConfig(sample())
      const bare = parseConfig({ contacts: rest.contacts, legal: rest.legal })
      expect(bare).toMatchObject({
        is_sample: false,
        terminal_origins: [],
        payment_origins: [],
        time_zone: 'Europe/Moscow',
        exam: { holidays: [], working_days: [] },
      })
      expect(bare.lms).toBeUndefined()
    })

    test('names the file as a whole when its root is wrong', () => {
      const error = getFault(null)
      expect(error?.name).toBe('ConfigError')
      expect(error?.message).toBe('config.json cannot be used: some fields are wrong')
      expect(error?.problems[1]).toMatch(/^\(the file\): null instead of Object$/)
      expect(error?.problems).toHaveLength(2)
      expect(new ConfigError('missing', 'gone')).toMatchObject({ fields: [], more: 0, problems: ['gone'] })
    })

    test('X15 ignores keys of Object.prototype', () => {
      const hostile: Config = parseConfig(
        JSON.parse(
          text.replace('{', '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},'),
        ),
      )
      expect(Object.keys(hostile).sort()).toEqual([
        'contacts',
        'exam',
        'is_sample',
        'legal',
        'lms',
        'notice',
        'payment_origins',
        'terminal_origins',
        'time_zone',
      ])
      expect(({} as Record<string, unknown>).polluted).toBeUndefined()
    })

    test('limits the report of a thousand wrong fields', () => {
      const error = getFault({ contacts: Array.from({ length: 1000 }, () => 'x'.repeat(500)), legal: 1 })
      expect(error?.fields).toHaveLength(20)
      expect(error?.more).toBe(981)
      expect(error?.problems.at(-1)).toBe('and 981 more')
      expect(error?.problems.join('\n').length).toBeLessThan(5000)
    })
  })

  const whole = {
    contacts: [],
    legal: { updated: '2026-11-01', documents: [] },
  }

  const name = { ru: 'Портал', en: 'Portal' }

  describe('accepts what the full schema accepts', () => {
    test.each<[string, unknown, boolean]>([
      ['a system', { name, login_url: 'https://lms.example/' }, true],
      ['one on this computer', { name, login_url: 'http://localhost:4000/login' }, true],
      ['none', undefined, false],
      ['null', null, false],
      ['a text', 'https://lms.example/', false],
      ['a name in one language', { name: { ru: 'Портал' }, login_url: 'https://lms.example/' }, false],
      ['an empty name', { name: { ru: ' ', en: 'Portal' }, login_url: 'https://lms.example/' }, false],
      ['no address', { name }, false],
      ['a script', { name, login_url: 'javascript:alert(1)' }, false],
      ['plain http', { name, login_url: 'http://lms.example/' }, false],
      ['a name in the address', { name, login_url: 'https://anna@lms.example/' }, false],
    ])('%s', (_, lms, isGood) => {
      expect(parseLmsConfig({ ...whole, lms }) !== null).toBe(isGood)
      const check = () => parseConfig({ ...whole, lms }).lms
      if (isGood) expect(check()).toEqual(parseLmsConfig({ ...whole, lms }))
      else if (lms !== undefined) expect(check).toThrow()
    })
    test.each([null, 4, 'text', []])('returns null for %j', value => expect(parseLmsConfig(value)).toBeNull())
  })
})

describe('config loading', () => {
  const text = readFileSync(new URL('../../public/config.json', import.meta.url), 'utf8')

  describe('loading', () => {
    afterEach(() => vi.unstubAllGlobals())

    const load = (answer: () => Promise<Response> | Response, signal = new AbortController().signal) => {
      vi.stubGlobal('fetch', async () => answer())
      return loadConfig(signal).then(
        () => 'right',
        (error: unknown) => error,
      )
    }
    const page = '<!doctype html><div id="root"></div>'

    const large = 'the file is larger than 1048576 bytes'
    test.each([
      ['a missing file', () => new Response('gone', { status: 404 }), 'missing', 'the server answered 404'],
      ['a closed file', () => new Response('', { status: 403 }), 'missing', 'the server answered 403'],
      [
        "the application's page",
        () => new Response(`\n ${page}`),
        'page',
        'got an HTML page instead of the file',
      ],
      ['an empty file', () => new Response('\n '), 'notJson', 'the file is empty'],
      ['an answer without a body', () => new Response(null), 'notJson', 'the file is empty'],
      ['half a file', () => new Response(text.slice(0, 500)), 'notJson', 'the file is not JSON'],
      ['a text with a page in it', () => new Response(`see ${page}`), 'notJson', 'the file is not JSON'],
      ['null', () => new Response('null'), 'fields', 'some fields are wrong'],
      ['5 MB', () => new Response(`"${'x'.repeat(5_000_000)}"`), 'tooLarge', large],
      ['endless spaces after the file', () => new Response(text + ' '.repeat(2_000_000)), 'tooLarge', large],
    ])('%s', async (_, answer, fault, note) => {
      const error = await load(answer)
      expect(error).toBeInstanceOf(ConfigError)
      expect((error as ConfigError).fault).toBe(fault)
      expect((error as ConfigError).problems[0]).toBe(note)
    })

    test('reads a file of exactly the maximum size', async () => {
      expect(
        await load(
          () => new Response(text.padEnd(1_048_576 - (new TextEncoder().encode(text).length - text.length))),
        ),
      ).toBe('right')
    })

    test('revalidates the cached file, and aborts with the signal', async () => {
      const requests: unknown[] = []
      vi.stubGlobal('fetch', async (...call: unknown[]) => {
        requests.push(...call)
        return new Response(text)
      })
      const { signal } = new AbortController()
      await loadConfig(signal)
      expect(requests).toEqual([
        '/config.json',
        { signal, headers: { Accept: 'application/json' }, cache: 'no-cache' },
      ])
    })

    test('accepts a byte order mark and characters split between chunks', async () => {
      const bytes = new TextEncoder().encode(`\uFEFF${text}`)
      const stream = new ReadableStream({
        start(controller) {
          for (let at = 0; at < bytes.length; at += 7) controller.enqueue(bytes.slice(at, at + 7))
          controller.close()
        },
      })
      vi.stubGlobal('fetch', async () => new Response(stream))
      expect(await loadConfig(new AbortController().signal)).toEqual(parseConfig(JSON.parse(text)))
    })

    test.each([
      ['no connection', () => Promise.reject(new TypeError('Failed to fetch')), 'network', undefined],
      ['500', () => new Response('', { status: 500 }), 'http', 500],
      ['a busy server', () => new Response('', { status: 429 }), 'http', 429],
    ])('reports %s as an ApiError', async (_, answer, kind, status) => {
      const error = await load(answer)
      expect(error).toBeInstanceOf(ApiError)
      expect(error).toMatchObject({ kind, status, operation: 'config.json' })
    })

    test('reports a broken connection as an ApiError', async () => {
      const stream = new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode('{'))
          controller.error(new TypeError('terminated'))
        },
      })
      expect(await load(() => new Response(stream))).toMatchObject({ kind: 'network' })
    })
  })
})

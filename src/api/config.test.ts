import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { type Config, loadConfig, parseConfig } from './config'
import { ConfigError } from './config-error'
import { ApiError } from './errors'

const file = join(dirname(fileURLToPath(import.meta.url)), '../../public/config.json')
const text = readFileSync(file, 'utf8')
const sample = (): unknown => JSON.parse(text)

type Path = readonly (string | number)[]

/** Every place of the file: objects, arrays and values. */
const placesOf = (value: unknown, path: Path = []): Path[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, part]) => {
        const here = [...path, Array.isArray(value) ? Number(key) : key]
        return [here, ...placesOf(part, here)]
      })
    : []

type Branch = Record<string | number, unknown>

/** A copy in which one place is another value, or gone. */
const mutant = (path: Path, change: { value: unknown } | 'drop'): unknown => {
  const copy = sample()
  const parent = path.slice(0, -1).reduce<Branch>((at, key) => at[key] as Branch, copy as Branch)
  const last = path.at(-1) ?? ''
  if (change === 'drop') delete parent[last]
  else parent[last] = change.value
  return copy
}

const faultOf = (value: unknown): ConfigError | null => {
  try {
    parseConfig(value)
    return null
  } catch (error) {
    if (error instanceof ConfigError) return error
    throw error
  }
}

/** The first of each kind: what differs is the shape, not the number in the list. */
const places = placesOf(sample()).filter(path => path.every(key => typeof key === 'string' || key === 0))
const optional = ['is_sample', 'lms', 'kind', 'terminal_origins', 'payment_origins', 'time_zone']
const optionalOfExam = ['exam', 'report', 'email', 'holidays', 'working_days']
/** What may be an empty list. */
const lists = [
  'contacts',
  'legal.documents',
  'terminal_origins',
  'payment_origins',
  'exam.holidays',
  'exam.working_days',
]

describe('N02 a file that is not as it should be', () => {
  test('the file of the repository is right, and says that it is a sample', () => {
    expect(parseConfig(sample()).is_sample).toBe(true)
  })

  const isOptional = (path: Path) =>
    [...optional, ...(path[0] === 'exam' ? optionalOfExam : [])].includes(String(path.at(-1)))
  const required = places.filter(path => !isOptional(path) && path.at(-1) !== 0)
  test.each(required.map(path => [path.join('.'), path] as const))('without %s', (name, path) => {
    const error = faultOf(mutant(path, 'drop'))
    expect(error?.fields[0]).toMatchObject({ path: name, received: null })
    expect(error?.problems).toContain(`${name}: missing`)
  })

  const wrong: unknown[] = [null, 5, true, [], {}, '', 'x'.repeat(200_001), { toString: 'x' }]
  test.each(places.map(path => [path.join('.'), path] as const))('with other kinds of %s', (name, path) => {
    const isRight = (value: unknown) => {
      const error = faultOf(mutant(path, { value }))
      if (error) expect(error.fields.some(field => field.path.startsWith(name.slice(0, 4)))).toBe(true)
      return error === null
    }
    // A list may be empty, an optional switch may be true, an exam may have no rules, a Markdown text may be empty: nothing else passes.
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
  ])('%s in place of the file', (_, value) => {
    expect(faultOf(value)?.fault).toBe('fields')
  })

  test.each([
    ['an address without https', ['lms', 'login_url'], 'http://lms.sample.example/'],
    ['a script for an address', ['lms', 'login_url'], 'javascript:alert(1)'],
    ['an address with a password', ['lms', 'login_url'], 'https://a:b@lms.sample.example/'],
    ['an anchor with a space', ['legal', 'documents', 0, 'id'], 'Personal data'],
    ['an anchor of the page itself', ['legal', 'documents', 0, 'id'], 'main'],
    ['the anchor of another document', ['legal', 'documents', 0, 'id'], 'terms'],
    ['a day in words', ['legal', 'updated'], 'yesterday'],
    ['a kind that nobody knows', ['contacts', 0, 'fields', 0, 'kind'], 'html'],
    ['a terminal that is not encrypted', ['terminal_origins'], ['ws://terminal.example']],
    ['a terminal with a path', ['terminal_origins'], ['wss://terminal.example/']],
    ['a bank that is not encrypted', ['payment_origins'], ['http://pay.example']],
    ['a bank with a path', ['payment_origins'], ['https://pay.example/']],
    ['a bank that is a word of a policy', ['payment_origins'], ["'self'"]],
    ['a zone that nobody knows', ['time_zone'], 'Europe/Nowhere'],
    ['a holiday in words', ['exam', 'holidays', 0], 'monday'],
    ['a contact that says nothing', ['contacts', 0, 'fields', 0, 'value'], '   '],
  ])('%s', (_, path, value) => {
    expect(faultOf(mutant(path, { value }))?.fields[0]?.path).toBe(
      path
        .join('.')
        .replace(/_origins$/, '_origins.0')
        .replace('0.id', value === 'terms' ? '' : '0.id')
        .replace(/\.$/, ''),
    )
  })

  test('X15 keys of the prototype change nothing and are not taken over', () => {
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
      'payment_origins',
      'terminal_origins',
      'time_zone',
    ])
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })

  test('a thousand wrong fields make a short report', () => {
    const error = faultOf({ contacts: Array.from({ length: 1000 }, () => 'x'.repeat(500)), legal: 1 })
    expect(error?.fields).toHaveLength(20)
    expect(error?.more).toBe(981)
    expect(error?.problems.join('\n').length).toBeLessThan(5000)
  })
})

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

  test.each([
    ['a missing file', () => new Response('gone', { status: 404 }), 'missing'],
    ['a closed file', () => new Response('', { status: 403 }), 'missing'],
    ["the application's page", () => new Response(page), 'page'],
    ['an empty file', () => new Response(''), 'notJson'],
    ['an answer without a body', () => new Response(null), 'notJson'],
    ['half a file', () => new Response(text.slice(0, 500)), 'notJson'],
    ['null', () => new Response('null'), 'fields'],
    ['5 MB', () => new Response(`"${'x'.repeat(5_000_000)}"`), 'tooLarge'],
    ['endless spaces after the file', () => new Response(text + ' '.repeat(2_000_000)), 'tooLarge'],
  ])('%s', async (_, answer, fault) => {
    const error = await load(answer)
    expect(error).toBeInstanceOf(ConfigError)
    expect((error as ConfigError).fault).toBe(fault)
  })

  test('a byte order mark is no mistake, and letters may be cut by a packet', async () => {
    const bytes = new TextEncoder().encode(`\uFEFF${text}`)
    const stream = new ReadableStream({
      start(controller) {
        for (let at = 0; at < bytes.length; at += 7) controller.enqueue(bytes.slice(at, at + 7))
        controller.close()
      },
    })
    expect(await load(() => new Response(stream))).toBe('right')
  })

  test.each([
    ['no connection', () => Promise.reject(new TypeError('Failed to fetch')), 'network', undefined],
    ['500', () => new Response('', { status: 500 }), 'http', 500],
    ['a busy server', () => new Response('', { status: 429 }), 'http', 429],
  ])('%s is a failure of the way, not of the file', async (_, answer, kind, status) => {
    const error = await load(answer)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ kind, status, operation: 'get /config.json' })
  })

  test('a connection that breaks halfway is a failure of the way', async () => {
    const stream = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{'))
        controller.error(new TypeError('terminated'))
      },
    })
    expect(await load(() => new Response(stream))).toMatchObject({ kind: 'network' })
  })
})

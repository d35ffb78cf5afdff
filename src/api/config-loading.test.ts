import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { loadConfig, parseConfig } from './config'
import { ConfigError } from './config-error'
import { ApiError } from './errors'

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
    ["the application's page", () => new Response(`\n ${page}`), 'page', 'a page came in place of the file'],
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
    expect(error).toMatchObject({ kind, status, operation: 'get /config.json' })
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

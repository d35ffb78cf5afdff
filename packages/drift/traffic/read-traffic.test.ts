import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SessionMask, writeHar } from '../../contract/masking/mask-session'
import type { Exchange } from '../../contract/validator/exchange'
import {
  changedExchange,
  contract,
  page,
  withFields,
  withoutField,
  withRenamedField,
} from '../../contract/validator/test-exchanges'
import { validateExchange } from '../../contract/validator/validate-exchange'
import { InputError } from '../errors'
import { runCommand } from '../test-command'
import { type Recorded, readLine, readTraffic, writeLine } from './read-traffic'

describe('read traffic', () => {
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'traffic-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  const read = async (name: string, content: string): Promise<Recorded[]> => {
    const path = join(folder, name)
    await writeFile(path, content)
    const all: Recorded[] = []
    for await (const one of readTraffic(path)) all.push(one)
    return all
  }
  const har = (...entries: unknown[]) => JSON.stringify({ log: { version: '1.2', entries } })
  const header = (name: string, value: string) => ({ name, value })
  const bytes = (text: string) => new TextEncoder().encode(text)

  const chromeEntry = {
    _resourceType: 'fetch',
    time: 900,
    timings: { blocked: 880, wait: 15, receive: 5 },
    request: {
      method: 'post',
      url: 'https://stage.example.com/api/auth/login',
      headers: [
        header(':method', 'POST'),
        header(':path', '/api/auth/login'),
        header('Content-Type', 'application/json'),
      ],
      postData: { mimeType: 'application/json', text: '{"username":"ann"}' },
    },
    response: {
      status: 200,
      headers: [header('Content-Type', 'application/json'), header('Set-Cookie', 'a=1; Path=/\nb=2')],
      content: {
        size: 4,
        mimeType: 'application/json',
        text: Buffer.from('"é"').toString('base64'),
        encoding: 'base64',
      },
    },
  }
  const firefoxEntry = {
    request: {
      method: 'GET',
      url: 'http://localhost:8000/api/groups',
      headers: [header('Authorization', 'Bearer x')],
    },
    response: { status: 200, headers: [], content: { size: 2, mimeType: 'application/json', text: '[]' } },
    time: 12,
  }
  const ofGroups = (change: object) => ({ ...firefoxEntry, ...change })
  const content = (more: object) => ofGroups({ response: { status: 200, headers: [], content: more } })

  describe('HAR files', () => {
    test.each([
      [
        'plain text that is called base64',
        { size: 15, text: '{"detail":"no"}', encoding: 'base64' },
        '{"detail":"no"}',
      ],
      ['a word that base64 might be', { size: 4, text: 'null', encoding: 'base64' }, 'null'],
      ['base64', { size: 4, text: Buffer.from('null').toString('base64'), encoding: 'base64' }, 'null'],
    ])('reads %s', async (_, given, expected) => {
      const [found] = await read('base64.har', har(content(given)))
      expect(new TextDecoder().decode(found?.exchange.response?.body)).toBe(expected)
    })

    test.each([
      [
        'that was given up',
        {
          _error: 'net::ERR_FAILED',
          response: { status: 200, headers: [], bodySize: 0, content: { size: 0 } },
        },
      ],
      [
        'of a cache',
        { _fromCache: 'memory', response: { status: 200, headers: [], content: { size: 0, text: '' } } },
      ],
      [
        'whose length says that there was a body',
        {
          response: {
            status: 200,
            headers: [header('Content-Length', '812')],
            bodySize: 0,
            content: { size: 0 },
          },
        },
      ],
    ])('has no body to judge in an answer %s', async (_, change) => {
      const [found] = await read('lost.har', har(ofGroups(change)))
      expect(found?.isBodyLost).toBe(true)
      expect(found?.exchange.response?.body).toBeUndefined()
      const { code, out } = await runCommand(undefined, '--har', join(folder, 'lost.har'))
      expect(code).toBe(0)
      expect(out).toMatch(/Not tested\n +1 body of /)
    })

    test('Chrome: base64 bodies, pseudo headers, several cookies in one line, queueing time', async () => {
      const [found] = await read('chrome.har', `\uFEFF${har({}, chromeEntry)}`)
      expect(found).toEqual({
        origin: 'chrome.har, entry 2',
        exchange: {
          request: {
            method: 'POST',
            url: 'https://stage.example.com/api/auth/login',
            headers: [['content-type', 'application/json']],
            body: bytes('{"username":"ann"}'),
          },
          response: {
            status: 200,
            headers: [
              ['content-type', 'application/json'],
              ['set-cookie', 'a=1; Path=/'],
              ['set-cookie', 'b=2'],
            ],
            body: bytes('"é"'),
          },
          milliseconds: 20,
        },
      })
    })

    test('Firefox: plain text and the total time', async () => {
      const [found] = await read('firefox.har', har(firefoxEntry))
      expect(found?.exchange).toMatchObject({ milliseconds: 12, response: { body: bytes('[]') } })
    })

    test.each([
      ['dropped by the tool', { size: 900, mimeType: 'application/json' }, undefined],
      ['truncated by the tool', { size: 900, text: '[{"id":1,' }, undefined],
      ['empty', { size: 0, mimeType: 'application/json' }, new Uint8Array()],
      ['without any information', undefined, undefined],
    ])('a body %s', async (_, one, body) => {
      const [found] = await read(
        'body.har',
        har(ofGroups({ response: { status: 200, headers: [], content: one } })),
      )
      expect(found?.exchange.response?.body).toEqual(body)
    })

    test('skips preflights, static files, sockets and non-HTTP entries; failed calls have no response', async () => {
      const { request } = firefoxEntry
      const found = await read(
        'page.har',
        har(
          ofGroups({ request: { ...request, method: 'OPTIONS' } }),
          { ...content({}), _resourceType: 'script' },
          { ...content({}), _resourceType: 'image' },
          ofGroups({ response: { status: 101 } }),
          ofGroups({ request: { ...request, url: 'data:text/plain,x' } }),
          { ...content({ size: 0 }), response: { status: 0 } },
          'nonsense',
        ),
      )
      expect(found.map(({ exchange }) => exchange.response)).toEqual([null])
    })

    test('detects a sanitized file by its missing cookies and credentials', async () => {
      const bare = ofGroups({ request: { ...firefoxEntry.request, headers: [] } })
      const [sanitized] = await read('bare.har', har(bare))
      expect(sanitized?.exchange.isSanitized).toBe(true)
      const [whole] = await read('whole.har', har(bare, firefoxEntry))
      expect(whole?.exchange.isSanitized).toBeUndefined()
    })
  })

  describe('own recordings', () => {
    const binary: Exchange = {
      request: { method: 'GET', url: 'http://h/api/user/vpn_config', headers: [['a', 'b']] },
      response: { status: 200, headers: [], body: new Uint8Array([0, 255, 254]) },
      milliseconds: 3,
    }
    const text: Exchange = {
      request: { method: 'POST', url: 'http://h/api/x', headers: [], body: bytes('\uFEFF{"a":"ж"}\n') },
      response: { status: 204, headers: [], body: new Uint8Array() },
      isSanitized: true,
    }
    const lost: Exchange = { request: { method: 'GET', url: 'http://h/api/x', headers: [] }, response: null }

    test('reads back every exchange as it was written', async () => {
      const all = [binary, text, lost]
      expect(all.map(one => readLine(writeLine(one)))).toEqual(all)
      const found = await read('own.ndjson', `${all.map(writeLine).join('\n')}{"request":{"met`)
      expect(found.map(({ exchange }) => exchange)).toEqual(all)
      expect(found.map(({ origin }) => origin)).toEqual([
        'own.ndjson, line 1',
        'own.ndjson, line 3',
        'own.ndjson, line 5',
      ])
    })
  })

  describe('rejects other files with one sentence', () => {
    test.each([
      ['broken.har', '{"log":{"entries":[', /is broken: it is no JSON/],
      ['other.har', '{"openapi":"3.1.0"}', /is no HAR: it has no list under log\.entries\.$/],
      ['page.har', '<!doctype html>', /is broken/],
      ['none.har', har(), /holds no exchange/],
      ['empty.har', '', /is empty\.$/],
      ['empty.ndjson', '', /is empty\.$/],
      ['bad.ndjson', '{"a":1}\n', /^Line 1 of .* is no recorded exchange\.$/],
      ['half.ndjson', `not json\n{}\n`, /^Line 1 of/],
      ['notes.txt', 'hello', /neither a \.har nor an \.ndjson file/],
    ])('%s', async (name, written, sentence) => {
      const error = await read(name, written).catch((thrown: unknown) => thrown)
      expect(error).toBeInstanceOf(InputError)
      expect((error as Error).message).toMatch(sentence)
      expect((error as Error).message.split('\n')).toHaveLength(1)
    })

    test('rejects a missing file, a folder and a file that is too large', async () => {
      const large = join(folder, 'large.har')
      await writeFile(large, '{')
      await truncate(large, 300 * 1024 * 1024)
      const errorFrom = async (path: string) => {
        try {
          for await (const _ of readTraffic(path)) break
        } catch (error) {
          return error instanceof InputError ? error.message.replace(folder, '') : error
        }
        return undefined
      }
      expect(await errorFrom(join(folder, 'absent.har'))).toBe(
        'The recording /absent.har cannot be read: there is no such file.',
      )
      expect(await errorFrom(folder)).toBe(' is no file.')
      expect(await errorFrom(large)).toMatch(/^\/large\.har is too large \(300 MB of at most 256\)/)
    })
  })
})

describe('page har', () => {
  const folder = mkdtempSync(join(tmpdir(), 'page-har-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  const at = Date.parse('2026-11-22T05:00:00Z')
  /** Pages cannot read `set-cookie`. */
  const ofPage = (exchange: Exchange): Exchange => ({
    ...exchange,
    isSanitized: true,
    response: exchange.response && {
      ...exchange.response,
      headers: exchange.response.headers.filter(([name]) => name !== 'set-cookie'),
    },
  })
  const drifted = [
    changedExchange('getTask 200', { body: withoutField('title') }),
    changedExchange('getTask 200', { body: withFields({ access_token: 'secret-word-1' }) }),
    changedExchange('getTask 404', { body: page, headers: () => [['content-type', 'text/html']] }),
    changedExchange('listGroups 200', { milliseconds: 9000 }),
    changedExchange('login 200', { body: withRenamedField('access_token', 'token') }),
    changedExchange('getVpnConfig 200', {
      body: '{}',
      headers: () => [['content-type', 'application/json']],
    }),
    changedExchange('getWriteup 200', {}),
    { ...changedExchange('getTask 200', {}), response: null },
  ].map(ofPage)

  test('finds the same drift in the HAR file of a page as the page itself', async () => {
    const session = new SessionMask(contract.document)
    for (const exchange of drifted) session.learn(exchange)
    const masked = drifted.map(exchange => session.mask(exchange))
    const file = join(folder, 'page.har')
    const text = writeHar(masked.map(exchange => ({ exchange, at })))
    writeFileSync(file, text)
    const { out, err } = await runCommand(undefined, '--har', file, '--format', 'json')
    const found: { driftId: string; operationId: string; place: string }[] = JSON.parse(out || err).findings
    const getKey = (one: { driftId: string; operationId?: string; place: string }) =>
      `${one.driftId} ${one.operationId} ${one.place}`
    const own = drifted.flatMap(exchange => validateExchange(contract, exchange).map(getKey))
    expect(own.length).toBeGreaterThan(5)
    // Masked values and those of samples don't agree with each other, which a page doesn't check.
    // What never came is known of a whole recording alone.
    const ofForm = found.filter(({ driftId }) => !['DR12', 'DR23', 'DR63'].includes(driftId))
    expect(ofForm.map(getKey).toSorted()).toEqual([...new Set(own)].toSorted())
    expect(text).not.toMatch(/secret-word|Bearer/)
  })
})

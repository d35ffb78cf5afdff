import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type OutgoingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, onTestFinished, test } from 'vitest'
import { stringify } from 'yaml'
import { InputError, TargetUnreachable } from '../errors'
import { readBackendDocument } from './read-document'

const document = { openapi: '3.1.0', info: { title: 'Platform', version: '1' }, paths: {} }
const text = JSON.stringify(document)

function fileWith(content: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'document-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'openapi')
  writeFileSync(path, content)
  return path
}

/** Responds 404 to other paths. */
async function serverWith(
  pages: Record<string, [number, string | Buffer, OutgoingHttpHeaders?]>,
): Promise<string> {
  const server = createServer((request, response) => {
    const [status, body, headers = {}] = pages[request.url ?? ''] ?? [404, '{"detail":"Not Found"}']
    response.writeHead(status, headers).end(body)
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('reads JSON and YAML', async () => {
  expect(await readBackendDocument(fileWith(text))).toEqual(document)
  expect(await readBackendDocument(fileWith(stringify(document)))).toEqual(document)
  const url = await serverWith({ '/spec.yaml': [200, stringify(document)] })
  expect(await readBackendDocument(`${url}/spec.yaml`)).toEqual(document)
})

describe('auto', () => {
  test.each(['/v1/api/openapi.json', '/v1/openapi.json', '/openapi.json'])('finds %s', async path => {
    const url = await serverWith({ [path]: [200, text] })
    expect(await readBackendDocument('auto', `${url}/v1/api/`)).toEqual(document)
  })

  test('skips the HTML page of an application that answers every path', async () => {
    const page: [number, string] = [200, '<!doctype html><title>Flagship</title>']
    const url = await serverWith({ '/api/openapi.json': page, '/openapi.json': [200, text] })
    expect(await readBackendDocument('auto', `${url}/api`)).toEqual(document)
  })

  test('stays on its server, while a given URL reports its redirect', async () => {
    const other = await serverWith({ '/openapi.json': [200, text] })
    const far: [number, string, OutgoingHttpHeaders] = [302, '', { location: `${other}/openapi.json` }]
    const near: [number, string, OutgoingHttpHeaders] = [307, '', { location: '/docs/openapi.json' }]
    const url = await serverWith({
      '/api/openapi.json': far,
      '/openapi.json': near,
      '/docs/openapi.json': [200, text],
      '/loop': [302, '', { location: '/loop' }],
    })
    const notes: string[] = []
    const onNote = (note: string) => notes.push(note)
    expect(await readBackendDocument('auto', `${url}/api`, { onNote })).toEqual(document)
    expect(notes).toEqual([
      `${url}/api/openapi.json redirects to another server and was not followed; give the document with --spec, if it is yours.`,
    ])
    await expect(readBackendDocument(`${url}/api/openapi.json`)).rejects.toThrow(
      `redirects to another server: if it is yours, give ${other}/openapi.json.`,
    )
    await expect(readBackendDocument(`${url}/loop`)).rejects.toThrow(/answers 302/)
  })

  test('finds nothing on an empty server', async () => {
    expect(await readBackendDocument('auto', `${await serverWith({})}/api`)).toBeUndefined()
    expect(await readBackendDocument('auto')).toBeUndefined()
  })
})

describe('rejects with one sentence', () => {
  const withRef = (ref: string) =>
    JSON.stringify({ ...document, paths: { '/a': { get: { responses: { 200: { $ref: ref } } } } } })
  const bad: [string, string, RegExp][] = [
    ['HTML', '<!DOCTYPE html><html></html>', /holds HTML instead of an OpenAPI document/],
    ['nothing', ' \n', /is empty/],
    ['neither JSON nor YAML', '{"openapi": [', /is neither JSON nor YAML: .+\.$/],
    ['an array', '[]', /contains no object/],
    ['a string', 'hello', /contains no object/],
    ['another JSON', '{"name": "flagship"}', /has no "openapi: 3\.x"/],
    ['Swagger 2.0', '{"swagger": "2.0", "paths": {}}', /written in Swagger 2\.0; convert it/],
    ['OpenAPI 4', '{"openapi": "4.0.0", "paths": {}}', /reads 3\.0 and 3\.1/],
    ['no paths', '{"openapi": "3.1.0"}', /has no paths/],
    [
      'a reference to nothing',
      withRef('#/components/responses/None'),
      /The reference #\/components\/responses\/None in .+ leads to nothing/,
    ],
    [
      'endless nesting',
      `{"openapi": "3.1.0", "paths": {}, "x": ${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
      /nested deeper than 500/,
    ],
    ['a self-reference', 'openapi: 3.1.0\npaths: {}\nx: &a { b: *a }', /nested deeper than 500/],
    ['a reference to a file', withRef('./answers.yaml#/ok'), /leads to another file; bundle/],
  ]
  test.each(bad)('%s', async (_, content, sentence) => {
    const failure = await readBackendDocument(fileWith(content)).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(InputError)
    expect(String((failure as Error).message)).toMatch(sentence)
  })

  test('a missing file and a folder', async () => {
    await expect(readBackendDocument('/nowhere/openapi.json')).rejects.toThrow(
      'The document /nowhere/openapi.json cannot be read: there is no such file.',
    )
    await expect(readBackendDocument(tmpdir())).rejects.toThrow(/it is a folder/)
  })

  test('an error status', async () => {
    const url = await serverWith({ '/spec': [503, 'busy'] })
    await expect(readBackendDocument(`${url}/spec`)).rejects.toThrow(
      /answers 503 instead of an OpenAPI document/,
    )
  })

  test('an endless response, no response, and a blocked port', async () => {
    const bomb = gzipSync(Buffer.alloc(51_000_000, 32))
    const url = await serverWith({ '/bomb': [200, bomb, { 'content-encoding': 'gzip' }] })
    await expect(readBackendDocument(`${url}/bomb`)).rejects.toThrow(/is larger than 50 MB/)
    const silent = createServer(() => undefined).listen(0, '127.0.0.1')
    onTestFinished(() => silent.closeAllConnections())
    onTestFinished(() => void silent.close())
    await new Promise(done => silent.once('listening', done))
    const { port } = silent.address() as AddressInfo
    await expect(
      readBackendDocument('auto', `http://127.0.0.1:${port}/v1/api`, { timeoutMs: 50 }),
    ).rejects.toThrow('does not answer: no response within 0.05 seconds.')
    await expect(readBackendDocument('https://localhost:1/x')).rejects.toThrow(
      'does not answer: its port is one that no client of HTTP may call.',
    )
  })

  test('an unreachable server', async () => {
    const closed = 'http://127.0.0.1:9/openapi.json'
    await expect(readBackendDocument(closed)).rejects.toThrow(TargetUnreachable)
    await expect(readBackendDocument('auto', 'http://127.0.0.1:9/api')).rejects.toThrow(
      /does not answer: .+\.$/,
    )
    await expect(readBackendDocument('auto', 'nonsense')).rejects.toThrow(/is no address/)
  })
})

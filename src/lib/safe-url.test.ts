import { afterEach, describe, expect, test, vi } from 'vitest'
import corpus from '../test/hostile/corpus.json'
import { safeFile, safeLink } from './safe-url'

describe('X10 links of files, of the log viewer and of Markdown', () => {
  test.each([...new Set([...corpus.redirects, '/groups/\ud800', ...corpus.urls, ...corpus.imageUrls])])(
    '%j is not a task file',
    address => {
      expect(safeFile(address, '/files/')).toBeNull()
    },
  )

  test('links are http(s) without credentials', () => {
    const linked = [...corpus.redirects, ...corpus.urls].map(safeLink).filter(link => link !== null)
    expect(linked.filter(link => !/^https?:\/\/[^/@\\]+(?:[/?#]|$)/.test(link))).toEqual([])
  })

  test.each([null, undefined, 7, {}, [], { toString: () => '/files/a' }])('rejects %j', value => {
    expect(safeFile(value, '/files/')).toBeNull()
    expect(safeLink(value)).toBeNull()
  })

  test('accepts files and pages of other sites', () => {
    expect(safeFile('/files/tasks/1/a%20b.png?v=2', '/files/')).toBe('/files/tasks/1/a%20b.png?v=2')
    expect(safeLink('HTTPS://Wiki.example/a')).toBe('https://wiki.example/a')
  })
})

describe('X11 task files', () => {
  afterEach(() => void vi.unstubAllGlobals())

  test.each([
    ['https://learn.example/files/a.pdf?v=2', '/files/a.pdf?v=2'],
    ['/files/a.pdf', '/files/a.pdf'],
    ['https://evil.example/files/a.pdf', null],
    ['https://evil.example/?https://learn.example/files/', null],
    ['/x/https://learn.example/files/', null],
    ['https://learn.example/filesystem/a.pdf', null],
  ])('%j: %j', (address, path) => {
    vi.stubGlobal('location', { origin: 'https://learn.example' })
    expect(safeFile(address, '/files/')).toBe(path)
  })

  test('work without a document, and API paths are rejected', () => {
    expect(safeFile('/files/a.pdf', '/files/')).toBe('/files/a.pdf')
    expect(safeFile('/files/../api/x', '/files/')).toBeNull()
    expect(safeLink('https://learn.example/api/x')).toBe('https://learn.example/api/x')
  })
})

describe('T11 X10 X11 links of a lab: in its output and endpoints', () => {
  afterEach(() => void vi.unstubAllGlobals())

  test.each([
    ['https://example.com/a?b#c', 'https://example.com/a?b#c'],
    ['HTTP://EXAMPLE.com', 'http://example.com/'],
    ['https://examplе.com/', 'https://xn--exampl-8of.com/'],
    ['https://learn.example/group/1', 'https://learn.example/group/1'],
    ['https://lab.example/api/groups/1', 'https://lab.example/api/groups/1'],
    ['https://learn.example/api/groups/1/attempts/start', null],
    ['https://learn.example:443//API/groups/1/attempts/start', null],
    ['https://learn.example/a/../%61pi/groups/1', null],
    ['https://learn.example/x/..%2fapi/y', null],
    ['https://learn.example/files/..%2fapi/groups/1/attempts/start', null],
    ['https://learn.example/x/%2e%2e%2fapi/y', null],
    ['https://learn.example/x/..%5capi/y', null],
    ['https://learn.example/x/..%252fapi/y', null],
    ['https://learn.example/x/..%2fapi/%ff', null],
    ['https://learn.example/x/..%2f%2fapi;v=1/y', null],
    ['https://learn.example/%3f/..%2fapi/y', null],
    ['https://learn.example/x/..%2fapis/y', 'https://learn.example/x/..%2fapis/y'],
    ['https://learn.example/files/100%25.pdf', 'https://learn.example/files/100%25.pdf'],
    [`https://learn.example/x/..%${'25'.repeat(40)}2fapi/y`, null],
    ['https://learn.example/%D0%B0/api', 'https://learn.example/%D0%B0/api'],
    ['javascript:alert(1)', null],
    ['data:text/html,x', null],
    ['blob:https://example.com/1', null],
    ['vbscript:x', null],
    ['file:///etc/passwd', null],
    ['//example.com', null],
    ['\\\\example.com', null],
    ['https://trusted.example@evil.example/', null],
    ['ssh://example.com', null],
    ['text https://example.com/', null],
    ['x:https://example.com/', null],
    ['https://learn.example/files/api/1', 'https://learn.example/files/api/1'],
    ['', null],
  ])('%j opens %j', (raw, address) => {
    vi.stubGlobal('location', { origin: 'https://learn.example' })
    expect(safeLink(raw)).toBe(address)
  })
})

import { describe, expect, test } from 'vitest'
import { hostileAddresses } from '../../test/hostile-addresses'
import { blockedAddresses, blockedImages } from '../../test/xss-addresses'
import { safeFile, safeLink } from './safe-url'

describe('X10 links of files, of the log viewer and of Markdown', () => {
  test.each([...new Set([...hostileAddresses, ...blockedAddresses, ...blockedImages])])(
    '%j is no file of ours',
    address => {
      expect(safeFile(address, '/files/')).toBeNull()
    },
  )

  test('whatever is linked is http(s), without a user name', () => {
    const linked = [...hostileAddresses, ...blockedAddresses].map(safeLink).filter(link => link !== null)
    expect(linked.filter(link => !/^https?:\/\/[^/@\\]+(?:[/?#]|$)/.test(link))).toEqual([])
  })

  test.each([null, undefined, 7, {}, [], { toString: () => '/files/a' }])('%j is no address', value => {
    expect(safeFile(value, '/files/')).toBeNull()
    expect(safeLink(value)).toBeNull()
  })

  test('a file and a page elsewhere are', () => {
    expect(safeFile('/files/tasks/1/a%20b.png?v=2', '/files/')).toBe('/files/tasks/1/a%20b.png?v=2')
    expect(safeLink('HTTPS://Wiki.example/a')).toBe('https://wiki.example/a')
  })
})

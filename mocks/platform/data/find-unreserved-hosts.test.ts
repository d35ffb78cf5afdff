import { expect, it } from 'vitest'
import { findUnreservedHosts } from './find-unreserved-hosts'

it.each([
  ['see https://real-site.com/page', ['real-site.com']],
  ['see http://example.com.evil.org:8080/', ['example.com.evil.org']],
  ['write to someone@mail.org', ['mail.org']],
  ['ping 10.0.0.1 and 8.8.8.8', ['10.0.0.1', '8.8.8.8']],
  [
    'curl http://shop.example:8080/ -b a@b.test 192.0.2.1 198.51.100.0/28 http://127.1:9000/ http://[::1]:9000/',
    [],
  ],
])('finds hosts that are not reserved: %s', (text, expected) => {
  expect(findUnreservedHosts(text)).toEqual(expected)
})

import { expect, test } from 'vitest'
import type { LabEndpoint } from '../../api/schema.gen'
import { getLabAddress } from './lab-address'

const address = (endpoint: Partial<LabEndpoint>) =>
  getLabAddress({ label: 'x', protocol: 'http', host: 'lab.example', port: 8080, ...endpoint })

test.each([
  ['http', { url: 'http://lab.example:8080/' }, 'http://lab.example:8080/', 'http://lab.example:8080/'],
  [
    'https in capitals',
    { protocol: 'HTTPS', url: 'https://lab.example/' },
    'https://lab.example/',
    'https://lab.example/',
  ],
  ['T07 http without a url', {}, 'lab.example:8080', null],
  ['ssh', { protocol: 'ssh', port: 22 }, 'ssh -p 22 lab.example', null],
  ['tcp', { protocol: 'tcp', port: 1337 }, 'nc lab.example 1337', null],
  ['tcp over IPv6', { protocol: 'tcp', host: '2001:db8::7', port: 1 }, 'nc 2001:db8::7 1', null],
  ['another protocol', { protocol: 'rdp', port: 3389 }, 'lab.example:3389', null],
])('%s', (_, endpoint, main, href) => expect(address(endpoint)).toMatchObject({ main, href }))

test.each([
  'javascript:alert(1)',
  'data:text/html,x',
  'blob:http://lab.example/1',
  'vbscript:x',
  'file:///etc/passwd',
  '//lab.example',
  '\\\\lab.example',
  'http://user@lab.example/',
  'http://user:secret@lab.example/',
  ' http:lab.example',
])('X10 %s is plain text, never a link', url =>
  expect(address({ url })).toMatchObject({ main: url, href: null }),
)

test.each(['-oProxyCommand=calc', 'a; rm -rf ~', 'a$(b)', '`b`', 'a b', '', 'a\nb'])(
  'a host like %j has no command',
  host => expect(address({ protocol: 'ssh', host }).isCommand).toBe(false),
)

test('host and port can be copied separately', () => {
  expect(address({ protocol: 'ssh' }).hostPort).toBe('lab.example:8080')
  expect(address({}).hostPort).toBeNull()
  expect(address({ protocol: 'tcp', host: '::1', port: 5 }).hostPort).toBe('[::1]:5')
})

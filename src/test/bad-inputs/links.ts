import { blockedAddresses, blockedImages } from './addresses'
import { hostileAddresses } from './hostile-addresses'
import type { Inputs } from './inputs'
import { hiddenCharacters, type Make, mutated, oneOf } from './mutate'

const schemes = [
  ...[
    'https',
    'http',
    'HTTPS',
    'wss',
    'ws',
    'javascript',
    'data',
    'vbscript',
    'blob',
    'file',
    'ftp',
    'mailto',
    'tel',
  ],
  ...[
    'view-source',
    'about',
    'intent',
    'feed',
    'jar',
    'ssh',
    'x',
    'ht\ttps',
    'https\n',
    '\u0001https',
    'h\u0442tps',
  ],
]
const colons = [':', '::', '&colon;', '\uff1a', '%3a', '\t:', ':\t', '']
const slashes = ['//', '/', '', '///', '\\\\', '/\\', '\\/', '//\t', '/\n/', '%2f%2f', '\uff0f\uff0f']
const users = [
  '',
  '',
  '',
  '',
  'user@',
  'user:pass@',
  'flagship.example@',
  ':@',
  '@',
  'flagship.example%40',
  'flagship.example\\@',
]

export const ownOrigin = 'https://flagship.example'
export const listedBank = 'https://pay.example.com'
export const listedTerminal = 'wss://terminal.example.com'

const hosts = [
  ...[
    'flagship.example',
    'pay.example.com',
    'terminal.example.com',
    'evil.example',
    'localhost',
    '127.0.0.1',
  ],
  ...[
    'flagship.example.evil.example',
    'evilflagship.example',
    'pay.example.com.evil.example',
    'pay-example.com',
  ],
  ...['flagship.example.', 'FLAGSHIP.example', 'flagship.example%2eevil.example', 'flagship\u3002example'],
  ...['[::1]', '[::ffff:127.0.0.1]', '0x7f.1', '2130706433', '127.1', 'localhost.evil.example', '0', ''],
  ...[
    'terminal.example.com#',
    'terminal.example.com?',
    'pay.example.com;',
    'pay.example.com\t',
    ' ',
    '..',
    '%00',
  ],
]
const ports = ['', '', '', ':443', ':80', ':8443', ':0', ':99999', ':', ':443@evil.example', ':x', ':4010']
const paths = [
  ...[
    '',
    '/',
    '/a',
    '/api/groups/1/attempts/start',
    '//api/groups',
    '/API/groups',
    '/%61pi/groups',
    '/x/../api/g',
  ],
  ...[
    '/./api/x',
    '/;/api',
    '/api%2fgroups',
    '/files/a.html',
    '//files/x',
    '/files/../api/g',
    '\\api\\g',
    '/terminal.html',
  ],
  ...['/order/ok', '?x=1', '#x', '/a b', '/\u202ea', '/%0d%0aSet-Cookie:x', '/\ud800'],
]

/** An address put together of parts that are each a known trick, or none. */
const built: Make<string> = random => {
  const parts = [schemes, colons, slashes, users, hosts, ports, paths].map(list => random.pick(list))
  const address = parts.join('')
  if (!random.chance(0.15)) return address
  const at = random.int(0, address.length)
  return address.slice(0, at) + random.pick(hiddenCharacters.split('')) + address.slice(at)
}

const plain: Make<string> = random =>
  `${random.pick(['https', 'http', 'wss'])}://${random.pick(users)}${random.pick(hosts)}${random.pick(ports)}${random.pick(paths)}`

export const linkInputs = (name: string, count: number): Inputs<string> => ({
  name,
  count,
  always: [...new Set([...hostileAddresses, ...blockedAddresses, ...blockedImages])],
  make: oneOf(
    [3, built],
    [3, plain],
    [2, mutated([...blockedAddresses, ...blockedImages])],
    [1, mutated(hostileAddresses)],
  ),
})

/** Under which no write can be made by following a link. */
const isOwnCall = (url: URL): boolean =>
  url.origin === ownOrigin && /^\/+(?:api(?:\/|$)|[^/]*%)/i.test(url.pathname)

/** What is wrong with where a link leads; null when nothing is. `isWanted` says what else is asked of the address. */
export const judgeLink = (
  address: string | null,
  protocols: readonly string[],
  isWanted: (url: URL) => boolean = () => true,
): string | null => {
  if (address === null) return null
  const url = new URL(address)
  if (!protocols.includes(url.protocol)) return `opens ${url.protocol}`
  if (url.username || url.password) return `has a user name: ${address}`
  if (!url.hostname) return `has no host: ${address}`
  if (address !== url.href) return `${address} is read as ${url.href}`
  if (isOwnCall(url)) return `makes a call: ${address}`
  return isWanted(url) ? null : `leads to ${address}`
}

import { expect, test } from 'vitest'
import {
  type Change,
  changedExchange,
  cookie,
  detail,
  dropped,
  foundDrifts,
  replaced,
  strict,
} from './test-exchanges'

const drifts: [string, string, Change, string][] = [
  [
    'a plain text',
    'getWriteup 200',
    { headers: replaced('content-type', 'text/plain') },
    'DR51 answer 200 header content-type',
  ],
  [
    'a file of another media type',
    'getVpnConfig 200',
    { headers: replaced('content-type', 'application/x-openvpn-profile') },
    'DR51 answer 200 header content-type',
  ],
  [
    'no media type',
    'getWriteup 200',
    { headers: dropped('content-type') },
    'DR52 answer 200 header content-type',
  ],
  [
    'no file name',
    'getVpnConfig 200',
    { headers: replaced('content-disposition', 'attachment') },
    'DR53 answer 200 header content-disposition',
  ],
  [
    'no header',
    'getVpnConfig 200',
    { headers: dropped('content-disposition') },
    'DR53 answer 200 header content-disposition',
  ],
  [
    'no cookie',
    'refreshSession 200',
    { headers: dropped('set-cookie') },
    'DR55 answer 200 header set-cookie',
  ],
  [
    'another cookie',
    'refreshSession 200',
    cookie(strict.replace('refresh_token', 'rt')),
    'DR55 answer 200 header set-cookie',
  ],
  [
    'no HttpOnly',
    'refreshSession 200',
    cookie(strict.replace(' HttpOnly;', '')),
    'DR56 answer 200 header set-cookie HttpOnly',
  ],
  [
    'a weaker SameSite',
    'refreshSession 200',
    cookie(strict.replace('Strict', 'Lax')),
    'DR56 answer 200 header set-cookie SameSite',
  ],
  [
    'a wider path',
    'refreshSession 200',
    cookie(strict.replace('/api/auth', '/')),
    'DR56 answer 200 header set-cookie Path',
  ],
  [
    'no Secure',
    'refreshSession 200',
    { ...cookie(strict.replace(' Secure;', '')), url: 'https://stage.example.com/api/auth/refresh' },
    'DR56 answer 200 header set-cookie Secure',
  ],
  ['no Retry-After', 'login 429', { headers: dropped('retry-after') }, 'DR61 answer 429 header retry-after'],
  [
    'a date in Retry-After',
    'login 429',
    { headers: replaced('retry-after', 'Fri, 01 Jan 2027 00:00:00 GMT') },
    'DR61 answer 429 header retry-after',
  ],
  ['a new limit', 'getLabStatus 200', { status: 429, body: detail('slow') }, 'DR61 answer 429'],
  ['a slow response', 'getTask 200', { milliseconds: 4100 }, 'DR64 answer 200'],
]

test.each(drifts)('reports each drift of headers and cookies once: %s', (_, answer, change, found) => {
  expect(foundDrifts(changedExchange(answer, change))).toEqual([found])
})

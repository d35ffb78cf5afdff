import { describe, expect, test } from 'vitest'
import corpus from '../../test/hostile/corpus.json'
import { getOrderOutcome } from './order-outcome'
import { checkPaymentUrl } from './payment-url'

const ownOrigin = 'https://flagship.example'
const allowedOrigins = ['https://pay.example.com', 'https://bank.example:8443', 'http://127.0.0.1:4010']
const check = (value: unknown) => checkPaymentUrl(value, { ownOrigin, allowedOrigins })

describe('F07 accepts a payment URL on', () => {
  test.each([
    ['a listed bank', 'https://pay.example.com/order/41?a=1#b', 'https://pay.example.com/order/41?a=1#b'],
    ['its default port, written out', 'https://pay.example.com:443/x', 'https://pay.example.com/x'],
    ['a listed port', 'https://bank.example:8443/x', 'https://bank.example:8443/x'],
    ['any case of scheme and host', 'HTTPS://Pay.Example.COM/Order', 'https://pay.example.com/Order'],
    [
      'letters beyond ASCII in what is no host',
      'https://pay.example.com/ё',
      'https://pay.example.com/%D1%91',
    ],
    ['a listed loopback address', 'http://127.0.0.1:4010/mock-bank', 'http://127.0.0.1:4010/mock-bank'],
    ['this site', 'https://flagship.example/mock-bank/order?attempt=1', undefined],
    ['a page of this site beside its files', 'https://flagship.example/bank/files/1', undefined],
    ['another', 'https://flagship.example/filesystem', undefined],
    ['an address of just the contract’s length', `https://pay.example.com/${'a'.repeat(1976)}`, undefined],
  ])('%s', (_, value, url) => {
    expect(check(value)).toEqual({ url: url ?? value })
  })
})

describe('F07 rejects with the reason:', () => {
  test.each([
    ['', { reason: 'missing' }],
    [undefined, { reason: 'missing' }],
    [null, { reason: 'missing' }],
    [41, { reason: 'broken' }],
    [{ href: 'https://pay.example.com' }, { reason: 'broken' }],
    ['http://pay.example.com/order', { reason: 'notHttps' }],
    ['http://flagship.example/order', { reason: 'notHttps' }],
    ['http://127.0.0.1:4011/order', { reason: 'notHttps' }],
    ['ftp://pay.example.com/', { reason: 'notHttps' }],
    ['https://evil.example/', { reason: 'notAllowed', host: 'evil.example' }],
    // Another port is another origin.
    ['https://pay.example.com:444/', { reason: 'notAllowed', host: 'pay.example.com:444' }],
    ['https://bank.example/', { reason: 'notAllowed', host: 'bank.example' }],
    ['https://flagship.example:8443/', { reason: 'notAllowed', host: 'flagship.example:8443' }],
    // Hosts with an allowed one as prefix or suffix.
    ['https://pay.example.com.evil.example/', { reason: 'notAllowed', host: 'pay.example.com.evil.example' }],
    ['https://evilpay.example.com/', { reason: 'notAllowed', host: 'evilpay.example.com' }],
    ['https://pay.example.com./', { reason: 'notAllowed', host: 'pay.example.com.' }],
    ['https://sub.pay.example.com/', { reason: 'notAllowed', host: 'sub.pay.example.com' }],
    ['https://example.com/', { reason: 'notAllowed', host: 'example.com' }],
    // A Cyrillic letter: the host is reported in punycode.
    ['https://p\u0430y.example.com/', { reason: 'notAllowed', host: 'xn--py-7kc.example.com' }],
    [`https://pay.example.com/${'a'.repeat(1977)}`, { reason: 'broken' }],
    ['https://pay.example.com\\@evil.example/', { reason: 'broken' }],
    ['https://pay.example.com@evil.example/', { reason: 'broken' }],
    ['https://:secret@pay.example.com/', { reason: 'broken' }],
    [' https://pay.example.com/', { reason: 'broken' }],
    ['https://pay.exa\nmple.com/', { reason: 'broken' }],
    ['https://pay.example.com/\u202e', { reason: 'broken' }],
    ['/mock-bank/order', { reason: 'broken' }],
    // Loading it would make a call, or run an uploaded file as this site.
    ['https://flagship.example/api/groups/5/attempts/start', { reason: 'broken' }],
    ['https://flagship.example/x/../API/groups', { reason: 'broken' }],
    ['https://flagship.example//%61pi/groups', { reason: 'broken' }],
    ['https://flagship.example/x/..%2fapi/groups', { reason: 'broken' }],
    ['https://flagship.example/x/..%2ffiles/e.html', { reason: 'broken' }],
    ['https://flagship.example/x/..%252ffiles/e.html', { reason: 'broken' }],
    ['https://flagship.example/files/a.html', { reason: 'broken' }],
    ['https://flagship.example//files/a.html', { reason: 'broken' }],
    ['https://flagship.example/FILES', { reason: 'broken' }],
    // A URL nested in another scheme.
    ['x https://pay.example.com/', { reason: 'broken' }],
    ['xhttps://pay.example.com/', { reason: 'notHttps' }],
    ['/redirect?to=ftp://pay.example.com/', { reason: 'broken' }],
    ['https:///pay.example.com/https://a', { reason: 'broken' }],
    ['https:pay.example.com/', { reason: 'broken' }],
    ['https://[', { reason: 'broken' }],
    [['https://pay.example.com/'], { reason: 'broken' }],
  ])('%j', (value, fault) => {
    expect(check(value)).toEqual(fault)
  })

  test.each([
    'http://evil.example',
    'http://localhost.evil.example',
    'http://xlocalhost',
    'http://127.0.0.1.evil.example',
  ])('does not trust an allowed %s that is neither https nor loopback', origin => {
    expect(checkPaymentUrl(`${origin}/`, { ownOrigin, allowedOrigins: [origin] })).toEqual({
      reason: 'notHttps',
    })
  })

  test('accepts any allowed loopback address', () => {
    const options = { ownOrigin, allowedOrigins: ['http://127.12.0.255', 'http://[::1]:4010'] }
    expect(checkPaymentUrl('http://127.12.0.255/x', options)).toEqual({ url: 'http://127.12.0.255/x' })
    expect(checkPaymentUrl('http://[::1]:4010/x', options)).toEqual({ url: 'http://[::1]:4010/x' })
  })

  test('ignores invalid allowed origins', () => {
    const options = { ownOrigin, allowedOrigins: ['', 'https://', '*', 'https://*.example'] }
    expect(checkPaymentUrl('https://evil.example/', options)).toEqual({
      reason: 'notAllowed',
      host: 'evil.example',
    })
  })
})

describe('X10 rejects', () => {
  test.each(corpus.urls)('%j', value => {
    expect(checkPaymentUrl(value, { ownOrigin: 'http://localhost', allowedOrigins })).toHaveProperty('reason')
  })
})

describe('order message', () => {
  const source = {} as Window
  const expected = { ownOrigin, source }
  const good = { origin: ownOrigin, source, data: { type: 'flagship.order', outcome: 'ok' } }

  test.each(['ok', 'fail'])('receives %s from our own page in our own frame', outcome => {
    expect(getOrderOutcome({ ...good, data: { type: 'flagship.order', outcome } }, expected)).toBe(outcome)
  })

  describe('F06 ignores a message', () => {
    test.each([
      'null',
      '',
      '*',
      'https://flagship.example/',
      'https://flagship.example.evil.example',
      'https://sub.flagship.example',
      'http://flagship.example',
      'https://FLAGSHIP.example',
    ])('of the origin %j', origin => {
      expect(getOrderOutcome({ ...good, origin }, expected)).toBeNull()
    })

    test('of an opaque origin, even if this page has one too', () => {
      expect(getOrderOutcome({ ...good, origin: 'null' }, { ownOrigin: 'null', source })).toBeNull()
    })

    test.each([
      ['another window', {} as Window, source],
      ['no window', null, source],
      ['a worker, before there is a frame', null, null],
      ['the frame, before it is known', source, null],
    ])('of %s', (_, from, frame) => {
      expect(getOrderOutcome({ ...good, source: from }, { ownOrigin, source: frame })).toBeNull()
    })

    test.each([
      null,
      'flagship.order',
      ['flagship.order', 'ok'],
      {},
      { type: 'flagship.order' },
      { outcome: 'ok' },
      { type: 'flagship.order', outcome: 'payed' },
      { type: 'flagship.order', outcome: ['ok'] },
      { type: 'Flagship.order', outcome: 'ok' },
      '{"type":"flagship.order","outcome":"ok"}',
    ])('with the data %j', data => {
      expect(getOrderOutcome({ ...good, data }, expected)).toBeNull()
    })
  })
})

import { describe, expect, test } from 'vitest'
import { getOrderOutcome } from './order-message'

const ownOrigin = 'https://flagship.example'
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
    'https://flagship.example:443',
    'https://flagship.example.evil.example',
    'https://evilflagship.example',
    'https://sub.flagship.example',
    'https://flagship.exampl',
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
    undefined,
    'flagship.order',
    'ok',
    [],
    ['flagship.order', 'ok'],
    {},
    { type: 'flagship.order' },
    { outcome: 'ok' },
    { type: 'flagship.order', outcome: 'payed' },
    { type: 'flagship.order', outcome: ['ok'] },
    { type: 'flagship.order', outcome: null },
    { type: 'flagship.orders', outcome: 'ok' },
    { type: 'Flagship.order', outcome: 'ok' },
    '{"type":"flagship.order","outcome":"ok"}',
  ])('with the data %j', data => {
    expect(getOrderOutcome({ ...good, data }, expected)).toBeNull()
  })
})

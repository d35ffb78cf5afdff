import { describe, expect, test } from 'vitest'
import { orderOutcome } from './order-message'

const ownOrigin = 'https://flagship.example'
const source = {} as Window
const expected = { ownOrigin, source }
const good = { origin: ownOrigin, source, data: { type: 'flagship.order', outcome: 'ok' } }

test.each(['ok', 'fail'])('the own page in the own frame is heard when it says %s', outcome => {
  expect(orderOutcome({ ...good, data: { type: 'flagship.order', outcome } }, expected)).toBe(outcome)
})

describe('F06 ignored is a message', () => {
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
    expect(orderOutcome({ ...good, origin }, expected)).toBeNull()
  })

  test('of an opaque origin, even where this page has one itself', () => {
    expect(orderOutcome({ ...good, origin: 'null' }, { ownOrigin: 'null', source })).toBeNull()
  })

  test.each([
    ['another window', {} as Window, source],
    ['no window', null, source],
    ['a worker, before there is a frame', null, null],
    ['the frame, before it is known', source, null],
  ])('of %s', (_, from, frame) => {
    expect(orderOutcome({ ...good, source: from }, { ownOrigin, source: frame })).toBeNull()
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
  ])('that says %j', data => {
    expect(orderOutcome({ ...good, data }, expected)).toBeNull()
  })
})

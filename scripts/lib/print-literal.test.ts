import { expect, test } from 'vitest'
import { printLiteral } from './print-literal'

/** Evaluates the printed source. */
function read(source: string): unknown {
  return new Function(`return (${source})`)()
}

const odd = {
  plain: 1,
  'with-dash': [null, true, -0.5],
  "it's": 'it\'s "quoted" \\ and\nbroken \u2028 here',
  nested: { empty: {}, none: [], text: 'х'.repeat(120) },
  long: Array.from({ length: 40 }, (_, index) => `item ${index}`),
}

test('prints source that evaluates to the same value', () => {
  expect(read(printLiteral(odd))).toEqual(odd)
  expect(Object.keys(read(printLiteral(JSON.parse('{"__proto__": 1}'))) as object)).toEqual(['__proto__'])
})

test('short values stay on one line and long ones are broken, with commas at the ends', () => {
  expect(printLiteral({ a: [1, 'two'], 'b-c': {} })).toBe("{ a: [1, 'two'], 'b-c': {} }")
  expect(printLiteral({ a: 'x'.repeat(60), b: 'y'.repeat(60) }, 1)).toBe(
    `{\n    a: '${'x'.repeat(60)}',\n    b: '${'y'.repeat(60)}',\n  }`,
  )
})

test('undefined properties are left out', () => {
  expect(printLiteral({ a: undefined, b: 1 })).toBe('{ b: 1 }')
})

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { readPlainYaml } from './plain-yaml'
import { createRandom } from './seeded-random'

/** Every text of the contract and of the fixtures, by its path. */
const texts = ['../../openapi', '../fixtures'].flatMap(folder => {
  const root = fileURLToPath(new URL(folder, import.meta.url))
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter(path => path.endsWith('.yaml'))
    .map(path => ({ path, text: readFileSync(join(root, path), 'utf8') }))
})

/** What the package makes of a text; undefined when it refuses it. */
function whole(text: string): { value: unknown } | undefined {
  try {
    return { value: parse(text, { merge: true, logLevel: 'error' }) }
  } catch {
    return undefined
  }
}

/** Nothing is said of a text that is left to the package. */
function expectSame(text: string): void {
  const plain = readPlainYaml(text)
  if (plain) expect(plain, text).toEqual(whole(text))
}

test('every file of the contract is plain, and reads as the package reads it', () => {
  expect(texts.length).toBeGreaterThan(100)
  for (const { path, text } of texts) expect(readPlainYaml(text), path).toEqual(whole(text))
})

test.each([
  ['a: 1\nb: -2.5\nc: 1.0.0\nd: 2026-01-01\ne: yes\nf: ~\ng:\n', true],
  ['- a\n- - b\n  - c: 1\n    d: "2"\n-\n  - e\n', true],
  ["a:\n- b\n- { c: [d, \"e: f\", 'g''h'] } # remark\ni: j\n", true],
  ['a: >-\n  one\n  two\n\n  three\nb: |\n  x\n    y\n', true],
  ['# remark\n\na: http://x/#y # remark\n"b": c#d\n', true],
  ['a: {\n  b: c,\n  d: [\n    e\n  ]\n  }\n', true],
  ['a: &x 1\nb: *x\n', false],
  ['a: !!str 1\n', false],
  ['a: one\n  two\n', false],
  ['a: "one\n  two"\n', false],
  ['a: 1\na: 2\n', false],
  ['a: b: c\n', false],
  ['<<: { a: 1 }\n', false],
  ['a: 0x10\n', false],
  ['a: 1e3\n', false],
  ['--- \na: 1\n', false],
  ['a:\n\t- b\n', false],
  ['a: [b\nc]\n', false],
  ['a: >+\n  b\n', false],
  ['? a\n: b\n', false],
])('%j is read here: %s', (text, isPlain) => {
  expect(readPlainYaml(text) !== undefined).toBe(isPlain)
  expectSame(text)
})

test('whatever is written as YAML is read as it was, or left to the package', () => {
  let read = 0
  const value = fc.jsonValue({ maxDepth: 4 })
  fc.assert(
    fc.property(value, fc.constantFrom(undefined, 'BLOCK_FOLDED', 'QUOTE_DOUBLE'), (data, style) => {
      const text = stringify(data, style ? { defaultStringType: style } : {})
      if (readPlainYaml(text)) read++
      expectSame(text)
    }),
    { numRuns: 300, seed: 7 },
  )
  expect(read).toBeGreaterThan(50)
})

test('a text that was hurt anywhere is read as the package reads it, or left to it', () => {
  const random = createRandom('hurt')
  const marks = [...' \n:-#{}[],\'"|>&*?!%@`0~.', '  ', '\n  ', ': ', '- ', ' #', '<<: ']
  let read = 0
  for (let run = 0; run < 600; run++) {
    const lines = random.pick(texts).text.split('\n')
    const from = random.int(0, Math.max(0, lines.length - 12))
    let text = lines.slice(from, from + 12).join('\n')
    for (let times = random.int(1, 2); times > 0; times--) {
      const at = random.int(0, text.length)
      const removed = random.chance(0.5) ? random.int(1, 3) : 0
      text = text.slice(0, at) + (random.chance(0.7) ? random.pick(marks) : '') + text.slice(at + removed)
    }
    if (readPlainYaml(text)) read++
    expectSame(text)
  }
  expect(read).toBeGreaterThan(100)
})

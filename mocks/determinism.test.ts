import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const folder = import.meta.dirname

const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter(path => path.endsWith('.ts') && !path.endsWith('.test.ts'))
  .map(path => ({ path, text: readFileSync(join(folder, path), 'utf8') }))

it.each([
  [
    'reads the machine clock',
    /Date\.now\(|new Date\(\)|performance\.now\(/,
    ['mutate/operators/traffic.ts', 'platform/clock.ts'],
  ],
  [
    'uses unseeded randomness',
    /Math\.random\(|getRandomValues|randomUUID|faker\.seed/,
    ['browser/shared-db.ts'],
  ],
])('no file %s, except the allowed ones', (_, pattern, allowed) => {
  expect(sources.length).toBeGreaterThan(50)
  expect(
    sources
      .filter(({ text }) => pattern.test(text))
      .map(({ path }) => path)
      .sort(),
  ).toEqual(allowed)
})

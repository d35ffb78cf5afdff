import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { __unstable__loadDesignSystem as loadDesignSystem } from 'tailwindcss'
import { expect, test } from 'vitest'

const source = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .map(path => path.replaceAll('\\', '/'))
  // Test helpers ship nothing, and contain hostile markup.
  .filter(path => /\.(tsx?|css)$/.test(path) && !/\.(test|gen)\./.test(path) && !path.startsWith('test/'))
  .map(path => ({ path, text: readFileSync(join(source, path), 'utf8') }))

test('A11Y-04 colour values are in tokens.css only', () => {
  const numbers = /#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})\b|\b(?:rgba?|hsla?|oklch|oklab)\(/gi
  const found = files
    .filter(({ path }) => path !== 'ui/tokens.css')
    .flatMap(({ path, text }) => [...text.matchAll(numbers)].map(([match]) => `${path}: ${match}`))
  expect(found).toEqual([])
})

const resolveStyle = (id: string, base: string) =>
  id.startsWith('.') ? resolve(base, id) : resolve(source, '../node_modules', id)

async function loadStylesheet(id: string, base: string) {
  const path = resolveStyle(id, base)
  return { path, base: dirname(path), content: readFileSync(path, 'utf8') }
}

/** Tokens that look like utilities: a known prefix, a dash, a value. */
const utility =
  /^(?:[a-z-]+:)*-?(?:p[xytrbl]?|m[xytrbl]?|gap(?:-[xy])?|space-[xy]|inset(?:-[xy])?|top|right|bottom|left|size|[wh]|(?:min|max)-[wh]|text|bg|border(?:-[xytrbl])?|fill|stroke|rounded(?:-[a-z]{1,2})?|shadow|font|leading|tracking|duration|animate|basis|grid-cols|col-span|divide|outline|ring)-[\w./[\]()%,-]+$/

const tokensIn = (text: string) =>
  [...text.matchAll(/'([^'\n]*)'|"([^"\n]*)"|`([^`]*)`/g)].flatMap(([, ...parts]) =>
    parts.filter(part => part !== undefined).flatMap(part => part.split(/\s+/)),
  )

test('every utility class compiles: one outside the theme would silently do nothing', async () => {
  const system = await loadDesignSystem(readFileSync(join(source, 'ui/styles.css'), 'utf8'), {
    base: join(source, 'ui'),
    loadStylesheet,
  })
  const used = files
    .filter(({ path }) => path.endsWith('.tsx') || /(?:-class|tone)\.ts$/.test(path))
    .flatMap(({ path, text }) =>
      tokensIn(text)
        .filter(token => utility.test(token))
        .map(token => ({ path, token })),
    )
  const compiled = system.candidatesToCss(used.map(({ token }) => token))
  expect(used.length).toBeGreaterThan(200)
  expect(
    used.filter((_, index) => compiled[index] === null).map(({ path, token }) => `${path}: ${token}`),
  ).toEqual([])
})

test("Tailwind's default palette and scale are removed", async () => {
  const system = await loadDesignSystem(readFileSync(join(source, 'ui/styles.css'), 'utf8'), {
    base: join(source, 'ui'),
    loadStylesheet,
  })
  expect(system.candidatesToCss(['bg-red-500', 'text-white', 'p-5', 'shadow-lg', 'rounded-md'])).toEqual(
    Array(5).fill(null),
  )
})

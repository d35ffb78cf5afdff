import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { __unstable__loadDesignSystem as loadDesignSystem } from 'tailwindcss'
import { expect, test } from 'vitest'

const source = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .map(path => path.replaceAll('\\', '/'))
  // What tests share ships nothing, and some of it is hostile on purpose.
  .filter(path => /\.(tsx?|css)$/.test(path) && !/\.(test|gen)\./.test(path) && !path.startsWith('test/'))
  .map(path => ({ path, text: readFileSync(join(source, path), 'utf8') }))

test('A11Y-04 no colour is written as a number outside tokens.css', () => {
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

/** Words that can only be meant as utilities: a known prefix, a dash, a value. */
const utility =
  /^(?:[a-z-]+:)*-?(?:p[xytrbl]?|m[xytrbl]?|gap(?:-[xy])?|space-[xy]|inset(?:-[xy])?|top|right|bottom|left|size|[wh]|(?:min|max)-[wh]|text|bg|border(?:-[xytrbl])?|fill|stroke|rounded(?:-[a-z]{1,2})?|shadow|font|leading|tracking|duration|animate|basis|grid-cols|col-span|divide|outline|ring)-[\w./[\]()%,-]+$/

const wordsIn = (text: string) =>
  [...text.matchAll(/'([^'\n]*)'|"([^"\n]*)"|`([^`]*)`/g)].flatMap(([, ...parts]) =>
    parts.filter(part => part !== undefined).flatMap(part => part.split(/\s+/)),
  )

test('every utility in the source compiles: one outside our scale would silently do nothing', async () => {
  const system = await loadDesignSystem(readFileSync(join(source, 'ui/styles.css'), 'utf8'), {
    base: join(source, 'ui'),
    loadStylesheet,
  })
  const used = files
    .filter(({ path }) => path.endsWith('.tsx') || /(?:-class|tone)\.ts$/.test(path))
    .flatMap(({ path, text }) =>
      wordsIn(text)
        .filter(word => utility.test(word))
        .map(word => ({ path, word })),
    )
  const compiled = system.candidatesToCss(used.map(({ word }) => word))
  expect(used.length).toBeGreaterThan(200)
  expect(
    used.filter((_, index) => compiled[index] === null).map(({ path, word }) => `${path}: ${word}`),
  ).toEqual([])
})

test("Tailwind's own palette and scale are gone", async () => {
  const system = await loadDesignSystem(readFileSync(join(source, 'ui/styles.css'), 'utf8'), {
    base: join(source, 'ui'),
    loadStylesheet,
  })
  expect(system.candidatesToCss(['bg-red-500', 'text-white', 'p-5', 'shadow-lg', 'rounded-md'])).toEqual(
    Array(5).fill(null),
  )
})

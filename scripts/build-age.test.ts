import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { requireFreshBuild } from './build-age'

const root = mkdtempSync(join(tmpdir(), 'build-age-'))
afterEach(() => rmSync(root, { recursive: true }))

/** Writes files that were changed so many seconds after a fixed time. */
const write = (files: Record<string, number>) => {
  for (const [path, seconds] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), '')
    utimesSync(join(root, path), 1_800_000_000 + seconds, 1_800_000_000 + seconds)
  }
}

test('browser tests refuse to run without a build, or on one that is older than a source', () => {
  const sources = ['index.html', 'terminal.html', 'package-lock.json', 'vite.config.ts', 'public/x.svg']
  write({ ...Object.fromEntries(sources.map(path => [path, 0])), 'src/ui/button.tsx': 0 })
  expect(() => requireFreshBuild(root)).toThrow('There is no build in dist/')
  write({ 'dist/index.html': 10, 'src/ui/button.test.tsx': 20, 'src/devtools/toolbar.tsx': 20 })
  expect(() => requireFreshBuild(root)).not.toThrow()
  write({ 'src/ui/button.tsx': 20 })
  expect(() => requireFreshBuild(root)).toThrow('older than src/ui/button.tsx. Run npm run build first.')
})

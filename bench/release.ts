import { spawnSync } from 'node:child_process'
import { copyFile, cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { compressBuild } from '../scripts/compress-build'
import { copyCheckout, removeCopy } from './copy-checkout'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The output folder of measured builds; `dist` is not touched. */
export const builtAt = (name: string): string => join(root, 'node_modules/.cache/bench', name)

/**
 * Builds and compresses the product and the floor in `node_modules/.cache`. The product is built by its own
 * command in a copy of the checkout. Throws if a build fails.
 */
export async function buildReleases(): Promise<void> {
  const copy = copyCheckout(root)
  try {
    const { status, stdout, stderr } = spawnSync('npm', ['run', 'build'], { cwd: copy, encoding: 'utf8' })
    if (status !== 0) throw new Error(`The product cannot be built:\n${stdout}\n${stderr}`)
    await rm(builtAt('release'), { recursive: true, force: true })
    await cp(join(copy, 'dist'), builtAt('release'), { recursive: true })
  } finally {
    removeCopy(copy)
  }
  await build({
    root: join(root, 'bench/floor'),
    configFile: false,
    // Ignore warnings about "use client".
    logLevel: 'error',
    build: { outDir: builtAt('floor'), emptyOutDir: true },
  })
  await compressBuild(builtAt('floor'))
  await copyFile(join(builtAt('release'), 'config.json'), join(builtAt('floor'), 'config.json'))
}

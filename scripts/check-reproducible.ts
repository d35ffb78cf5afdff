import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildElsewhere, copySources, differences, hashFiles } from './supply-chain/reproduce'

/** Builds a second time, in another folder, time zone, language and year, and compares it with `dist`, which has to be there (K08). */
const root = join(import.meta.dirname, '..')
const folder = await mkdtemp(join(tmpdir(), 'second-build-'))
try {
  await copySources(root, folder)
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  await buildElsewhere(folder)
  const [first, second] = [await hashFiles(join(root, 'dist')), await hashFiles(join(folder, 'dist'))]
  const found = differences(first, second)
  for (const line of found) console.error(line)
  if (found.length > 0 || first.size === 0) process.exitCode = 1
  else console.log(`Two builds in different places and times are the same: ${first.size} files.`)
} finally {
  await rm(folder, { recursive: true, force: true })
}

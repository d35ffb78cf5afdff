import { copyFile, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { copySources, differences, hashFiles, runNpm } from './supply-chain/reproduce'

/**
 * Installs twice into empty folders, from the registry into an empty cache and then from that cache without a network: the
 * same tree both times, and an unchanged lockfile (K01). What is built there is the same as `dist` (K08). Takes minutes.
 */
const root = join(import.meta.dirname, '..')
const folder = await mkdtemp(join(tmpdir(), 'clean-install-'))
const cache = join(folder, 'cache')
const ownFiles = ['package.json', 'package-lock.json', '.npmrc']

async function install(
  name: string,
  ...options: string[]
): Promise<{ place: string; tree: Map<string, string> }> {
  const place = join(folder, name)
  await mkdir(place)
  await copySources(root, place)
  for (const file of ownFiles) {
    await copyFile(join(root, file), join(place, file))
  }
  await runNpm(['ci', '--no-audit', '--cache', cache, ...options], place)
  return { place, tree: await hashFiles(join(place, 'node_modules'), ['.cache', '.vite']) }
}

try {
  const online = await install('online')
  const offline = await install('offline', '--offline')
  const lock = (place: string) => readFile(join(place, 'package-lock.json'), 'utf8')
  const isLockKept =
    (await lock(root)) === (await lock(online.place)) && (await lock(root)) === (await lock(offline.place))
  await runNpm(['run', '--silent', 'build'], offline.place)
  const found = [
    ...differences(online.tree, offline.tree).map(line => `node_modules: ${line}`),
    ...(isLockKept ? [] : ['npm ci has changed the lockfile.']),
    ...differences(await hashFiles(join(root, 'dist')), await hashFiles(join(offline.place, 'dist'))),
  ]
  for (const line of found) console.error(line)
  if (found.length > 0) process.exitCode = 1
  else
    console.log(
      `Two clean installs, one of them offline, are the same ${online.tree.size} files, and so is the build.`,
    )
} finally {
  await rm(folder, { recursive: true, force: true })
}

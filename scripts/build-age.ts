import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** What the production build is made of. */
const sources = ['src', 'public', 'index.html', 'terminal.html', 'package-lock.json', 'vite.config.ts']
const notBuilt = /\.test\.tsx?$|^src[\\/](test|devtools)[\\/]/

/** Throws an Error when there is no build in `dist`, or when a source is newer, so that browser tests test what is written. */
export function requireFreshBuild(root: string): void {
  const built = statSync(join(root, 'dist/index.html'), { throwIfNoEntry: false })
  if (!built) throw new Error('There is no build in dist/. Run npm run build first.')
  const newer = sources
    .flatMap(source => listFiles(root, source))
    .find(file => !notBuilt.test(file) && statSync(join(root, file)).mtimeMs > built.mtimeMs)
  if (newer !== undefined)
    throw new Error(`The build in dist/ is older than ${newer}. Run npm run build first.`)
}

function listFiles(root: string, path: string): string[] {
  if (!statSync(join(root, path)).isDirectory()) return [path]
  const entries = readdirSync(join(root, path), { recursive: true, withFileTypes: true })
  return entries
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name).slice(root.length + 1))
}

/** Playwright runs it before all tests. */
// biome-ignore lint/style/noDefaultExport: Playwright calls the default export of a global setup.
export default () => requireFreshBuild(process.cwd())

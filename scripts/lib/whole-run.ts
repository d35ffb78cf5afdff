import { readdirSync } from 'node:fs'
import { sep } from 'node:path'

/** Whether everything must run: `npm test` sets the variable to `sample` or `full`. */
export const isWholeRun = (): boolean => process.env.FLAGSHIP_TESTS !== undefined

interface Ran {
  /** Files with at least one test, as paths from the root with forward slashes. */
  files: readonly string[]
  /** Titles of the tests that did not run and gave no reason. */
  skipped: readonly string[]
}

/**
 * Compares a run with the files of the project: a test must not vanish unseen.
 *
 * @param pattern which files hold tests
 * @returns one line for each file and test that did not run
 */
export function findMissing({ files, skipped }: Ran, pattern: RegExp, all = listFiles()): string[] {
  const ran = new Set(files)
  return [
    ...all.filter(path => pattern.test(path) && !ran.has(path)).map(path => `${path}: none of its tests ran`),
    ...skipped.map(title => `${title}: skipped without a reason`),
  ]
}

/** All files except those of packages and builds. */
function listFiles(): string[] {
  const isOther = (name: string) => /^(?:node_modules|dist|test-results)|^\./.test(name)
  return readdirSync('.', { withFileTypes: true })
    .filter(entry => entry.isDirectory() && !isOther(entry.name))
    .flatMap(({ name }) =>
      readdirSync(name, { recursive: true, encoding: 'utf8' }).map(
        path => `${name}/${path.split(sep).join('/')}`,
      ),
    )
    .filter(path => !path.includes('/node_modules/'))
}

import { type SourceFile, sourceFiles } from '../lib/source-files'
import { casesIn, testTitles } from './test-titles'

/** Every file with tests, and the tables that tests take their names from, by each case that they name. */
export function readCaseFiles(): Map<string, Set<SourceFile>> {
  const files = new Map<string, Set<SourceFile>>()
  for (const file of sourceFiles('src', 'mocks', 'scripts', 'e2e', 'bench', 'deploy')) {
    if (
      !/\.(?:test|spec)\.tsx?$|^src\/test\//.test(file.path) ||
      file.path.startsWith('scripts/reliability/')
    )
      continue
    for (const id of testTitles(file.text).flatMap(casesIn))
      files.set(id, (files.get(id) ?? new Set<SourceFile>()).add(file))
  }
  return files
}

/** The files that a whole run comes by, by each case that their tests name; a test's table runs with those who read it. */
export const filesToRun = (files: ReturnType<typeof readCaseFiles>): Map<string, string[]> =>
  new Map(
    [...files].map(([id, found]) => [
      id,
      [...found].map(({ path }) => path).filter(path => /\.(?:test|spec)\.tsx?$/.test(path)),
    ]),
  )

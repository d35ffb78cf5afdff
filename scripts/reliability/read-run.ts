import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { readJson } from './read-json'
import { type KeptRun, keptFiles, type TestResult } from './test-result'

/** A figure as a test or a measurement has left it. */
export interface KeptFigure {
  name: string
  /** When it was written, milliseconds since the epoch. */
  at: number
  figure: Record<string, unknown>
}

/** What Playwright's own reporter writes, as far as it is read here. */
interface PlaywrightSuite {
  title: string
  suites?: PlaywrightSuite[]
  specs?: { title: string; file: string; tests: { status: string }[] }[]
}

/** The results in a folder; what is not there was not run. Throws for a file that cannot be read. */
export function readRun(folder: string): KeptRun {
  const unit = readJson<TestResult[]>(join(folder, keptFiles.unit))
  const journeys = readJson<{ suites: PlaywrightSuite[] }>(join(folder, keptFiles.journeys))
  return {
    unit,
    journeys: journeys?.suites.flatMap(suite => journeysOf(suite, [])) ?? null,
    checks: readJson<KeptRun['checks']>(join(folder, keptFiles.checks)),
  }
}

/** Every figure in the folder beside the results, by its name. */
export function readFigures(folder: string): KeptFigure[] {
  const figures = join(folder, keptFiles.figures)
  if (!existsSync(figures)) return []
  return readdirSync(figures)
    .filter(file => file.endsWith('.json'))
    .sort()
    .map(file => ({
      name: file.slice(0, -'.json'.length),
      at: statSync(join(figures, file)).mtimeMs,
      figure: readJson<Record<string, unknown>>(join(figures, file)) ?? {},
    }))
}

/** The first suite is the file; those in it are groups. */
function journeysOf({ title, suites = [], specs = [] }: PlaywrightSuite, above: string[]): TestResult[] {
  const groups = title.endsWith('.ts') ? above : [...above, title]
  const own = specs.flatMap(spec =>
    spec.tests.map(
      ({ status }): TestResult => ({
        file: `e2e/${spec.file}`,
        title: [...groups, spec.title].join(' '),
        // A second try tells a slow machine from a mistake (playwright.config.ts).
        state: status === 'skipped' ? 'skipped' : status === 'unexpected' ? 'failed' : 'passed',
      }),
    ),
  )
  return [...own, ...suites.flatMap(suite => journeysOf(suite, groups))]
}

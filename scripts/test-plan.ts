import { basename } from 'node:path'
import project from '../package.json' with { type: 'json' }

/** A check of `npm test`. */
export interface Check {
  command: string
  /** Checks that start when this one has passed. */
  next?: readonly Check[]
}

/** Checks of one step run side by side. */
export type Plan = readonly (readonly Check[])[]

const build: Check = { command: 'npm run build' }

const fast: readonly Check[] = [{ command: 'npm run typecheck' }, { command: 'npm run lint' }]

/** @param isFull whether to take no samples, and the screenshots too */
export const planEverything = ({ isFull }: { isFull: boolean }): Plan => [
  [
    { ...build, next: [{ command: 'npm run build:demo' }, { command: 'npx size-limit' }] },
    ...fast,
    { command: 'npm run generate -- --check' },
    { command: 'npm run contract:lint' },
  ],
  [{ command: 'npm run test:unit' }],
  [{ command: browserTests }],
  // Last, because it makes another build in place of the one that the other checks use.
  ...(isFull ? [[{ command: 'npm run screenshots' }]] : []),
]

/** The checks that need Chromium. */
export const needsChromium = ({ command }: Check): boolean => /test:e2e|screenshots/.test(command)

const browserTests = 'npm run test:e2e'

const packages = new Map(project.workspaces.map(folder => [basename(folder), `${folder}/`]))

/** The tests of some packages. Throws an Error for an unknown name. */
export function planPackages(names: readonly string[]): Plan {
  const folders = names.map(name => {
    const folder = packages.get(name)
    if (folder === undefined)
      throw new Error(`There is no package ${name}: name one of ${[...packages.keys()].join(', ')}.`)
    return folder
  })
  return [[{ command: `npm run test:unit -- ${folders.join(' ')}` }]]
}

/** What the builds are made of. */
const built =
  /^(?:src|public|openapi|mocks|deploy|packages\/contract)\/|^scripts\/(?:prerender|lib|preview)|^(?:index|terminal)\.html$|^vite\.config\.ts$|^package(?:-lock)?\.json$/
const isTest = (path: string) => /\.test\.tsx?$|^src\/test\//.test(path)

/** Tests that read files instead of importing them, so that no import leads to them. */
export const readsFiles = (path: string, text: string): boolean =>
  /\.test\.tsx?$/.test(path) && /sourceFiles\(|readFileSync\(|readdirSync\(/.test(text)

/**
 * The checks that a change can reach.
 *
 * @param since a git revision
 * @param changed paths from the root that differ from it
 * @param readers the files for which `readsFiles` is true
 */
export function planChanged(since: string, changed: readonly string[], readers: readonly string[]): Plan {
  const isBuilt = changed.some(path => built.test(path) && !isTest(path))
  const isContract = changed.some(path =>
    /^openapi\/|\.gen\.|^scripts\/(?:generate|contract)|^packages\//.test(path),
  )
  const isClient = isBuilt && changed.some(path => /^(?:src|openapi)\//.test(path))
  const browser = isBuilt
    ? [{ command: browserTests }]
    : changed.some(path => path.startsWith('e2e/'))
      ? [{ command: `${browserTests} -- --only-changed=${since}` }]
      : []
  const needsBuild = browser.length > 0
  return [
    [
      ...(needsBuild
        ? [{ ...build, next: [{ command: 'npm run build:demo' }, { command: 'npx size-limit' }] }]
        : []),
      ...fast,
      ...(isContract || isClient || changed.some(path => path.startsWith('mocks/content/'))
        ? [{ command: 'npm run generate -- --check' }]
        : []),
      ...(isContract ? [{ command: 'npm run contract:lint' }] : []),
    ],
    [{ command: `npm run test:unit -- --changed ${since}` }],
    ...(readers.length > 0 ? [[{ command: `npm run test:unit -- ${readers.join(' ')}` }]] : []),
    ...(browser.length > 0 ? [browser] : []),
  ]
}

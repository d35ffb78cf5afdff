import { isDeepStrictEqual } from 'node:util'
import { aliasOf, type LockedPackage, type Lockfile, lockedPackages, type Manifest } from './lockfile'

/** What npm copies from `package.json` into the lockfile's first entry. */
const copied = [
  'name',
  'version',
  'dependencies',
  'devDependencies',
  'optionalDependencies',
  'peerDependencies',
  'engines',
] as const satisfies (keyof Manifest)[]

const sha512 = /^sha512-[A-Za-z0-9+/]{86}==$/

/**
 * What is wrong with a lockfile (reliability case K01): every package has to come from the configured registry, byte for
 * byte as it was reviewed. An entry therefore carries a SHA-512 checksum and no address of its own: `.npmrc` leaves out
 * those of the registry, so one that is written down is a git repository, an archive or a folder.
 *
 * @returns one sentence for each finding
 */
export function lockfileProblems(lock: Lockfile, manifest: Manifest): string[] {
  const packages = lockedPackages(lock)
  return [
    ...(lock.lockfileVersion === 3 ? [] : [`lockfileVersion is ${lock.lockfileVersion}, not 3.`]),
    ...rootProblems(lock, manifest),
    ...packages.flatMap(entry => entryProblems(entry, packages)),
  ]
}

function rootProblems(lock: Lockfile, manifest: Manifest): string[] {
  const root: Manifest = lock.packages[''] ?? {}
  const different = copied.filter(key => !isDeepStrictEqual(root[key], manifest[key]))
  const asked = Object.entries({
    ...manifest.dependencies,
    ...manifest.devDependencies,
    ...manifest.optionalDependencies,
  })
  return [
    ...different.map(key => `${key} differs between package.json and the lockfile.`),
    ...asked
      .filter(([name, version]) => !isLockedAt(lock.packages[`node_modules/${name}`], version))
      .map(([name, version]) => `${name} is locked at another version than ${version}.`),
  ]
}

/** Only an alias has a name of its own in its entry: that of the package that it stands for. */
const isLockedAt = (entry: Lockfile['packages'][string] | undefined, wanted: string): boolean => {
  const alias = aliasOf(wanted)
  return entry?.version === (alias?.version ?? wanted) && entry.name === alias?.name
}

function entryProblems(entry: LockedPackage, all: LockedPackage[]): string[] {
  const { path, integrity, resolved, link, version } = entry
  if (link) return [`${path} is a link to a folder.`]
  return [
    ...(version ? [] : [`${path} has no version.`]),
    ...(resolved === undefined ? [] : [`${path} comes from ${resolved}, not from the registry.`]),
    ...(sha512.test(integrity ?? holderOf(entry, all)?.integrity ?? '')
      ? []
      : [`${path} has no SHA-512 checksum.`]),
  ]
}

/** The package in whose archive a bundled one came. */
function holderOf({ inBundle, path }: LockedPackage, all: LockedPackage[]): LockedPackage | undefined {
  return inBundle
    ? all.find(other => !other.inBundle && path.startsWith(`${other.path}/node_modules/`))
    : undefined
}

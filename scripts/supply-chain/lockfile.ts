import { readFileSync } from 'node:fs'

/** What stands in `package-lock.json` (version 3) about one package; of npm's fields those that are looked at here. */
interface LockEntry {
  version?: string
  /** The package's own name where another one was asked for (`npm:` aliases). */
  name?: string
  resolved?: string
  integrity?: string
  license?: string
  dev?: boolean
  link?: boolean
  /** Came inside the archive of the package around it, and is covered by that one's checksum. */
  inBundle?: boolean
  hasInstallScript?: boolean
}

export interface Lockfile {
  lockfileVersion?: number
  packages: Record<string, LockEntry>
}

export interface Manifest {
  name?: string
  version?: string
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  overrides?: Record<string, unknown>
  engines?: Record<string, string>
}

export interface LockedPackage extends LockEntry {
  /** Where it lies: `node_modules/a/node_modules/b`. */
  path: string
  name: string
  version: string
}

/** The package and version that are asked for under another name (`npm:package@version`), if they are. */
export function aliasOf(wanted: string): { name: string; version: string } | null {
  const [, name, version] = /^npm:(.+)@(.*)$/.exec(wanted) ?? []
  return name === undefined || version === undefined ? null : { name, version }
}

/** Every package of a lockfile, without the project itself. */
export function lockedPackages({ packages }: Lockfile): LockedPackage[] {
  return Object.entries(packages)
    .filter(([path]) => path !== '')
    .map(([path, entry]) => ({
      ...entry,
      path,
      name: entry.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version: entry.version ?? '',
    }))
}

/** The project's own lockfile and manifest; throws when they are no JSON. */
export function readProject(): { lock: Lockfile; manifest: Manifest } {
  const read = (name: string) => JSON.parse(readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8'))
  return { lock: read('package-lock.json'), manifest: read('package.json') }
}

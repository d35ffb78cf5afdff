import { type Incident, incidents } from './denied-versions'
import { type Lockfile, lockedPackages } from './lockfile'

/** @returns one sentence for each package of the lockfile that is a known bad version (reliability case K05) */
export function deniedPackages(lock: Lockfile, known: Incident[] = incidents): string[] {
  return lockedPackages(lock).flatMap(({ path, name, version }) =>
    known
      .filter(({ versions }) => isNamed(versions, name, version))
      .map(incident => `${path} ${version} is malicious (${incident.name}: ${incident.source}).`),
  )
}

function isNamed(versions: Record<string, string>, name: string, version: string): boolean {
  const bad = Object.hasOwn(versions, name) ? versions[name]?.split(' ') : undefined
  return bad?.includes('*') || bad?.includes(version) || false
}

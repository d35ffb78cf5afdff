import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { type LockedPackage, type Lockfile, lockedPackages } from './lockfile'

/** What this project reads of a CycloneDX document. */
export interface Sbom {
  bomFormat: string
  components: {
    'bom-ref': string
    name: string
    version: string
    hashes?: { alg: string; content: string }[]
    licenses?: object[]
  }[]
  dependencies?: { ref: string; dependsOn?: string[] }[]
}

/**
 * npm's own list of what is shipped, made from the lockfile alone; throws when npm cannot make it. It is cut here, because
 * `npm sbom --omit=dev` of npm 11.19 leaves out whatever a tool needs too: React among others.
 */
export function makeSbom(lock: Lockfile): Sbom {
  const parameters = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only']
  const cwd = fileURLToPath(new URL('../..', import.meta.url))
  const { status, stdout, stderr } = spawnSync('npm', parameters, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  if (status !== 0) throw new Error(`npm sbom failed: ${stderr}`)
  return onlyShipped(JSON.parse(stdout), lock)
}

export function onlyShipped(sbom: Sbom, lock: Lockfile): Sbom {
  const shipped = new Set(shippedOf(lock).map(({ name, version }) => `${name}@${version}`))
  const components = sbom.components.filter(({ name, version }) => shipped.has(`${name}@${version}`))
  const left = new Set(
    sbom.components
      .filter(component => !components.includes(component))
      .map(component => component['bom-ref']),
  )
  const dependencies = (sbom.dependencies ?? [])
    .filter(({ ref }) => !left.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter(other => !left.has(other)) }))
  return { ...sbom, components, dependencies }
}

const shippedOf = (lock: Lockfile): LockedPackage[] => lockedPackages(lock).filter(({ dev }) => !dev)

/** @returns one sentence for each shipped package that the list does not hold with its checksum and licence (reliability case K06) */
export function sbomProblems({ bomFormat, components }: Sbom, lock: Lockfile): string[] {
  if (bomFormat !== 'CycloneDX') return [`The format is ${bomFormat}.`]
  const listed = new Map(components.map(component => [`${component.name}@${component.version}`, component]))
  return shippedOf(lock).flatMap(({ name, version }) => {
    const component = listed.get(`${name}@${version}`)
    if (!component) return [`${name} ${version} is missing.`]
    return [
      ...(component.hashes?.some(hash => hash.alg === 'SHA-512')
        ? []
        : [`${name} ${version} has no checksum.`]),
      ...(component.licenses?.length ? [] : [`${name} ${version} has no licence.`]),
    ]
  })
}

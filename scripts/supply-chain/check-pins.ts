import { aliasOf, type Manifest } from './lockfile'

const exactVersion = /^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/

/** An alias stands for a second version of a package, and says of which by its own name: `typescript-7`. */
const isExact = (name: string, version: string): boolean => {
  const alias = aliasOf(version)
  return alias
    ? name.startsWith(`${alias.name}-`) && exactVersion.test(alias.version)
    : exactVersion.test(version)
}

/** @returns one sentence for each dependency of the manifest that is not one exact version of the registry (reliability case K02) */
export function pinProblems(manifest: Manifest): string[] {
  const wanted = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies }
  return [...Object.entries(wanted), ...leavesOf(manifest.overrides ?? {})]
    .filter(([name, version]) => !isExact(name, version))
    .map(([name, version]) => `${name} is asked for as ${version}, which is no exact version.`)
}

/** Overrides nest: by package, and by the package inside of which they count. */
function leavesOf(overrides: Record<string, unknown>): [string, string][] {
  return Object.entries(overrides).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null
      ? leavesOf(value as Record<string, unknown>)
      : [[name, String(value)] satisfies [string, string]],
  )
}

/** What `.npmrc` has to say, and what each line keeps out. */
const required: Record<string, string> = {
  // A range that npm writes by itself lets the next install take another version.
  'save-exact': 'true',
  // No package runs code while it is installed; install-scripts.ts lists those that would like to.
  'ignore-scripts': 'true',
  // Most malicious versions are found within hours. npm 11.10 and newer; see SECURITY.md for what older ones do.
  'min-release-age': '7',
  // A lockfile without addresses: one that is there is no registry's (check-lockfile.ts).
  'omit-lockfile-registry-resolved': 'true',
}

/** Settings that would take the lines above back, send packages over other ways, or have no place in a repository. */
const forbidden =
  /^(?:registry|@.*:registry|strict-ssl|before|min-release-age-exclude|allow-scripts|proxy|https?-proxy|.*_?auth.*|.*password)$/i

/** @returns one sentence for each line that `.npmrc` lacks or must not have */
export function npmrcProblems(text: string): string[] {
  const settings = text
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '' && !/^[#;]/.test(line))
    .map(line => {
      const [key = '', ...value] = line.split('=')
      return { key: key.trim(), value: value.join('=').trim() }
    })
  return [
    ...Object.entries(required)
      .filter(
        ([key, value]) =>
          !isOnly(
            settings.filter(setting => setting.key === key),
            value,
          ),
      )
      .map(([key, value]) => `${key}=${value} has to stand in .npmrc, once.`),
    ...settings.filter(({ key }) => forbidden.test(key)).map(({ key }) => `${key} must not stand in .npmrc.`),
  ]
}

const isOnly = (settings: { value: string }[], value: string): boolean =>
  settings.length === 1 && settings[0]?.value === value

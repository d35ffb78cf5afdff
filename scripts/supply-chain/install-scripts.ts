import { type Lockfile, lockedPackages } from './lockfile'

/** Packages that want to run code when they are installed, read by hand, and why it does no harm that they may not. */
const reviewedInstallScripts: Record<string, string> = {
  esbuild:
    'Looks whether its binary of this platform is there, which comes as a package of its own, and fetches it otherwise. Of tsx; never shipped.',
  msw: 'Copies its worker into the folder that package.json would name; it names none, for mocks/worker-plugin.ts serves the worker from the package.',
}

/** @returns one sentence for each package whose script nobody has read, and for each reviewed one that has none any more */
export function installScriptProblems(
  lock: Lockfile,
  reviewed: Record<string, string> = reviewedInstallScripts,
): string[] {
  const packages = lockedPackages(lock).filter(entry => entry.hasInstallScript)
  const names = new Set(packages.map(entry => entry.name))
  return [
    ...packages
      .filter(({ name }) => !Object.hasOwn(reviewed, name))
      .map(({ path, version }) => `${path} ${version} has an install script that nobody has read.`),
    ...Object.keys(reviewed)
      .filter(name => !names.has(name))
      .map(name => `${name} has no install script any more: take it off the list.`),
  ]
}

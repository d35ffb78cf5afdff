import { type Lockfile, lockedPackages } from './lockfile'

/** Licences of what is part of the product: they ask for a notice at most. */
const shipped = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  // The fonts, as files of their own.
  'OFL-1.1',
  'Unlicense',
]

/** Further ones that the tools may have, which nobody gets with the product. */
const toolsOnly = ['BlueOak-1.0.0', 'CC-BY-4.0', 'CC0-1.0', 'MIT-0', 'MPL-2.0', 'PSF-2.0', 'Python-2.0']

/** @returns one sentence for each package whose licence is unknown or not on the list of its kind (reliability case K06) */
export function licenceProblems(lock: Lockfile): string[] {
  return lockedPackages(lock).flatMap(({ path, license, dev }) => {
    if (typeof license !== 'string' || license === '') return [`${path} names no licence.`]
    const allowed = dev ? [...shipped, ...toolsOnly] : shipped
    if (choicesOf(license).some(choice => allowed.includes(choice))) return []
    return [`${path} has the licence ${license}, which is not allowed for ${dev ? 'a tool' : 'the product'}.`]
  })
}

/** How many packages have each licence, the commonest first. */
export function countLicences(lock: Lockfile): [licence: string, packages: number][] {
  const counts = new Map<string, number>()
  for (const { license = 'unknown' } of lockedPackages(lock))
    counts.set(license, (counts.get(license) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1])
}

/** The licences between which an SPDX expression leaves the choice; one that joins several by AND is no choice. */
const choicesOf = (expression: string): string[] =>
  expression
    .replace(/^\((.*)\)$/, '$1')
    .split(' OR ')
    .map(part => part.trim())

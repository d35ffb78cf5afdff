import { createRandom, hash, type Seed } from '../../scripts/lib/seeded-random'

type Classed = { readonly id: string; readonly driftId: string }

/** Classes with fewer places than this lend all of them to both seeds. */
const fewPlaces = 4

/**
 * At most `most` mutants, spread evenly over the classes. The tuning and the scoring seed see different places of a
 * class: each gets one half of them, the same on every machine.
 */
export function sampleMutants<Mutant extends Classed>(
  mutants: readonly Mutant[],
  seed: Seed,
  most: number,
): Mutant[] {
  const classes = new Map<string, Mutant[]>()
  for (const mutant of mutants.filter(one => isOf(one, seed, mutants))) {
    classes.set(mutant.driftId, [...(classes.get(mutant.driftId) ?? []), mutant])
  }
  const shuffled = [...classes.values()].map(list => createRandom('sample', seed).shuffle(list))
  const chosen = new Set<Mutant>()
  for (let round = 0; chosen.size < most && shuffled.some(list => list.length > round); round++) {
    for (const list of shuffled) {
      const next = list[round]
      if (next && chosen.size < most) chosen.add(next)
    }
  }
  return mutants.filter(mutant => chosen.has(mutant))
}

const counts = new WeakMap<readonly Classed[], Map<string, number>>()

function isOf({ id, driftId }: Classed, seed: Seed, mutants: readonly Classed[]): boolean {
  if (seed !== 'tuning' && seed !== 'scoring') return true
  const known = counts.get(mutants) ?? countClasses(mutants)
  counts.set(mutants, known)
  if ((known.get(driftId) ?? 0) < fewPlaces) return true
  return (hash('half', id) % 2 === 0) === (seed === 'tuning')
}

function countClasses(mutants: readonly Classed[]): Map<string, number> {
  const found = new Map<string, number>()
  for (const { driftId } of mutants) found.set(driftId, (found.get(driftId) ?? 0) + 1)
  return found
}

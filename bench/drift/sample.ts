import { createRandom, hash, type Seed } from '../../scripts/lib/seeded-random'

type HasDriftClass = { readonly id: string; readonly driftId: string }

/** Classes with fewer mutants than this give all of them to both seeds. */
const MIN_LOCATIONS = 4

/**
 * At most `most` mutants, spread evenly over the classes. The seeds `tuning` and `scoring` get disjoint
 * halves of each class, the same on every machine.
 */
export function sampleMutants<Mutant extends HasDriftClass>(
  mutants: readonly Mutant[],
  seed: Seed,
  max: number,
): Mutant[] {
  const classes = new Map<string, Mutant[]>()
  for (const mutant of mutants.filter(one => isInHalf(one, seed, mutants))) {
    classes.set(mutant.driftId, [...(classes.get(mutant.driftId) ?? []), mutant])
  }
  const shuffled = [...classes.values()].map(list => createRandom('sample', seed).shuffle(list))
  const chosen = new Set<Mutant>()
  for (let round = 0; chosen.size < max && shuffled.some(list => list.length > round); round++) {
    for (const list of shuffled) {
      const next = list[round]
      if (next && chosen.size < max) chosen.add(next)
    }
  }
  return mutants.filter(mutant => chosen.has(mutant))
}

const counts = new WeakMap<readonly HasDriftClass[], Map<string, number>>()

function isInHalf({ id, driftId }: HasDriftClass, seed: Seed, mutants: readonly HasDriftClass[]): boolean {
  if (seed !== 'tuning' && seed !== 'scoring') return true
  const known = counts.get(mutants) ?? countClasses(mutants)
  counts.set(mutants, known)
  if ((known.get(driftId) ?? 0) < MIN_LOCATIONS) return true
  return (hash('half', id) % 2 === 0) === (seed === 'tuning')
}

function countClasses(mutants: readonly HasDriftClass[]): Map<string, number> {
  const found = new Map<string, number>()
  for (const { driftId } of mutants) found.set(driftId, (found.get(driftId) ?? 0) + 1)
  return found
}

/** Seeded random numbers for reproducible samples, mock data and drift probes. */

export type Seed = string | number

export type Random = {
  /** A number in [0, 1). */
  next: () => number
  /** A whole number between `min` and `max`, both included. */
  int: (min: number, max: number) => number
  /** True with the given probability (0 to 1). */
  chance: (probability: number) => boolean
  /** One item of a list that is not empty; throws a RangeError otherwise. */
  pick: <Item>(items: readonly Item[]) => Item
  /** A shuffled copy. */
  shuffle: <Item>(items: readonly Item[]) => Item[]
}

/** A 32-bit hash of all parts in their order (FNV-1a with a final mix); the same on every machine. */
export function hash(...parts: readonly Seed[]): number {
  let state = 0x811c9dc5
  for (const part of parts) {
    const text = `${typeof part === 'number' ? 'n' : 's'}${part}\u0000`
    for (let index = 0; index < text.length; index++) {
      state = Math.imul(state ^ text.charCodeAt(index), 0x01000193)
    }
  }
  state = Math.imul(state ^ (state >>> 16), 0x85ebca6b)
  state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35)
  return (state ^ (state >>> 16)) >>> 0
}

/** A new generator (mulberry32); equal seeds give equal sequences. */
export function createRandom(...seed: readonly Seed[]): Random {
  let state = hash(...seed)
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }
  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  const pick = <Item>(items: readonly Item[]): Item => {
    if (items.length === 0) throw new RangeError('There is nothing to pick from an empty list.')
    return items[int(0, items.length - 1)] as Item
  }
  const shuffle = <Item>(items: readonly Item[]): Item[] => {
    const copy = [...items]
    for (let last = copy.length - 1; last > 0; last--) {
      const other = int(0, last)
      const kept = copy[last] as Item
      copy[last] = copy[other] as Item
      copy[other] = kept
    }
    return copy
  }
  return { next, int, chance: probability => next() < probability, pick, shuffle }
}

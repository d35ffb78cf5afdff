import { hash, type Seed } from '../../packages/contract/seeded-random'

/** A deterministic hexadecimal string; not cryptographically secure. */
export function digest(length: number, ...parts: Seed[]): string {
  let digits = ''
  for (let round = 0; digits.length < length; round++) {
    digits += hash(round, ...parts)
      .toString(16)
      .padStart(8, '0')
  }
  return digits.slice(0, length)
}

/** Keeps plain-text passwords out of snapshots. */
export function hashPassword(db: { readonly seed: string }, userId: number, password: string): string {
  return digest(32, db.seed, 'password', userId, password)
}

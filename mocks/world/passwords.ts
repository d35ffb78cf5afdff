import { digest } from './digest'
import type { World } from './world'

/** A keyed digest, so that no snapshot of the world carries a password in the clear. */
export function hashPassword(world: Pick<World, 'seed'>, userId: number, password: string): string {
  return digest(32, world.seed, 'password', userId, password)
}

import { createRandom } from '../../scripts/lib/seeded-random'
import type { LatencyProfile } from '../control/mock-controls'

/** Shortest and longest wait for an answer, in milliseconds of the machine. */
export const latencyProfiles: Record<LatencyProfile, readonly [number, number]> = {
  none: [0, 0],
  usual: [80, 160],
  slow: [400, 1200],
  verySlow: [2000, 6000],
  uneven: [0, 4000],
}

/** How long the answer to a call takes, drawn from the call's number. */
export function latencyOf(profile: LatencyProfile, exchangeId: number): number {
  const [shortest, longest] = latencyProfiles[profile]
  return createRandom('latency', exchangeId).int(shortest, longest)
}

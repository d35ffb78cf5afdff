import { createRandom } from '../../scripts/lib/seeded-random'
import type { LatencyProfile } from './faults'

/** Shortest and longest response time, in machine milliseconds. */
export const latencyProfiles: Record<LatencyProfile, readonly [number, number]> = {
  none: [0, 0],
  usual: [80, 160],
  slow: [400, 1200],
  verySlow: [2000, 6000],
  uneven: [0, 4000],
}

/** Depends only on the profile and the number of the call. */
export function drawLatency(profile: LatencyProfile, exchangeId: number): number {
  const [shortest, longest] = latencyProfiles[profile]
  return createRandom('latency', exchangeId).int(shortest, longest)
}

import type { World } from './world'

const onMilliseconds = 4000
const offMilliseconds = 3000

/** Whether calls cannot reach the platform at this moment, by the virtual clock. */
export function isNetworkAway(world: World): boolean {
  const { network } = world.settings
  if (network !== 'flapping') return network === 'offline'
  const cycle = onMilliseconds + offMilliseconds
  const into = (((world.now() - world.startedAt) % cycle) + cycle) % cycle
  return into >= onMilliseconds
}

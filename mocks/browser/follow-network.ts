import { isNetworkAway } from '../world/network'
import type { SharedWorld } from './shared-world'
import { simulateConnection } from './simulated-connection'

/** How often a flapping network is looked at, in milliseconds of the machine: the virtual clock may go at any speed. */
const period = 250

/** The page hears that its connection is away whenever the platform's network is. */
export function followNetwork({ world, onChange }: Pick<SharedWorld, 'world' | 'onChange'>): void {
  const tell = simulateConnection()
  const look = () => tell(!isNetworkAway(world()))
  look()
  onChange(look)
  setInterval(() => {
    if (world().settings.network === 'flapping') look()
  }, period)
}

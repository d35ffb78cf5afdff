import { isNetworkAway } from '../platform/network'
import type { SharedDb } from './shared-db'
import { simulateConnection } from './simulated-connection'

/** How often a flapping network is looked at, in milliseconds of the machine: the virtual clock may go at any speed. */
const period = 250

/** The page hears that its connection is away whenever the platform's network is. */
export function followNetwork({ db, onChange }: Pick<SharedDb, 'db' | 'onChange'>): void {
  const tell = simulateConnection()
  const look = () => tell(!isNetworkAway(db()))
  look()
  onChange(look)
  setInterval(() => {
    if (db().settings.network === 'flapping') look()
  }, period)
}

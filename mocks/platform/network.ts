import type { Db } from './db'

const onMilliseconds = 4000
const offMilliseconds = 3000

/**
 * Whether calls cannot reach the platform at this moment. A flapping network goes by the machine's time, as latency
 * does: with the virtual clock it would be away for ever when that one is paused, and a blink when it runs fast.
 */
export function isNetworkAway(db: Db): boolean {
  const { network } = db.settings
  if (network !== 'flapping') return network === 'offline'
  return db.machineNow() % (onMilliseconds + offMilliseconds) >= onMilliseconds
}

import type { Db } from './db'

const UP_MS = 4000
const DOWN_MS = 3000

/**
 * Whether requests fail at the moment. `flapping` uses machine time: with a paused virtual clock it would stay down for
 * ever.
 */
export function isNetworkDown(db: Db): boolean {
  const { network } = db.settings
  if (network !== 'flapping') return network === 'offline'
  return db.machineNow() % (UP_MS + DOWN_MS) >= UP_MS
}

import type { Outcome } from '../outcome'
import type { Field } from '../tasks'

export async function comparePeers(
  _field: Field,
  _seed: string,
  _servers: readonly Outcome[],
  _documents: readonly Outcome[],
) {
  return undefined
}

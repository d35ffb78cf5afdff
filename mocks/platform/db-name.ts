import type { Db } from './db'

/** How a call says which of several databases of a server it means, where it has no header of its own. */
export const dbParameter = 'mock-db'

/** An address that the platform gives out, so that whoever follows it comes to the same db. */
export function addressIn({ settings }: Db, address: string): string {
  if (settings.dbName === null) return address
  return `${address}${address.includes('?') ? '&' : '?'}${dbParameter}=${settings.dbName}`
}

import type { World } from './world'

/** How a call says which of several worlds of a server it means, where it has no header of its own. */
export const worldParameter = 'mock-world'

/** An address that the platform gives out, so that whoever follows it comes to the same world. */
export function addressIn({ settings }: World, address: string): string {
  if (settings.worldName === null) return address
  return `${address}${address.includes('?') ? '&' : '?'}${worldParameter}=${settings.worldName}`
}

import { nearest } from '../../scripts/lib/nearest'
import type { HostControls } from './create-controls'

/**
 * Begins the start that the address names, as in `/groups?scenario=emptyAccount&seed=2`, and takes it out of the
 * address, so that a reload goes on with what it began. The bare home page becomes the page of the start. A name that
 * is not known is told, and the page goes on with the database that there is.
 */
export async function beginFromAddress(
  controls: Pick<HostControls, 'begin' | 'starts' | 'tellTrouble'>,
  page: Pick<Window, 'location' | 'history'> = window,
): Promise<void> {
  const address = new URL(page.location.href)
  const { searchParams } = address
  const name = searchParams.get('scenario')
  if (name === null) return
  const seed = searchParams.get('seed') ?? undefined
  searchParams.delete('scenario')
  searchParams.delete('seed')
  const isHome = address.pathname === '/' && address.search === ''
  try {
    const path = await controls.begin(name, seed)
    page.history.replaceState(null, '', isHome ? path : address.href)
  } catch (error) {
    const sentence = error instanceof Error ? error.message : String(error)
    console.warn(sentence)
    controls.tellTrouble(findUnknown(name, controls.starts) ?? sentence)
    page.history.replaceState(null, '', address.href)
  }
}

/** What fits above the strip of a page; the console has every name. */
function findUnknown(name: string, starts: HostControls['starts']): string | undefined {
  const names = starts.map(start => start.name)
  if (names.includes(name)) return undefined
  const meant = nearest(name, names)
  return `There is no scenario ${name}${meant ? `: did you mean ${meant}?` : '.'} The deck lists all of them.`
}

import { nearest } from '../../scripts/lib/nearest'
import type { HostControls } from './create-controls'

/**
 * Applies the scenario of the URL, as in `/groups?scenario=emptyAccount&seed=2`, and removes it from the URL so that a
 * reload keeps the state. At the bare home page the URL becomes the page of the scenario. An unknown name is reported
 * and changes nothing.
 */
export async function startFromUrl(
  controls: Pick<HostControls, 'applyStart' | 'starts' | 'reportProblem'>,
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
    const path = await controls.applyStart(name, seed)
    page.history.replaceState(null, '', isHome ? path : address.href)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    console.warn(message)
    controls.reportProblem(describeUnknown(name, controls.starts) ?? message)
    page.history.replaceState(null, '', address.href)
  }
}

/** A short message for the toolbar; the console lists every name. */
function describeUnknown(name: string, starts: HostControls['starts']): string | undefined {
  const names = starts.map(start => start.name)
  if (names.includes(name)) return undefined
  const meant = nearest(name, names)
  return `There is no scenario ${name}${meant ? `: did you mean ${meant}?` : '.'} The developer panel lists all of them.`
}

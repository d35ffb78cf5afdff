import type { QueryReader } from '../api/late-query-client'
import { clock } from '../lib/clock'
import { configQuery } from './config'

/** Milliseconds after the start: the page, its words and the code of the next pages come first. */
const delay = 5000

/**
 * Looks, when the page has come to rest, whether this deployment wants to know how visits feel, and only then fetches the
 * code that measures it. Measures of a page that is left earlier are lost, as are those that nobody can be asked about.
 *
 * @param page the pattern of the route that the visit began with
 */
export const reportVitals = (queryClient: QueryReader, page: string): void => {
  const start = async () => {
    const { vitals_path: path } = await queryClient.query(configQuery())
    if (path === undefined) return
    const { watchVitals } = await import('../api/vitals')
    watchVitals(path, page)
  }
  clock.after(delay, () => void start().catch(() => {}))
}

import type { QueryClient } from '@tanstack/react-query'
import { clock } from '../lib/clock'
import { configQuery } from './queries/config'

/** Lets the page and its chunks load first. */
const VITALS_DELAY_MS = 5000

/** Loads the Web Vitals code if the configuration has a `vitals_path`. `page` is the route pattern. */
export const reportVitals = (queryClient: QueryClient, page: string): void => {
  const start = async () => {
    const { vitals_path: path } = await queryClient.query(configQuery())
    if (path === undefined) return
    const { collectVitals } = await import('./vitals')
    collectVitals(path, page)
  }
  clock.after(VITALS_DELAY_MS, () => void start().catch(() => {}))
}

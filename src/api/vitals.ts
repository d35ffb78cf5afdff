import { type MetricType, onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals'

/** What is told of one measure: milliseconds, and for `CLS` a share of the window. Nothing of it names a person. */
type Told = Pick<MetricType, 'name' | 'value' | 'rating' | 'navigationType'>

const digits = 1000

const toTold = ({ name, value, rating, navigationType }: MetricType): Told => ({
  name,
  value: Math.round(value * digits) / digits,
  rating,
  navigationType,
})

/**
 * Measures how the visit feels (https://web.dev/articles/vitals) and posts it as JSON, `{ page, metrics: Told[] }`, each
 * time the page is hidden, when browsers know the last values. No cookie goes along, and what gets lost stays lost.
 *
 * @param path of this site, from `vitals_path` of the configuration
 * @param page the pattern of the route that the visit began with, as in `/group/$groupId`: an id would say who was there
 */
export const watchVitals = (path: string, page: string): void => {
  // The router's own pattern of a page with pages below it ends in a slash.
  const pattern = page.replace(/(?<=.)\/$/, '')
  const metrics = new Map<MetricType['name'], Told>()
  const note = (metric: MetricType) => void metrics.set(metric.name, toTold(metric))
  for (const watch of [onTTFB, onFCP, onLCP, onCLS, onINP]) watch(note)
  const send = () => {
    if (document.visibilityState !== 'hidden' || metrics.size === 0) return
    const body = JSON.stringify({ page: pattern, metrics: [...metrics.values()] })
    metrics.clear()
    const headers = { 'Content-Type': 'application/json' }
    // The page may be on its way out: `keepalive` lets the letter outlive it.
    fetch(path, { method: 'POST', keepalive: true, credentials: 'omit', headers, body }).catch(() => {})
  }
  // After the library's own watchers, which give their last values at the same event.
  document.addEventListener('visibilitychange', send)
}

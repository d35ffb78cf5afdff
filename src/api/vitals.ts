import { type MetricType, onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals'

/** One metric: milliseconds, or the layout shift score for `CLS`. Contains no personal data. */
type VitalPayload = Pick<MetricType, 'name' | 'value' | 'rating' | 'navigationType'>

const ROUNDING = 1000

const toPayload = ({ name, value, rating, navigationType }: MetricType): VitalPayload => ({
  name,
  value: Math.round(value * ROUNDING) / ROUNDING,
  rating,
  navigationType,
})

/**
 * Collects Web Vitals (https://web.dev/articles/vitals) and posts `{ page, metrics: VitalPayload[] }` whenever the page
 * is hidden, when the values are final. Sends no cookies and ignores failures.
 * @param path same-site path from `vitals_path` of the configuration
 * @param page route pattern of the first page, for example `/group/$groupId`; ids would identify the user
 */
export const collectVitals = (path: string, page: string): void => {
  // Layout routes of the router end with a slash.
  const pattern = page.replace(/(?<=.)\/$/, '')
  const metrics = new Map<MetricType['name'], VitalPayload>()
  const record = (metric: MetricType) => void metrics.set(metric.name, toPayload(metric))
  for (const observe of [onTTFB, onFCP, onLCP, onCLS, onINP]) observe(record)
  const send = () => {
    if (document.visibilityState !== 'hidden' || metrics.size === 0) return
    const body = JSON.stringify({ page: pattern, metrics: [...metrics.values()] })
    metrics.clear()
    const headers = { 'Content-Type': 'application/json' }
    // `keepalive` lets the request outlive the page.
    fetch(path, { method: 'POST', keepalive: true, credentials: 'omit', headers, body }).catch(() => {})
  }
  // Registered after the library's listeners, which report their final values on the same event.
  document.addEventListener('visibilitychange', send)
}

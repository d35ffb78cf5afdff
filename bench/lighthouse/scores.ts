/** The used part of a Lighthouse result. */
export interface LighthouseResult {
  lighthouseVersion: string
  runtimeError?: { message: string }
  categories: Record<
    string,
    { title: string; score: number | null; auditRefs: { id: string; weight: number }[] }
  >
  audits: Record<string, Audit>
}

interface Audit {
  title: string
  /** From 0 to 1; null if not applicable or informative. */
  score: number | null
  displayValue?: string
  details?: unknown
}

/** One category of one page. */
export interface Score {
  category: string
  /** From 0 to 100; NaN if Lighthouse has no score. */
  score: number
  limit: number
  isWithin: boolean
  /** Failed audits in Lighthouse's words, with the elements. */
  failed: { title: string; value: string; elements: string[] }[]
}

const limits: Readonly<Record<string, number>> = { performance: 95 }

/** The score of each category: 100 is required, 95 for performance. */
export function scoreResult({ categories, audits }: LighthouseResult): Score[] {
  return Object.entries(categories).map(([id, { title, score, auditRefs }]) => {
    const limit = limits[id] ?? 100
    const points = score === null ? Number.NaN : Math.round(score * 100)
    const failed = auditRefs.flatMap(({ id, weight }) => {
      const audit = audits[id]
      const costs = audit && weight > 0 && audit.score !== null && audit.score < 1
      return costs
        ? [{ title: audit.title, value: audit.displayValue ?? '', elements: elementsIn(audit.details) }]
        : []
    })
    return { category: title, score: points, limit, isWithin: points >= limit, failed }
  })
}

/** The elements and URLs in an audit's details, at any depth. */
function elementsIn(details: unknown): string[] {
  if (typeof details !== 'object' || details === null) return []
  const { snippet, url } = details as { snippet?: unknown; url?: unknown }
  const own = [snippet, url].filter(value => typeof value === 'string')
  return [...own, ...Object.values(details).flatMap(elementsIn)]
}

/** As much of a Lighthouse result as is looked at here. */
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
  /** From 0 to 1; null where it does not apply or only informs. */
  score: number | null
  displayValue?: string
  details?: unknown
}

/** One category of one page. */
export interface Score {
  category: string
  /** From 0 to 100; NaN where Lighthouse could not tell. */
  score: number
  limit: number
  isWithin: boolean
  /** Audits that cost something, in Lighthouse's own words, each with the elements that it names. */
  failed: { title: string; value: string; elements: string[] }[]
}

const limits: Readonly<Record<string, number>> = { performance: 95 }

/** What a result says of each category that was asked for: all of them 100, performance 95. */
export function judgeResult({ categories, audits }: LighthouseResult): Score[] {
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

/** The elements and addresses that an audit's details name, however deep they stand. */
function elementsIn(details: unknown): string[] {
  if (typeof details !== 'object' || details === null) return []
  const { snippet, url } = details as { snippet?: unknown; url?: unknown }
  const own = [snippet, url].filter(value => typeof value === 'string')
  return [...own, ...Object.values(details).flatMap(elementsIn)]
}

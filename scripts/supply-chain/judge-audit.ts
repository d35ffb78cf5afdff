/** How `npm run audit` ends: nothing bad, something bad, or nobody knows. */
const auditExit = { clean: 0, found: 1, unknown: 3 } as const

export interface AuditVerdict {
  code: (typeof auditExit)[keyof typeof auditExit]
  lines: string[]
}

interface Vulnerability {
  severity: string
  range?: string
  via?: unknown[]
}

const isBad = ({ severity }: Vulnerability): boolean => severity === 'high' || severity === 'critical'

/**
 * Reads what `npm audit --json` printed. An answer counts only when it finds the canary, a package that everybody knows
 * to be vulnerable: a mirror without the service may answer with an empty list, which looks as clean as a clean one.
 */
export function judgeAudit(output: string, canary: string): AuditVerdict {
  const report = parseReport(output)
  if (typeof report === 'string') return unknown(report)
  const { [canary]: known, ...own } = report
  if (!known)
    return unknown(`it does not know that ${canary} is vulnerable, which was put among the packages.`)
  const bad = Object.entries(own).filter(([, found]) => isBad(found))
  const lesser = Object.keys(own).length - bad.length
  const further =
    lesser > 0 ? [`${lesser} further of moderate or low severity: npm audit --omit=dev lists them.`] : []
  if (bad.length === 0) {
    return {
      code: auditExit.clean,
      lines: ['No known vulnerability of high or critical severity in what is shipped.', ...further],
    }
  }
  return { code: auditExit.found, lines: [...bad.map(([name, found]) => describe(name, found)), ...further] }
}

function unknown(reason: string): AuditVerdict {
  return {
    code: auditExit.unknown,
    lines: [
      `The audit service gave no answer that can be used: ${reason}`,
      'Nothing is known about the packages; this is no pass.',
    ],
  }
}

/** @returns the vulnerabilities by package, or in words why there are none to read */
function parseReport(output: string): Record<string, Vulnerability> | string {
  const report = parse(output)
  if (!isObject(report)) return 'npm printed no report.'
  if (typeof report.message === 'string') return report.message
  if (isObject(report.error)) return String(report.error.summary || report.error.detail || report.error.code)
  if (report.auditReportVersion !== 2 || !isObject(report.vulnerabilities))
    return 'its report has another form.'
  const vulnerabilities = Object.entries(report.vulnerabilities)
  if (!vulnerabilities.every(([, found]) => isObject(found) && typeof found.severity === 'string')) {
    return 'its report has another form.'
  }
  return Object.fromEntries(vulnerabilities) as Record<string, Vulnerability>
}

function describe(name: string, { severity, range, via = [] }: Vulnerability): string {
  const reasons = via.map(reason =>
    isObject(reason) ? `${reason.title} ${reason.url}` : `through ${reason}`,
  )
  return `${severity}: ${name} ${range ?? ''}: ${reasons.join('; ')}`
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

import { type Exchange, textOf } from '../../scripts/lib/judge/exchange'

/** What differs between two runs of the same server: times, tokens, numbers of requests. */
const passing = [
  /\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)/g,
  /\b[A-Za-z0-9_-]{20,}(?:\.[A-Za-z0-9_-]+)*\b/g,
  /mock-\d+/g,
  /\w{3}, \d\d \w{3} \d{4} [\d:]+ GMT/g,
]

/** Whether two runs of the plan saw the same, times and tokens aside. */
export function areEqualRuns(a: readonly Exchange[], b: readonly Exchange[]): boolean {
  return a.length === b.length && a.every((one, index) => printed(one) === printed(b[index]))
}

function printed(exchange: Exchange | undefined): string {
  if (!exchange) return ''
  const { request, response } = exchange
  const headers = response?.headers.filter(([name]) => name !== 'content-length').map(pair => pair.join(': '))
  const parts = [
    request.method,
    request.url,
    response?.status,
    headers?.sort().join('\n'),
    textOf(response?.body),
  ]
  return passing.reduce((text, pattern) => text.replace(pattern, '…'), parts.join('\n'))
}

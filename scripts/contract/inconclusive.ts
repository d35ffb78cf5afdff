import type { SourceResult } from './run-check'

/** Why a run without drift proves nothing; undefined if it does. */
export function inconclusiveReason(
  sourceResults: readonly Omit<SourceResult, 'observations'>[],
  operationsSeen: number,
): string | undefined {
  for (const { inconclusive } of sourceResults) if (inconclusive !== undefined) return inconclusive
  if (operationsSeen > 0 || sourceResults.some(({ source }) => source === 'document')) return undefined
  return 'nothing is proved, since no call of the contract succeeded and there was no document to compare.'
}

/** An incomplete plan, or a server that rejected everything, must not count as a pass. */
export function probeInconclusiveReason({
  endedBy,
  operationsSeen,
  hasStudent,
}: {
  readonly endedBy: string | undefined
  readonly operationsSeen: number
  readonly hasStudent: boolean
}): string | undefined {
  if (endedBy !== undefined)
    return `the requests were stopped before the end (${endedBy}), and what was not requested is not proved.`
  if (operationsSeen > 0) return undefined
  const why = hasStudent ? '' : ' No account was given: use --login-env, --token-env or --fixtures.'
  return `no request succeeded, so nothing is proved.${why}`
}

import type { Sighting } from './run-check'

/** Why a run without any drift proves nothing all the same; undefined where it proves something. */
export function unprovedBy(
  sightings: readonly Omit<Sighting, 'observations'>[],
  operationsSeen: number,
): string | undefined {
  for (const { unproved } of sightings) if (unproved !== undefined) return unproved
  if (operationsSeen > 0 || sightings.some(({ source }) => source === 'document')) return undefined
  return 'nothing is proved, since there was neither an answer of success to any call of the contract nor a document to compare.'
}

/** Silence of a plan that was broken off, or of a server that let nothing through, is no good sign. */
export function unprovedByQuestions({
  endedBy,
  operationsSeen,
  hasStudent,
}: {
  readonly endedBy: string | undefined
  readonly operationsSeen: number
  readonly hasStudent: boolean
}): string | undefined {
  if (endedBy !== undefined)
    return `the questions were broken off before their end (${endedBy}), and what was not asked is not proved.`
  if (operationsSeen > 0) return undefined
  const why = hasStudent ? '' : ' Nobody signs in: give --login-env, --token-env or --fixtures.'
  return `no question was answered with success, so nothing is proved.${why}`
}

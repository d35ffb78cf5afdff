import type { JsonObject } from '../../lib/json'
import type { CheckContext } from '../check-context'
import { TargetUnreachable } from '../errors'
import type { CheckOptions } from '../options'
import type { SourceResult } from '../run-check'
import { compareDocuments } from '../spec/compare-documents'
import { readBackendDocument } from '../spec/read-document'
import { undescribedResponses } from '../spec/undescribed-responses'

export async function checkDocument(
  { url, live, maxSeconds }: CheckOptions,
  where: string,
  { contract }: CheckContext,
): Promise<SourceResult> {
  let document: JsonObject | undefined
  const notes: string[] = []
  try {
    document = await readBackendDocument(where, url, {
      timeoutMs: maxSeconds * 1000,
      onNote: sentence => notes.push(sentence),
    })
  } catch (error) {
    if (!(error instanceof TargetUnreachable)) throw error
    // With `auto`, the probe will show whether the server responds at all.
    const isGuess = where === 'auto' && live !== 'off'
    return {
      observations: [],
      ...(isGuess ? { notes: [error.message] } : { failure: error.message }),
    }
  }
  if (!document) {
    const note = `No OpenAPI document was found beside or above ${url}; name it with --spec, if there is one.`
    return { observations: [], notes: [...notes, note] }
  }
  const observations = compareDocuments(contract, document).map(violation => ({
    violation,
    source: 'document' as const,
  }))
  const silent = undescribedResponses(contract, document)
  if (silent.length > 0)
    notes.push(
      `The document does not define what these ${silent.length} calls return (no response_model?), so it was not compared: ${silent.join(', ')}.`,
    )
  return { source: 'document', observations, notes }
}

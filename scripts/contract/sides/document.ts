import type { JsonObject } from '../../lib/json'
import type { Knowledge } from '../knowledge'
import type { CheckOptions } from '../options'
import type { Sighting } from '../run-check'
import { compareDocuments } from '../spec/compare-documents'
import { readBackendDocument } from '../spec/read-document'
import { silentAnswers } from '../spec/silent-answers'
import { TargetUnreachable } from '../target-unreachable'

/** The backend's own document held against the contract; without one, a note. */
export async function readDocument(
  { url, live, mostSeconds }: CheckOptions,
  where: string,
  { contract }: Knowledge,
): Promise<Sighting> {
  let document: JsonObject | undefined
  const notes: string[] = []
  try {
    document = await readBackendDocument(where, url, {
      patience: mostSeconds * 1000,
      onNote: sentence => notes.push(sentence),
    })
  } catch (error) {
    if (!(error instanceof TargetUnreachable)) throw error
    // Where nobody named a document, the questions will show whether the server answers at all.
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
  const observations = compareDocuments(contract, document).map(judgement => ({
    judgement,
    source: 'document' as const,
  }))
  const silent = silentAnswers(contract, document)
  if (silent.length > 0)
    notes.push(
      `The document does not say what these ${silent.length} calls answer (no response_model?), so nothing of it was compared: ${silent.join(', ')}.`,
    )
  return { source: 'document', observations, notes }
}

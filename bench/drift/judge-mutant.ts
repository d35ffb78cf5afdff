import type { Mutant } from '../../mocks/mutate/mutant'
import { compareDocuments } from '../../scripts/contract/spec/compare-documents'
import type { Contract } from '../../scripts/lib/load-contract'
import { areEqualRuns } from './equivalence'
import { findingsAt, type Outcome, type Seen, sentence, type Verdict } from './outcome'
import { type Played, playServer } from './play-server'
import type { SpecMutant } from './spec-mutators/spec-mutant'
import { mutatedDocument } from './spec-mutators/spec-mutants'
import { whyUnreachable } from './unreachable'

/** Tries one drifted server by the whole probe; `baseline` is what the true server gave. */
export async function judgeServer(contract: Contract, mutant: Mutant, baseline: Played): Promise<Outcome> {
  const played = await playServer(contract, mutant)
  const operationIds = mutant.operationId === undefined ? [] : [mutant.operationId]
  const why = played.stopped ?? whyUnreachable(mutant.id)
  const found = findingsAt(played.seen, operationIds)
  const verdict = verdictOf(mutant, played, baseline, found.length > 0)
  return {
    ...described(mutant, found, played.seen),
    verdict,
    ...(why !== undefined && verdict !== 'caught' && { why }),
    milliseconds: played.milliseconds,
  }
}

function verdictOf(mutant: Mutant, played: Played, baseline: Played, isFound: boolean): Verdict {
  if (isFound) return 'caught'
  if (played.stopped !== undefined) return 'stopped'
  if (whyUnreachable(mutant.id) !== undefined) return 'unreachable'
  if (played.hits === 0) return 'unreached'
  return areEqualRuns(played.exchanges, baseline.exchanges) ? 'equivalent' : 'missed'
}

/** Compares one drifted document with the contract. */
export function judgeDocument(contract: Contract, mutant: SpecMutant): Outcome {
  const start = performance.now()
  const seen = compareDocuments(contract, mutatedDocument(contract.document, mutant))
  const found = findingsAt(seen, mutant.operationIds)
  return {
    ...described(mutant, found, seen),
    verdict: found.length > 0 ? 'caught' : 'missed',
    milliseconds: performance.now() - start,
  }
}

function described(
  { id, driftId }: Pick<Mutant, 'id' | 'driftId'>,
  found: readonly Seen[],
  seen: readonly Seen[],
) {
  return {
    id,
    driftId,
    isClassified: found.some(one => one.driftId === driftId),
    findings: [...new Set([...found, ...seen])].slice(0, 3).map(sentence),
  }
}

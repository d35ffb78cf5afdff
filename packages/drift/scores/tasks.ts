import { fileURLToPath } from 'node:url'
import { loadContract } from '../../contract/load-contract'
import type { Contract } from '../../contract/read-contract'
import { createRandom, type Seed } from '../../contract/seeded-random'
import { loadCheckContext } from '../check-context'
import type { Mutant } from '../mutants/mutant'
import { enumerateMutants } from '../mutants/mutants'
import { compareDocuments } from '../spec/compare-documents'
import type { SpecMutant } from '../spec/mutators/document-locations'
import { type NoOp, noOpKinds } from '../spec/mutators/no-ops'
import { enumerateSpecMutants, mutatedDocument } from '../spec/mutators/spec-mutants'
import {
  evaluateDocument,
  evaluateHarmless,
  evaluateServer,
  fixtures,
  type HarmlessOutcome,
  type Outcome,
  type ProbeRun,
  probeServer,
  toSentence,
} from './evaluate-mutant'
import { harmlessRounds, type Variation } from './harmless'

export type Task = { readonly kind: 'server' | 'document' | 'noop' | 'harmless'; readonly id: string }

export type TaskResult =
  | { readonly kind: 'server' | 'document'; readonly id: string; readonly outcome: Outcome }
  | { readonly kind: 'harmless'; readonly id: string; readonly outcome: HarmlessOutcome }
  | { readonly kind: 'noop'; readonly id: string; readonly findings: readonly string[] }

const contractFolder = fileURLToPath(new URL('../../../openapi', import.meta.url))

export type Benchmark = {
  readonly contract: Contract
  readonly servers: ReadonlyMap<string, Mutant>
  readonly documents: ReadonlyMap<string, SpecMutant>
  readonly noOps: ReadonlyMap<string, NoOp>
  readonly harmless: ReadonlyMap<string, readonly Variation[]>
}

/** All mutants and rewritings by id; the seed selects the variant of each drifted server. */
export function loadBenchmark(seed: Seed): Benchmark {
  const contract = loadContract(contractFolder)
  const noOps = Object.values(noOpKinds).flatMap(kind => kind(contract.document))
  return {
    contract,
    servers: byId(enumerateMutants(contract, seed).filter(isDrift)),
    documents: byId(enumerateSpecMutants(contract.document)),
    noOps: byId(noOps),
    harmless: harmlessRounds(contract, seed),
  }
}

/** An optional field may be left out, unless the fixtures say that the server sends it. */
function isDrift({ driftId, id }: Mutant): boolean {
  const [, operationId, status, pointer] = id.split(':')
  return driftId !== 'DR23' || fixtures.values.sends?.includes(`${operationId} ${status} ${pointer}`) === true
}

function byId<Item extends { readonly id: string }>(items: readonly Item[]): Map<string, Item> {
  return new Map(items.map(item => [item.id, item]))
}

/** Runs tasks one at a time; the server without drift is probed once, before the first drifted one. */
export function createTaskRunner({
  contract,
  servers,
  documents,
  noOps,
  harmless,
}: Benchmark): (task: Task) => Promise<TaskResult> {
  let baseline: Promise<ProbeRun> | undefined
  return async ({ kind, id }) => {
    if (kind === 'server') {
      baseline ??= probeServer(contract)
      const outcome = await evaluateServer(contract, found(servers, id), await baseline)
      return { kind, id, outcome }
    }
    if (kind === 'harmless')
      return { kind, id, outcome: await evaluateHarmless(await loadCheckContext(), found(harmless, id)) }
    if (kind === 'document') return { kind, id, outcome: evaluateDocument(contract, found(documents, id)) }
    const document = mutatedDocument(contract.document, found(noOps, id))
    return { kind, id, findings: compareDocuments(contract, document).map(toSentence) }
  }
}

function found<Item>(items: ReadonlyMap<string, Item>, id: string): Item {
  const item = items.get(id)
  if (item === undefined) throw new RangeError(`There is no ${id}.`)
  return item
}

type HasDriftClass = {
  readonly id: string
  readonly driftId: string
  readonly kind: string
  readonly operationId?: string
}

/** Relations, readers and places are few, and differ from operation to operation. */
const getGroup = ({ driftId, kind, operationId }: HasDriftClass) =>
  kind === 'form' ? driftId : `${kind} ${operationId}`

/** At most `most` mutants, spread evenly over the classes. */
export function sampleMutants<Mutant extends HasDriftClass>(
  mutants: readonly Mutant[],
  seed: Seed,
  max: number,
): Mutant[] {
  const classes = new Map<string, Mutant[]>()
  for (const mutant of mutants)
    classes.set(getGroup(mutant), [...(classes.get(getGroup(mutant)) ?? []), mutant])
  const shuffled = [...classes.values()].map(list => createRandom('sample', seed).shuffle(list))
  const chosen = new Set<Mutant>()
  for (let round = 0; chosen.size < max && shuffled.some(list => list.length > round); round++) {
    for (const list of shuffled) {
      const next = list[round]
      if (next && chosen.size < max) chosen.add(next)
    }
  }
  return mutants.filter(mutant => chosen.has(mutant))
}

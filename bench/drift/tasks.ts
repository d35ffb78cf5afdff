import { fileURLToPath } from 'node:url'
import type { Mutant } from '../../mocks/mutate/mutant'
import { enumerateMutants } from '../../mocks/mutate/mutants'
import { operators } from '../../mocks/mutate/operators'
import { compareDocuments } from '../../scripts/contract/spec/compare-documents'
import { type Contract, loadContract } from '../../scripts/lib/load-contract'
import type { Seed } from '../../scripts/lib/seeded-random'
import { evaluateDocument, evaluateServer } from './evaluate-mutant'
import { type Outcome, toSentence } from './outcome'
import { type ProbeRun, probeServer } from './probe-server'
import { type NoOp, noOpKinds } from './spec-mutators/no-ops'
import type { SpecMutant } from './spec-mutators/spec-mutant'
import { enumerateSpecMutants, mutatedDocument } from './spec-mutators/spec-mutants'

export type Task = { readonly kind: 'server' | 'document' | 'noop'; readonly id: string }

export type TaskResult =
  | { readonly kind: 'server' | 'document'; readonly outcome: Outcome }
  | { readonly kind: 'noop'; readonly id: string; readonly findings: readonly string[] }

const contractFolder = fileURLToPath(new URL('../../openapi', import.meta.url))

export type Benchmark = {
  readonly contract: Contract
  readonly servers: ReadonlyMap<string, Mutant>
  readonly documents: ReadonlyMap<string, SpecMutant>
  readonly noOps: ReadonlyMap<string, NoOp>
}

/** All mutants and rewritings by id; the seed selects the variant of each drifted server. */
export function loadBenchmark(seed: Seed): Benchmark {
  const contract = loadContract(contractFolder)
  const noOps = Object.values(noOpKinds).flatMap(kind => kind(contract.document))
  return {
    contract,
    servers: byId(enumerateMutants(contract, operators, seed)),
    documents: byId(enumerateSpecMutants(contract.document)),
    noOps: byId(noOps),
  }
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
}: Benchmark): (task: Task) => Promise<TaskResult> {
  let baseline: Promise<ProbeRun> | undefined
  return async ({ kind, id }) => {
    if (kind === 'server') {
      baseline ??= probeServer(contract)
      const outcome = await evaluateServer(contract, found(servers, id), await baseline)
      return { kind, outcome }
    }
    if (kind === 'document') return { kind, outcome: evaluateDocument(contract, found(documents, id)) }
    const document = mutatedDocument(contract.document, found(noOps, id))
    return { kind, id, findings: compareDocuments(contract, document).map(toSentence) }
  }
}

function found<Item>(items: ReadonlyMap<string, Item>, id: string): Item {
  const item = items.get(id)
  if (item === undefined) throw new RangeError(`There is no ${id}.`)
  return item
}

import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCallFinder } from '../../../mocks/mutate/find-call'
import { createRandom } from '../../../scripts/lib/seeded-random'
import type { Exchange } from '../../../scripts/lib/validator/exchange'
import type { Outcome } from '../outcome'
import { percent, table } from '../print-scores'
import { origin, probeServer } from '../probe-server'
import type { Benchmark } from '../tasks'
import { compareDocumentPeers } from './compare-document-peers'
import { installPeers } from './install'
import { opticCapture } from './optic'
import type { TrafficCase, TrafficPeer } from './peer'
import { makePrism } from './prism'
import { redoclyDrift } from './redocly'

/** How many mutants the other tools, which take seconds each, are run on. */
export type PeerSizes = { readonly servers: number; readonly documents: number }

/**
 * Scores each tool by the same rule: it must report something at the mutated operation that it does not
 * report for the server without drift.
 */
export async function comparePeers(
  benchmark: Benchmark,
  seed: string,
  servers: readonly Outcome[],
  documents: readonly Outcome[],
  sizes: PeerSizes,
) {
  await installPeers()
  const folder = mkdtempSync(join(tmpdir(), 'drift-peers-'))
  const chosen = pick(servers.filter(isDetectable), seed, sizes.servers)
  const traffic = chosen.length > 0 ? await compareTraffic(benchmark, chosen, folder) : []
  const compared = pick(documents, seed, sizes.documents)
  const specs = compared.length > 0 ? await compareDocumentPeers(benchmark, compared, folder) : []
  return { traffic, specs }
}

/** Only mutants of one operation that can be detected at all. */
function isDetectable({ id, verdict }: Outcome): boolean {
  return !id.includes(':all:') && verdict !== 'equivalent' && verdict !== 'unreachable'
}

function pick(outcomes: readonly Outcome[], seed: string, max: number): Outcome[] {
  const inOrder = [...outcomes].sort((a, b) => (a.id < b.id ? -1 : 1))
  return createRandom('peers', seed).shuffle(inOrder).slice(0, max)
}

type Row = { name: string; caught: number; of: number; alarms: number; seconds: number; failed?: string }

async function compareTraffic({ contract, servers }: Benchmark, chosen: readonly Outcome[], folder: string) {
  const contractFile = join(folder, 'contract.json')
  const document = { ...contract.document, servers: [{ url: `${origin}${contract.basePath}` }] }
  writeFileSync(contractFile, JSON.stringify(document))
  const find = createCallFinder(contract)
  const at = (exchanges: readonly Exchange[], id: string) =>
    exchanges.filter(
      ({ request }) => find(request.method, new URL(request.url))?.operation.operationId === id,
    )
  const baseline = (await probeServer(contract)).exchanges
  const rows = new Map<TrafficPeer, Row & { known: Map<string, readonly string[]> }>()
  for (const peer of [redoclyDrift, opticCapture, makePrism()]) {
    rows.set(peer, { name: peer.name, caught: 0, of: 0, alarms: 0, seconds: 0, known: new Map() })
  }
  let number = 0
  for (const { id } of chosen) {
    const mutant = servers.get(id)
    const operation = contract.operations.find(one => one.operationId === mutant?.operationId)
    if (!mutant || !operation) continue
    const drifted = at((await probeServer(contract, mutant)).exchanges, operation.operationId)
    for (const [peer, row] of rows) {
      if (row.failed !== undefined) continue
      const start = performance.now()
      const make = (exchanges: readonly Exchange[]): TrafficCase => {
        const own = join(folder, String(number++))
        mkdirSync(own)
        return { operation, exchanges, contractFile, folder: own }
      }
      try {
        const known =
          row.known.get(operation.operationId) ??
          (await peer.check(make(at(baseline, operation.operationId))))
        if (!row.known.has(operation.operationId)) row.alarms += new Set(known).size
        row.known.set(operation.operationId, known)
        const found = await peer.check(make(drifted))
        row.of++
        if (found.some(line => !known.includes(line))) row.caught++
      } catch (error) {
        row.failed = String(error).slice(0, 200)
      }
      row.seconds += (performance.now() - start) / 1000
    }
  }
  for (const peer of rows.keys()) peer.stop?.()
  return printTraffic(
    chosen,
    [...rows.values()].map(({ known: _, ...row }) => row),
  )
}

function printTraffic(chosen: readonly Outcome[], peers: readonly Row[]): readonly Row[] {
  const ours = { caught: chosen.filter(({ verdict }) => verdict === 'caught').length, of: chosen.length }
  const lines = [
    {
      name: 'this check',
      ...ours,
      alarms: 0,
      seconds: chosen.reduce((sum, one) => sum + one.milliseconds / 1000, 0),
    },
    ...peers,
  ]
  const rows = lines.map(({ name, caught, of, alarms, seconds, ...row }) => [
    name,
    'failed' in row && row.failed !== undefined
      ? `cannot run here: ${row.failed}`
      : `${caught}/${of} (${percent(caught, of)})`,
    String(alarms),
    `${seconds.toFixed(0)} s`,
  ])
  console.log(`\nThe same exchanges, ${chosen.length} drifted servers at random`)
  console.log(table([['tool', 'caught', 'false alarms', 'time'], ...rows]))
  return lines
}

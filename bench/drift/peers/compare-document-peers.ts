import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { driftClasses } from '../../../scripts/lib/validator/drift-classes'
import type { Outcome } from '../outcome'
import { table } from '../print-scores'
import { applyNoOps, toFastApiDocument } from '../spec-mutators/fastapi-document'
import { noOpKinds } from '../spec-mutators/no-ops'
import { mutatedDocument } from '../spec-mutators/spec-mutants'
import type { Benchmark } from '../tasks'
import { opticDiff } from './optic'
import { redoclyDiff } from './redocly'

type Row = {
  name: string
  found: number
  gated: number
  breaking: number
  of: number
  noOps: number
  failed?: string
}

/** Runs the tools that compare two documents on the same mutants, and on rewritings that change nothing. */
export async function compareDocumentPeers(benchmark: Benchmark, chosen: readonly Outcome[], folder: string) {
  const { contract, documents } = benchmark
  const isBreaking = ({ driftId }: Outcome) =>
    driftClasses[driftId as keyof typeof driftClasses].severity === 'breaking'
  const breaking = chosen.filter(isBreaking).length
  const found = chosen.filter(({ verdict }) => verdict === 'caught').length
  const rows: Row[] = [{ name: 'this check', found, gated: found, breaking, of: chosen.length, noOps: 0 }]
  let number = 0
  const own = () => {
    const path = join(folder, `document-${number++}`)
    mkdirSync(path)
    return path
  }
  for (const { name, compare } of [redoclyDiff, opticDiff]) {
    const row: Row = { name, found: 0, gated: 0, breaking, of: chosen.length, noOps: 0 }
    rows.push(row)
    try {
      for (const outcome of chosen) {
        const mutant = documents.get(outcome.id)
        if (!mutant) continue
        const verdict = await compare(contract.document, mutatedDocument(contract.document, mutant), own())
        if (verdict.isFound) row.found++
        if (verdict.isBreaking && isBreaking(outcome)) row.gated++
      }
      const others = [
        ...Object.keys(noOpKinds).map(kind => applyNoOps(contract.document, kind)),
        toFastApiDocument(contract.document),
      ]
      for (const other of others) if ((await compare(contract.document, other, own())).isBreaking) row.noOps++
    } catch (error) {
      row.failed = String(error).slice(0, 200)
    }
  }
  print(rows, chosen.length)
  return rows
}

function print(rows: readonly Row[], count: number): void {
  const lines = rows.map(({ name, found, gated, breaking, of, noOps, failed }, index) =>
    failed === undefined
      ? [
          name,
          `${found}/${of}`,
          index === 0 ? '' : `${gated}/${breaking}`,
          `${noOps}/${Object.keys(noOpKinds).length + 1}`,
        ]
      : [name, `cannot run here: ${failed}`],
  )
  console.log(`\nThe same documents, ${count} drifted ones at random`)
  console.log(
    table([['tool', 'found', 'of the breaking rated so', 'FastAPI equivalents rated as breaking'], ...lines]),
  )
}

import { readFileSync, writeFileSync } from 'node:fs'
import { compareDocuments } from '../../scripts/contract/spec/compare-documents'
import { type BenchOptions, readArguments, usage } from './arguments'
import { heldOutDocumentDrifts, heldOutServerDrifts } from './held-out'
import type { Outcome } from './outcome'
import { comparePeers } from './peers/compare-peers'
import { runTasks } from './pool'
import { percent, printScores, scoreOf } from './print-scores'
import { probeServer } from './probe-server'
import { sampleMutants } from './sample'
import { applyNoOps, toFastApiDocument } from './spec-mutators/fastapi-document'
import { noOpKinds } from './spec-mutators/no-ops'
import { type Benchmark, loadBenchmark, type Task, type TaskResult } from './tasks'

async function main(argv: readonly string[]): Promise<void> {
  if (argv.includes('--help')) return console.log(usage)
  const options = readArguments(argv)
  const start = performance.now()
  const benchmark = loadBenchmark(options.seed)
  const tasks = tasksOf(benchmark, options)
  const results = await runTasks(tasks, {
    seed: options.seed,
    onProgress: done => progress(done, tasks.length),
  })
  const outcomes = (kind: 'server' | 'document') =>
    results.flatMap(result => (result.kind === kind ? [result.outcome] : []))
  const [servers, documents] = [outcomes('server'), outcomes('document')]
  if (servers.length > 0) console.log(printScores(`\nDrifted servers, seed ${options.seed}`, servers))
  if (documents.length > 0) console.log(printScores('\nDrifted documents', documents))
  if (options.misses) for (const outcome of [...servers, ...documents]) printMiss(outcome)
  const falseAlarms = await printFalseAlarms(benchmark, options, results)
  const seconds = (performance.now() - start) / 1000
  for (const [name, list] of Object.entries({ servers, documents })) {
    const { caught, classified, of } = scoreOf(name, list)
    if (of > 0)
      console.log(`${name}: ${percent(caught, of)} caught, ${percent(classified, of)} classified, of ${of}`)
  }
  console.log(`Took ${seconds.toFixed(0)} s.`)
  const peers =
    options.peers && (await comparePeers(benchmark, options.seed, servers, documents, options.peers))
  printFirstRun()
  const report = { seed: options.seed, seconds, servers, documents, falseAlarms, peers }
  if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(report, null, 2)}\n`)
}

function tasksOf(benchmark: Benchmark, options: BenchOptions): Task[] {
  const isWanted = (heldOut: readonly string[]) => (mutant: { id: string; driftId: string }) =>
    (options.only === undefined || mutant.id === options.only || mutant.driftId === options.only) &&
    (!options.heldOut || heldOut.includes(mutant.driftId))
  const servers = [...benchmark.servers.values()].filter(isWanted(heldOutServerDrifts))
  const documents = [...benchmark.documents.values()].filter(isWanted(heldOutDocumentDrifts))
  const most = options.all ? Number.POSITIVE_INFINITY : options.most
  const sample = options.all ? servers : sampleMutants(servers, options.seed, most)
  const isNoOpWanted = options.documents && options.only === undefined && !options.heldOut
  return [
    ...(options.servers ? sample.map(({ id }): Task => ({ kind: 'server', id })) : []),
    ...(options.documents ? documents.map(({ id }): Task => ({ kind: 'document', id })) : []),
    ...(isNoOpWanted ? [...benchmark.noOps.keys()].map((id): Task => ({ kind: 'noop', id })) : []),
  ]
}

async function printFalseAlarms(benchmark: Benchmark, options: BenchOptions, results: readonly TaskResult[]) {
  const { contract } = benchmark
  const alarms: Record<string, readonly string[]> = {}
  if (options.servers) {
    const { seen, stopped, exchanges, milliseconds } = await probeServer(contract)
    alarms['the true server'] = stopped === undefined ? seen.map(({ what }) => what) : [stopped]
    console.log(`\nThe true server: ${exchanges.length} exchanges in ${(milliseconds / 1000).toFixed(1)} s.`)
  }
  if (options.documents) {
    const { document } = contract
    const whole = (other: typeof document) => compareDocuments(contract, other).map(({ what }) => what)
    alarms['the contract itself'] = whole(document)
    for (const kind of Object.keys(noOpKinds))
      alarms[`${kind} everywhere`] = whole(applyNoOps(document, kind))
    alarms["FastAPI's twin"] = whole(toFastApiDocument(document))
    const single = results.flatMap(result => (result.kind === 'noop' ? [result] : []))
    alarms[`${single.length} single rewritings`] = single.flatMap(({ findings }) => findings)
  }
  console.log('\nFalse alarms')
  for (const [name, list] of Object.entries(alarms)) {
    console.log(`  ${name}: ${list.length}`)
    for (const one of list.slice(0, 3)) console.log(`    ${one}`)
  }
  return alarms
}

function printMiss({ id, verdict, findings, why }: Outcome): void {
  if (verdict === 'caught' || verdict === 'equivalent' || verdict === 'unreachable') return
  console.log(
    [`${verdict}  ${id}`, why, ...findings.map(one => `elsewhere: ${one}`)].filter(Boolean).join('\n    '),
  )
}

function printFirstRun(): void {
  const file = new URL('first-run.json', import.meta.url)
  const { note, runs } = JSON.parse(readFileSync(file, 'utf8')) as { note: string; runs: readonly object[] }
  console.log(`\n${note}`)
  for (const run of runs) console.log(`  ${JSON.stringify(run)}`)
}

function progress(done: number, all: number): void {
  if (process.stderr.isTTY || done % 100 === 0)
    process.stderr.write(
      `${process.stderr.isTTY ? '\r' : ''}${done}/${all}${process.stderr.isTTY ? '' : '\n'}`,
    )
}

main(process.argv.slice(2)).catch(error => {
  console.error(error)
  process.exitCode = 1
})

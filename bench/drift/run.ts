import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { compareDocuments } from '../../scripts/contract/spec/compare-documents'
import { applyNoOps, noOpKinds, toFastApiDocument } from '../../scripts/contract/spec/mutators/no-ops'
import { printTable } from '../../scripts/lib/print-table'
import { type Outcome, probeServer, type Verdict } from './evaluate-mutant'
import { runHonest } from './honest/run'
import { runTasks } from './pool'
import { type Benchmark, loadBenchmark, sampleMutants, type Task, type TaskResult } from './tasks'

const usage = `Usage: npm run bench -- drift [options]
  --seed NAME    which places are tried: scoring (default), tuning, or any other
  --only CLASS   one class alone, such as DR21, or one mutant by its whole id
  --all          every place instead of at most 400
  --most N       at most so many drifted servers, evenly over the classes (default 400)
  --documents    only the mutants of the backend's document; --servers only the running ones
  --misses       list every mutant that was missed
  --json FILE    write everything there too
  --honest       servers that keep the contract instead; --honest --help lists its options`

type BenchOptions = {
  readonly seed: string
  readonly only?: string
  readonly all: boolean
  readonly most: number
  readonly documents: boolean
  readonly servers: boolean
  readonly misses: boolean
  readonly json?: string
}

/** Throws a TypeError for unknown options. */
function readArguments(argv: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      seed: { type: 'string', default: 'scoring' },
      only: { type: 'string' },
      all: { type: 'boolean', default: false },
      most: { type: 'string', default: '400' },
      documents: { type: 'boolean', default: false },
      servers: { type: 'boolean', default: false },
      misses: { type: 'boolean', default: false },
      json: { type: 'string' },
    },
  })
  const { only, json, seed, all, misses } = values
  const isBoth = values.documents === values.servers
  return {
    ...{ seed, all, misses, most: Number(values.most) },
    documents: isBoth || values.documents,
    servers: isBoth || values.servers,
    ...(only !== undefined && { only }),
    ...(json !== undefined && { json }),
  }
}

const verdicts: readonly Verdict[] = ['caught', 'missed', 'unreached', 'stopped', 'unreachable', 'equivalent']

/** `of` counts the mutants that are neither equivalent nor unreachable. */
function scoreOf(outcomes: readonly Outcome[]) {
  const counts = new Map(
    verdicts.map(verdict => [verdict, outcomes.filter(one => one.verdict === verdict).length]),
  )
  const count = (verdict: Verdict): number => counts.get(verdict) ?? 0
  return {
    count,
    caught: count('caught'),
    classified: outcomes.filter(one => one.verdict === 'caught' && one.isClassified).length,
    of: outcomes.length - count('unreachable') - count('equivalent'),
  }
}

/** A table with a row per class and a total. */
function printScores(title: string, outcomes: readonly Outcome[]): string {
  const byClass = [...new Set(outcomes.map(({ driftId }) => driftId))]
    .sort()
    .map(id => [id, outcomes.filter(({ driftId }) => driftId === id)] as const)
  const rows = [...byClass, ['all', outcomes] as const].map(([name, list]) => {
    const { caught, classified, of, count } = scoreOf(list)
    const others = verdicts.slice(1).map(verdict => String(count(verdict) || ''))
    return [name, `${caught}/${of}`, `${classified}/${of}`, ...others]
  })
  return `${title}\n\n${printTable([['class', 'caught', 'classified', ...verdicts.slice(1)], ...rows])}`
}

export async function runDrift(argv: readonly string[]): Promise<void> {
  if (argv.includes('--honest')) return runHonest(argv)
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
    const { caught, classified, of } = scoreOf(list)
    if (of > 0)
      console.log(`${name}: ${percent(caught, of)} caught, ${percent(classified, of)} classified, of ${of}`)
  }
  console.log(`Took ${seconds.toFixed(0)} s.`)
  const report = { seed: options.seed, seconds, servers, documents, falseAlarms }
  if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(report, null, 2)}\n`)
}

function tasksOf(benchmark: Benchmark, options: BenchOptions): Task[] {
  const isWanted = (mutant: { id: string; driftId: string }) =>
    options.only === undefined || mutant.id === options.only || mutant.driftId === options.only
  const servers = [...benchmark.servers.values()].filter(isWanted)
  const documents = [...benchmark.documents.values()].filter(isWanted)
  const most = options.all ? Number.POSITIVE_INFINITY : options.most
  const sample = options.all ? servers : sampleMutants(servers, options.seed, most)
  const isNoOpWanted = options.documents && options.only === undefined
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

function progress(done: number, all: number): void {
  if (process.stderr.isTTY || done % 100 === 0)
    process.stderr.write(
      `${process.stderr.isTTY ? '\r' : ''}${done}/${all}${process.stderr.isTTY ? '' : '\n'}`,
    )
}

const percent = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${((part / whole) * 100).toFixed(1)} %`

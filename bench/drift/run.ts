import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { compareDocuments } from '../../scripts/contract/spec/compare-documents'
import { applyNoOps, noOpKinds, toFastApiDocument } from '../../scripts/contract/spec/mutators/no-ops'
import { printTable } from '../../scripts/lib/print-table'
import { type HarmlessOutcome, type Outcome, probeServer, type Verdict } from './evaluate-mutant'
import { runHonest } from './honest/run'
import { runTasks } from './pool'
import { type Benchmark, loadBenchmark, sampleMutants, type Task, type TaskResult } from './tasks'

const usage = `Usage: npm run bench -- drift [options]
  --seed NAME    which places are tried: scoring (default), tuning, or any other
  --only NAMES   classes, kinds or whole ids alone, such as DR21,relations,harmless
  --all          every place instead of at most 400
  --most N       at most so many drifted servers, evenly over the classes (default 400)
  --harmless N   rounds of variations that the contract allows, some thirty in each (default 4)
  --log FILE     appends each result, and takes what it holds already
  --documents    only the mutants of the backend's document; --servers only the running ones
  --misses       list every mutant that was missed
  --json FILE    write everything there too
  --honest       servers that keep the contract instead; --honest --help lists its options`

type BenchOptions = {
  readonly seed: string
  readonly only?: readonly string[]
  readonly log?: string
  readonly all: boolean
  readonly most: number
  readonly harmless: number
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
      harmless: { type: 'string', default: '4' },
      log: { type: 'string' },
      documents: { type: 'boolean', default: false },
      servers: { type: 'boolean', default: false },
      misses: { type: 'boolean', default: false },
      json: { type: 'string' },
    },
  })
  const { only, json, log, seed, all, misses } = values
  const isBoth = values.documents === values.servers
  return {
    ...{ seed, all, misses, most: Number(values.most), harmless: Number(values.harmless) },
    documents: isBoth || values.documents,
    servers: isBoth || values.servers,
    ...(only !== undefined && { only: only.split(',') }),
    ...(log !== undefined && { log }),
    ...(json !== undefined && { json }),
  }
}

const verdicts: readonly Verdict[] = ['caught', 'missed', 'unreached', 'stopped', 'unreachable', 'equivalent']

/** `of` counts the mutants that are neither equivalent nor unreachable. */
function getScore(outcomes: readonly Outcome[]) {
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
    const { caught, classified, of, count } = getScore(list)
    const others = verdicts.slice(1).map(verdict => String(count(verdict) || ''))
    return [name, `${caught}/${of}`, `${classified}/${of}`, ...others]
  })
  return `${title}\n\n${printTable([['class', 'caught', 'classified', ...verdicts.slice(1)], ...rows])}`
}

const kinds = ['form', 'relations', 'readers', 'places', 'documents'] as const

function printKinds(outcomes: readonly Outcome[]): string {
  const rows = kinds.flatMap(kind => {
    const { caught, classified, of } = getScore(outcomes.filter(one => one.kind === kind))
    return of === 0 ? [] : [[kind, `${caught}/${of}`, percent(caught, of), percent(classified, of)]]
  })
  return printTable([['what must be noticed', 'caught', '', 'with its class'], ...rows])
}

export async function runDrift(argv: readonly string[]): Promise<void> {
  if (argv.includes('--honest')) return runHonest(argv)
  if (argv.includes('--help')) return console.log(usage)
  const options = readArguments(argv)
  const start = performance.now()
  const benchmark = loadBenchmark(options.seed)
  const tasks = getTasks(benchmark, options)
  const known = options.log === undefined ? [] : readLog(options.log)
  const isOpen = ({ kind, id }: Task) => !known.some(one => one.kind === kind && getId(one) === id)
  const added = await runTasks(tasks.filter(isOpen), {
    seed: options.seed,
    onProgress: (done, result) => {
      if (options.log !== undefined) appendFileSync(options.log, `${JSON.stringify(result)}\n`)
      progress(known.length + done, tasks.length)
    },
  })
  const results = [...known, ...added]
  const outcomes = (kind: 'server' | 'document') =>
    results.flatMap(result => (result.kind === kind ? [result.outcome] : []))
  const [servers, documents] = [outcomes('server'), outcomes('document')]
  if (servers.length > 0) console.log(printScores(`\nDrifted servers, seed ${options.seed}`, servers))
  if (documents.length > 0) console.log(printScores('\nDrifted documents', documents))
  if (options.misses) for (const outcome of [...servers, ...documents]) printMiss(outcome)
  const falseAlarms = await printFalseAlarms(benchmark, options, results)
  const harmless = results.flatMap(result => (result.kind === 'harmless' ? [result.outcome] : []))
  printHarmless(harmless)
  const seconds = (performance.now() - start) / 1000
  console.log(`\n${printKinds([...servers, ...documents])}`)
  console.log(`Took ${seconds.toFixed(0)} s.`)
  const report = { seed: options.seed, seconds, servers, documents, harmless, falseAlarms }
  if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(report, null, 2)}\n`)
}

const getId = (result: TaskResult) => ('id' in result ? result.id : result.outcome.id)

function readLog(file: string): TaskResult[] {
  const text = existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
  return text === '' ? [] : text.split('\n').map(line => JSON.parse(line))
}

function getTasks(benchmark: Benchmark, options: BenchOptions): Task[] {
  const isWanted = ({ id, driftId, kind = 'documents' }: { id: string; driftId: string; kind?: string }) =>
    options.only === undefined || [id, driftId, kind].some(name => options.only?.includes(name))
  const servers = [...benchmark.servers.values()].filter(isWanted)
  const documents = [...benchmark.documents.values()].filter(isWanted)
  const most = options.all ? Number.POSITIVE_INFINITY : options.most
  const sample = options.all ? servers : sampleMutants(servers, options.seed, most)
  const isHarmlessWanted = options.only === undefined || options.only.includes('harmless')
  const rounds = isHarmlessWanted ? [...benchmark.harmless.keys()] : []
  const harmless = rounds.slice(0, options.all ? undefined : options.harmless)
  const isNoOpWanted = options.documents && options.only === undefined
  return [
    ...(options.servers ? sample.map(({ id }): Task => ({ kind: 'server', id })) : []),
    ...(options.servers ? harmless.map((id): Task => ({ kind: 'harmless', id })) : []),
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

function printHarmless(outcomes: readonly HarmlessOutcome[]): void {
  if (outcomes.length === 0) return
  const count = outcomes.flatMap(({ variations }) => variations).length
  const findings = outcomes.flatMap(one => one.findings)
  console.log(
    `\nHarmless variations: ${count} in ${outcomes.length} rounds, ${findings.length} failing findings.`,
  )
  for (const finding of findings) console.log(`  ${finding}`)
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

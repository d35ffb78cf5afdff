import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { printTable } from '../../../scripts/lib/print-table'
import { compareDocuments } from '../spec/compare-documents'
import { applyNoOps, noOpKinds, toFastApiDocument } from '../spec/mutators/no-ops'
import { type Outcome, probeServer, type Verdict } from './evaluate-mutant'
import { runHonest } from './honest/run'
import { runTasks } from './pool'
import { runRenames } from './renames'
import { type Benchmark, loadBenchmark, sampleMutants, type Task, type TaskResult } from './tasks'

const usage = `Usage: npm run bench -- drift [options]
  --seed NAME    which of the places and variants are tried
  --only NAMES   classes, kinds or whole ids alone, such as DR21,relations,harmless
  --most N       at most so many drifted servers, evenly over the classes (default 400)
  --harmless N   rounds of variations that the contract allows, some thirty in each (default 4)
  --log FILE     appends each result, and takes what it holds already
  --documents    only the mutants of the backend's document; --servers only the running ones
  --misses       list every mutant that was missed
  --renames      forty fields that the contract assumes under other names instead
  --honest       servers that keep the contract instead; --honest --help lists its options`

/** Throws a TypeError for unknown options. */
function readArguments(argv: readonly string[]) {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      seed: { type: 'string', default: 'scoring' },
      only: { type: 'string' },
      most: { type: 'string', default: '400' },
      harmless: { type: 'string', default: '4' },
      log: { type: 'string' },
      documents: { type: 'boolean', default: false },
      servers: { type: 'boolean', default: false },
      misses: { type: 'boolean', default: false },
      renames: { type: 'boolean', default: false },
    },
  })
  const isBoth = values.documents === values.servers
  return {
    ...values,
    only: values.only?.split(','),
    most: Number(values.most),
    harmless: Number(values.harmless),
    documents: isBoth || values.documents,
    servers: isBoth || values.servers,
  }
}

type BenchOptions = ReturnType<typeof readArguments>

export async function runDrift(argv: readonly string[]): Promise<void> {
  if (argv.includes('--honest')) return runHonest(argv)
  if (argv.includes('--help')) return console.log(usage)
  const options = readArguments(argv)
  const { seed, log } = options
  if (options.renames) return runRenames(seed, Math.min(options.most, 40))
  const start = performance.now()
  const benchmark = loadBenchmark(seed)
  const tasks = getTasks(benchmark, options)
  const known = log === undefined ? [] : readLog(log)
  const open = tasks.filter(task => !known.some(one => one.kind === task.kind && one.id === task.id))
  const results = [...known]
  await runTasks(open, seed, result => {
    if (log !== undefined) appendFileSync(log, `${JSON.stringify(result)}\n`)
    results.push(result)
    if (results.length % 100 === 0) process.stderr.write(`${results.length}/${tasks.length}\n`)
  })
  const outcomes = (kind: 'server' | 'document') =>
    results.flatMap(result => (result.kind === kind ? [result.outcome] : []))
  const [servers, documents] = [outcomes('server'), outcomes('document')]
  if (servers.length > 0) console.log(printScores(`\nDrifted servers, seed ${seed}`, servers))
  if (documents.length > 0) console.log(printScores('\nDrifted documents', documents))
  if (options.misses) for (const outcome of [...servers, ...documents]) printMiss(outcome)
  await printFalseAlarms(benchmark, options, results)
  console.log(`\n${printKinds([...servers, ...documents])}`)
  console.log(`Took ${((performance.now() - start) / 1000).toFixed(0)} s.`)
}

function readLog(file: string): TaskResult[] {
  const text = existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
  return text === '' ? [] : text.split('\n').map(line => JSON.parse(line))
}

function getTasks(benchmark: Benchmark, { seed, only, most, harmless, ...options }: BenchOptions): Task[] {
  const isWanted = ({ id, driftId, kind = 'documents' }: { id: string; driftId: string; kind?: string }) =>
    only === undefined || [id, driftId, kind].some(name => only.includes(name))
  const toTasks = (kind: Task['kind'], ids: readonly string[]): Task[] => ids.map(id => ({ kind, id }))
  const servers = sampleMutants([...benchmark.servers.values()].filter(isWanted), seed, most)
  const documents = [...benchmark.documents.values()].filter(isWanted)
  const rounds = only === undefined || only.includes('harmless') ? [...benchmark.harmless.keys()] : []
  const noOps = only === undefined ? [...benchmark.noOps.keys()] : []
  const getIds = (mutants: readonly { id: string }[]) => mutants.map(({ id }) => id)
  return [
    ...(options.servers ? toTasks('server', getIds(servers)) : []),
    ...(options.servers ? toTasks('harmless', rounds.slice(0, harmless)) : []),
    ...(options.documents ? toTasks('document', getIds(documents)) : []),
    ...(options.documents ? toTasks('noop', noOps) : []),
  ]
}

const verdicts: readonly Verdict[] = ['caught', 'missed', 'unreached', 'stopped', 'unreachable', 'equivalent']
const kinds = ['form', 'relations', 'readers', 'places', 'documents'] as const

/** `of` counts the mutants that are neither equivalent nor unreachable. */
function getScore(outcomes: readonly Outcome[]) {
  const count = (verdict: Verdict) => outcomes.filter(one => one.verdict === verdict).length
  return {
    count,
    caught: count('caught'),
    classified: outcomes.filter(one => one.verdict === 'caught' && one.isClassified).length,
    of: outcomes.length - count('unreachable') - count('equivalent'),
  }
}

/** A table with a row per class and a total. */
function printScores(title: string, outcomes: readonly Outcome[]): string {
  const names = [...new Set(outcomes.map(({ driftId }) => driftId))].sort()
  const rows = [...names, 'all'].map(name => {
    const list = outcomes.filter(({ driftId }) => name === 'all' || name === driftId)
    const { caught, classified, of, count } = getScore(list)
    const others = verdicts.slice(1).map(verdict => String(count(verdict) || ''))
    return [name, `${caught}/${of}`, `${classified}/${of}`, ...others]
  })
  return `${title}\n\n${printTable([['class', 'caught', 'classified', ...verdicts.slice(1)], ...rows])}`
}

function printKinds(outcomes: readonly Outcome[]): string {
  const percent = (part: number, whole: number) => `${((part / whole) * 100).toFixed(1)} %`
  const rows = kinds.flatMap(kind => {
    const { caught, classified, of } = getScore(outcomes.filter(one => one.kind === kind))
    return of === 0 ? [] : [[kind, `${caught}/${of}`, percent(caught, of), percent(classified, of)]]
  })
  return printTable([['what must be noticed', 'caught', '', 'with its class'], ...rows])
}

function printMiss({ id, verdict, findings, why }: Outcome): void {
  if (verdict === 'caught' || verdict === 'equivalent' || verdict === 'unreachable') return
  const lines = [`${verdict}  ${id}`, why, ...findings.map(one => `elsewhere: ${one}`)]
  console.log(lines.filter(Boolean).join('\n    '))
}

async function printFalseAlarms(
  { contract }: Benchmark,
  options: BenchOptions,
  results: readonly TaskResult[],
): Promise<void> {
  const print = (name: string, findings: readonly string[]) => {
    console.log(`  ${name}: ${findings.length} findings`)
    for (const one of findings.slice(0, 20)) console.log(`    ${one}`)
  }
  console.log('\nFalse alarms')
  if (options.servers) {
    const { seen, stopped, exchanges, milliseconds } = await probeServer(contract)
    const run = `${exchanges.length} exchanges in ${(milliseconds / 1000).toFixed(1)} s`
    print(`the true server (${run})`, stopped === undefined ? seen.map(({ what }) => what) : [stopped])
    const harmless = results.flatMap(result => (result.kind === 'harmless' ? [result.outcome] : []))
    const count = harmless.flatMap(({ variations }) => variations).length
    print(
      `${count} harmless variations`,
      harmless.flatMap(({ findings }) => findings),
    )
  }
  if (!options.documents) return
  const { document } = contract
  const compare = (other: typeof document) => compareDocuments(contract, other).map(({ what }) => what)
  print('the contract itself', compare(document))
  for (const kind of Object.keys(noOpKinds)) print(`${kind} everywhere`, compare(applyNoOps(document, kind)))
  print("FastAPI's twin", compare(toFastApiDocument(document)))
  const single = results.flatMap(result => (result.kind === 'noop' ? [result] : []))
  print(
    `${single.length} single rewritings`,
    single.flatMap(({ findings }) => findings),
  )
}

import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { loadContract } from '../../scripts/lib/load-contract'
import { type HandlerSet, type Latency, measureLatency, ownHandlers } from '../mocks/latency'
import { printVerdicts } from '../report'
import { judgeRun } from './budgets'
import { runCold } from './cold-runs'
import { writeCopies } from './contract-copies'
import { folder, installPeers, project } from './install'
import { countInvalid } from './invalid-samples'
import { loadPeerHandlers } from './peer-handlers'
import { printColdRuns, printLatencies, printSamples } from './report'
import { sampleMakers } from './sample-makers'
import { targetsFor } from './targets'

const usage = `Usage: npm run bench:generate -- [options]
  --rounds N    cold starts of each generator, default 7, in turn; the median counts
  --only TEXT   generators whose name holds the text alone, such as "Flagship"
  --samples N   samples of each operation and status, default 200; 0 leaves them out
  --calls N     calls of the last route of each set of handlers, default 2000; 0 leaves them out
  --json FILE   writes every measurement
  --check       exits with 1 when a budget is exceeded`

function readOptions() {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '7' },
      only: { type: 'string', default: '' },
      samples: { type: 'string', default: '200' },
      calls: { type: 'string', default: '2000' },
      json: { type: 'string' },
      check: { type: 'boolean', default: false },
    },
  })
  const count = (name: 'rounds' | 'samples' | 'calls', least: number) => {
    const value = Number(values[name])
    if (Number.isInteger(value) && value >= least) return value
    throw new Error(`--${name} must be a whole number from ${least} on.\n\n${usage}`)
  }
  const { only, json, check } = values
  return {
    rounds: count('rounds', 1),
    samples: count('samples', 0),
    calls: count('calls', 0),
    only,
    json,
    check,
  }
}

async function main(): Promise<void> {
  const { rounds, samples, calls, only, json, check } = readOptions()
  await installPeers()
  mkdirSync(folder, { recursive: true })
  const contract = loadContract(join(project, 'openapi'))
  const targets = targetsFor(writeCopies(contract.document, folder)).filter(({ name }) => name.includes(only))
  const loadBefore = loadavg()[0] ?? 0
  const cold = await runCold(targets, rounds)
  const counts = []
  for (const maker of samples > 0 ? sampleMakers : []) {
    if (!maker.name.includes(only)) continue
    console.error(`Samples of ${maker.name}`)
    counts.push(await countInvalid(maker, contract, samples))
  }
  const latencies = calls > 0 ? await latenciesOf(only, calls) : []
  const verdicts = judgeRun(cold, counts, latencies)
  const load = Math.max(loadBefore, loadavg()[0] ?? 0)
  const busy = load > availableParallelism() ? ': it is busy, so believe the ratios and the best rounds' : ''
  const parts = [
    `Load of the computer ${load.toFixed(1)} on ${availableParallelism()} processors${busy}.`,
    printColdRuns(cold, rounds),
    counts.length > 0 && printSamples(counts, samples),
    latencies.length > 0 && printLatencies(latencies, calls),
    verdicts.length > 0 && printVerdicts(verdicts),
  ]
  console.log(parts.filter(Boolean).join('\n\n'))
  if (json !== undefined) {
    writeFileSync(json, `${JSON.stringify({ load, cold, counts, latencies, verdicts }, null, 2)}\n`)
  }
  if (check && verdicts.some(({ isWithin }) => !isWithin)) process.exitCode = 1
}

async function latenciesOf(only: string, calls: number): Promise<Latency[]> {
  const isWanted = ({ name }: { name: string }) => name.includes(only)
  const peers = await loadPeerHandlers()
  const sets = peers.flatMap(({ name, handlers }): HandlerSet[] => (handlers ? [{ name, handlers }] : []))
  const measured = await measureLatency([ownHandlers(), ...sets].filter(isWanted), calls)
  const absent = peers.flatMap(({ name, failure }): Latency[] =>
    failure === undefined ? [] : [{ route: '', name, routes: 0, p50: Number.NaN, p99: Number.NaN, failure }],
  )
  return [...measured, ...absent.filter(isWanted)]
}

if (process.argv.includes('--help')) console.log(usage)
else await main()
// What the peers have loaded may keep timers.
process.exit()

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { writeFigure } from '../../scripts/reliability/write-figure'
import { printTable } from '../report'
import { breakGroups } from './all-breaks'
import { applyBreak, type Break } from './break'
import { copyCheckout, removeCopy } from './copy-checkout'
import { judgeRun, type Outcome } from './judge-run'
import { runTests } from './run-tests'

/**
 * Breaks a copy of the checkout in each known way, runs the tests that should see it, and exits with 1 when none does:
 * are the tests able to fail?
 */
const usage = `Usage: npm run bench:mutation -- [options]
  --only TEXT   breaks whose part, name or file holds the text alone, such as "auth_redirect"
  --jobs N      breaks at a time, default 2`

const checkout = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')

interface Task extends Break {
  part: string
}

interface Verdict extends Task {
  outcome: Outcome
  isCaught: boolean
  test: string
}

function readOptions() {
  const { values } = parseArgs({
    options: { only: { type: 'string', default: '' }, jobs: { type: 'string', default: '2' } },
  })
  const jobs = Number(values.jobs)
  if (!Number.isInteger(jobs) || jobs < 1) throw new Error(`--jobs must be a whole number.\n\n${usage}`)
  return { only: values.only, jobs }
}

const tasksOf = (only: string): Task[] =>
  breakGroups
    .flatMap(({ part, breaks }) => breaks.map(one => ({ ...one, part })))
    .filter(({ part, name, file }) => `${part}\n${name}\n${file}`.includes(only))

/** A test that is red anyway would seem to catch everything. */
async function checkUnbroken(copy: string, tasks: readonly Task[]): Promise<void> {
  const files = [...new Set(tasks.flatMap(({ tests }) => tests))]
  const report = await runTests(copy, files)
  const { outcome, test } = report ? judgeRun(report) : { outcome: 'crashed' as const, test: '' }
  if (outcome !== 'green') throw new Error(`The tests are not green without any break: ${outcome} ${test}`)
  if (report?.testResults.length !== files.length) throw new Error('Some of the tests are not there.')
}

async function tryBreak(copy: string, task: Task): Promise<Verdict> {
  const path = join(copy, task.file)
  const whole = readFileSync(path, 'utf8')
  writeFileSync(path, applyBreak(whole, task))
  const report = await runTests(copy, task.tests)
  writeFileSync(path, whole)
  const { outcome, test } = report ? judgeRun(report) : { outcome: 'late' as const, test: '(the run hung)' }
  const isCaught = outcome === 'caught' || (outcome === 'late' && task.hangs === true)
  return { ...task, outcome, isCaught, test }
}

/** Takes one task after the other, in a copy of its own. */
async function work(queue: Task[], verdicts: Map<string, Verdict>): Promise<void> {
  const copy = copyCheckout(checkout)
  try {
    for (let task = queue.shift(); task; task = queue.shift()) {
      const verdict = await tryBreak(copy, task)
      verdicts.set(task.name, verdict)
      if (!verdict.isCaught) console.log(`NOT CAUGHT (${verdict.outcome}): ${task.part}, ${task.name}`)
    }
  } finally {
    removeCopy(copy)
  }
}

const printVerdicts = (verdicts: readonly Verdict[]): string =>
  printTable([
    ['part', 'break', 'file', 'seen by'],
    ...verdicts.map(({ part, name, file, outcome, isCaught, test }) => [
      part,
      name,
      file,
      isCaught ? test.slice(0, 70) : `NOBODY (${outcome})`,
    ]),
  ])

async function main(): Promise<void> {
  const { only, jobs } = readOptions()
  const tasks = tasksOf(only)
  if (tasks.length === 0) throw new Error(`No break has to do with ${JSON.stringify(only)}.`)
  const begin = performance.now()
  const first = copyCheckout(checkout)
  try {
    await checkUnbroken(first, tasks)
  } finally {
    removeCopy(first)
  }
  const verdicts = new Map<string, Verdict>()
  const queue = [...tasks]
  await Promise.all(Array.from({ length: Math.min(jobs, tasks.length) }, () => work(queue, verdicts)))
  const all = tasks.flatMap(({ name }) => verdicts.get(name) ?? [])
  const caught = all.filter(({ isCaught }) => isCaught).length
  console.log(printVerdicts(all))
  console.log(
    `\n${caught} of ${all.length} breaks caught, in ${Math.round((performance.now() - begin) / 1000)} s.`,
  )
  if (only === '') writeFigure('breaks', { tried: all.length, caught })
  if (caught < all.length) process.exitCode = 1
}

await main()

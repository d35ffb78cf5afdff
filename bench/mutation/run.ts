import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { printTable } from '../../scripts/lib/print-table'
import { writeFigure } from '../../scripts/reliability/write-figure'
import { breakGroups } from './all-breaks'
import { applyBreak, type Break } from './break'
import { copyCheckout, removeCopy } from './copy-checkout'
import { judgeRun, type Outcome } from './judge-run'
import { type OpenTests, openTests } from './open-tests'

/**
 * Breaks a copy of the checkout in each known way, runs the tests that should see it, and exits with 1 when none does:
 * are the tests able to fail?
 */
const usage = `Usage: npm run bench:mutation -- [options]
  --only TEXT   breaks whose part, name or file holds the text alone, such as "auth_redirect"`

const checkout = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')

interface Task extends Break {
  part: string
}

interface Verdict extends Task {
  outcome: Outcome
  isCaught: boolean
  test: string
}

function tasksOf(only: string): Task[] {
  const tasks = breakGroups
    .flatMap(({ part, breaks }) => breaks.map(one => ({ ...one, part })))
    .filter(({ part, name, file }) => `${part}\n${name}\n${file}`.includes(only))
  if (tasks.length === 0) throw new Error(`No break has to do with ${JSON.stringify(only)}.\n\n${usage}`)
  return tasks
}

/** A test that is red anyway would seem to catch everything. */
async function checkUnbroken(tests: OpenTests, tasks: readonly Task[]): Promise<void> {
  const files = [...new Set(tasks.flatMap(task => task.tests))]
  const run = await tests.run(files)
  const { outcome, test } = judgeRun(run)
  const reason = run.tests.find(({ name }) => name === test)?.messages.join('\n') ?? ''
  if (outcome !== 'green')
    throw new Error(`The tests are not green without any break: ${outcome} ${test}\n${reason}`)
}

async function tryBreak(tests: OpenTests, copy: string, task: Task): Promise<Verdict> {
  const path = join(copy, task.file)
  const write = (text: string) => {
    writeFileSync(path, text)
    tests.hasChanged(task.file)
  }
  const whole = readFileSync(path, 'utf8')
  write(applyBreak(whole, task))
  const judge = async () => judgeRun(await tests.run(task.tests))
  let verdict = await judge()
  // A worker that did not come up on a busy machine comes up now; what does not compile still does not.
  if (verdict.outcome === 'crashed') verdict = await judge()
  const { outcome, test } = verdict
  write(whole)
  const isCaught = outcome === 'caught' || (outcome === 'late' && task.hangs === true)
  return { ...task, outcome, isCaught, test }
}

const printParts = (verdicts: readonly Verdict[]): string => {
  const rowOf = ({ part }: (typeof breakGroups)[number]) => {
    const own = verdicts.filter(verdict => verdict.part === part)
    const caught = own.filter(({ isCaught }) => isCaught)
    return own.length > 0 ? [[part, String(own.length), String(caught.length)]] : []
  }
  return printTable([['broken', 'ways', 'caught'], ...breakGroups.flatMap(rowOf)])
}

async function tryAll(copy: string, tasks: readonly Task[]): Promise<Verdict[]> {
  const tests = await openTests(copy)
  const verdicts: Verdict[] = []
  try {
    await checkUnbroken(tests, tasks)
    for (const task of tasks) {
      const verdict = await tryBreak(tests, copy, task)
      verdicts.push(verdict)
      const end = verdict.isCaught ? `caught by "${verdict.test}"` : `NOT CAUGHT (${verdict.outcome})`
      console.log(`${verdicts.length}/${tasks.length} ${task.part}: ${task.name}\n    ${end}`)
    }
  } finally {
    await tests.close()
  }
  return verdicts
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } })
  const tasks = tasksOf(values.only)
  const begin = performance.now()
  const copy = copyCheckout(checkout)
  try {
    const verdicts = await tryAll(copy, tasks)
    const caught = verdicts.filter(({ isCaught }) => isCaught).length
    const seconds = Math.round((performance.now() - begin) / 1000)
    console.log(`\n${printParts(verdicts)}\n\n${caught} of ${tasks.length} breaks caught, in ${seconds} s.`)
    if (values.only === '') writeFigure('breaks', { tried: tasks.length, caught })
    if (caught < tasks.length) process.exitCode = 1
  } finally {
    process.chdir(checkout)
    removeCopy(copy)
  }
}

await main()

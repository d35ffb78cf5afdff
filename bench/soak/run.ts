import { parseArgs } from 'node:util'
import type { Browser } from '@playwright/test'
import { startMockServer } from '../../mocks/hosts/server/start'
import { tableKeys } from '../../mocks/platform/tables'
import { printTable } from '../../scripts/lib/print-table'
import { startPreview } from '../../scripts/preview'
import { desktop, launchChromium, signIn } from '../lib/browser'
import { buildReleases, builtAt } from '../lib/sites'
import {
  ACCESS_TOKEN_SECONDS,
  countConnections,
  findLeaks,
  heapSlope,
  type Reading,
  readPage,
  runCycle,
  type Soak,
  startPath,
} from './cycle'
import { installSoakProbe } from './probe'

const usage = `Usage: npm run bench -- soak [options]
  --cycles N   rounds of routes, polls and a terminal, default 2000
  --dist DIR   measures a build that is there, such as dist; default: builds one below node_modules/.cache`

const readings = 20

/** The fraction of cycles before the baseline, while the engine still compiles. */
const warmUp = 0.1

/** A terminal takes as long as the rest of a cycle. */
const terminalEvery = 4

/** Parses the command line. Throws an Error for invalid options. */
function readOptions(argv: string[]): { cycles: number; dist: string | undefined } {
  const { values } = parseArgs({
    args: argv,
    options: { cycles: { type: 'string', default: '2000' }, dist: { type: 'string' } },
  })
  const cycles = Number(values.cycles)
  if (!Number.isInteger(cycles) || cycles < readings)
    throw new Error(`--cycles must be a whole number of at least ${readings}.\n\n${usage}`)
  return { cycles, dist: values.dist }
}

type Platform = Awaited<ReturnType<typeof startMockServer>>

/** A lab of two hours would end during a soak, and a stopped lab has no terminal. */
function keepLab({ db }: Platform): void {
  const key = tableKeys.lab(1, 104)
  const lab = db.tables.labs.get(key)
  if (lab) db.tables.labs.put(key, { ...lab, expires_at: db.now() + 90 * 60_000 })
}

async function openSoak(browser: Browser, url: string, platform: Platform): Promise<Soak> {
  const context = await browser.newContext({ ...desktop, storageState: await signIn(url) })
  // tsx adds a helper for function names, which the page does not have.
  await context.addInitScript('globalThis.__name = value => value')
  await context.addInitScript(installSoakProbe)
  const page = await context.newPage()
  const debugging = await context.newCDPSession(page)
  await debugging.send('Performance.enable')
  const open = countConnections(page)
  page.on('pageerror', error => console.error(error))
  await page.goto(`${url}${startPath}`)
  const advance = (milliseconds: number) => {
    platform.db.clock.advance(milliseconds)
    keepLab(platform)
  }
  return { page, debugging, advance, open }
}

async function soakFor(soak: Soak, cycles: number): Promise<Reading[]> {
  const series: Reading[] = []
  const run = (cycle: number) => runCycle(soak, cycle, cycle % terminalEvery === 0)
  for (let cycle = 0; cycle < cycles * warmUp; cycle++) await run(cycle)
  series.push(await readPage(soak, 0))
  const every = Math.ceil(cycles / readings)
  for (let cycle = 1; cycle <= cycles; cycle++) {
    await run(cycle)
    if (cycle % every !== 0 && cycle !== cycles) continue
    const reading = await readPage(soak, cycle)
    series.push(reading)
    console.error(`${cycle} of ${cycles}: ${reading.heap.toFixed(2)} MB, ${reading.nodes} nodes`)
  }
  return series
}

function printReadings(series: readonly Reading[]): string {
  const head = Object.keys(series[0] ?? {})
  const rows = series.map(({ heap, ...counts }) =>
    Object.values({ ...counts, heap: heap.toFixed(2) }).map(String),
  )
  const names = [...head.filter(name => name !== 'heap'), 'heap']
  return printTable([names, ...rows])
}

export async function runSoak(argv: string[]): Promise<void> {
  if (argv.includes('--help')) return console.log(usage)
  const { cycles, dist } = readOptions(argv)
  if (dist === undefined) await buildReleases()
  const platform = await startMockServer({
    scenario: 'labRunning',
    settings: { accessLifetimeSeconds: ACCESS_TOKEN_SECONDS },
  })
  const site = await startPreview({ apiUrl: platform.url, dist: dist ?? builtAt('release') })
  const browser = await launchChromium()
  try {
    const soak = await openSoak(browser, site.url, platform)
    const series = await soakFor(soak, cycles)
    const leaks = findLeaks(series)
    console.log(printReadings(series))
    console.log(`\nHeap slope: ${heapSlope(series).toFixed(3)} MB for each 100 cycles.`)
    console.log(leaks.length === 0 ? 'No leak.' : `Leaks:\n${leaks.join('\n')}`)
    if (leaks.length > 0) process.exitCode = 1
  } finally {
    await browser.close()
    await site.close()
    await platform.close()
  }
}

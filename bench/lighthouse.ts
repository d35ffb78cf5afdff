import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { type BrowserContext, chromium } from '@playwright/test'
import { findFreePort } from '../scripts/lib/free-port'
import { printTable } from '../scripts/lib/print-table'
import { chromiumOptions, signIn } from './lib/browser'
import { buildReleases, startSites } from './lib/sites'

const usage = `Usage: npm run bench -- lighthouse [options]
  --only TEXT   pages whose address holds the text alone
  --built       measures the build of the last run
Exits with 1 when accessibility, best practices or SEO are below 100, or performance below 95.`

/** The newest version that runs on Node 20; installed only for the measurement. */
const version = '12.8.2'

interface Page {
  path: string
  categories: readonly string[]
  isSignedIn?: boolean
}

const open = ['accessibility', 'best-practices', 'seo']
const pages: readonly Page[] = [
  { path: '/login', categories: ['performance', ...open] },
  { path: '/registration', categories: open },
  { path: '/reset-password', categories: open },
  { path: '/contacts', categories: open },
  { path: '/legal', categories: open },
  // Not visible to search engines.
  { path: '/groups', categories: ['performance', 'accessibility', 'best-practices'], isSignedIn: true },
]

const limits: Readonly<Record<string, number>> = { performance: 95 }

/** The used part of a Lighthouse result. */
interface LighthouseResult {
  runtimeError?: { message: string }
  categories: Record<
    string,
    { title: string; score: number | null; auditRefs: { id: string; weight: number }[] }
  >
  /** The score is from 0 to 1, and null if the audit is not applicable or informative. */
  audits: Record<string, { title: string; score: number | null; displayValue?: string; details?: unknown }>
}

type Lighthouse = (
  url: string,
  flags: Record<string, unknown>,
) => Promise<{ lhr: LighthouseResult } | undefined>

/** Installs Lighthouse in a folder of its own, without install scripts. Rejects without access to the registry. */
async function loadLighthouse(): Promise<Lighthouse> {
  const home = join(
    fileURLToPath(new URL('..', import.meta.url)),
    `node_modules/.cache/lighthouse/${version}`,
  )
  if (!existsSync(join(home, 'node_modules'))) {
    mkdirSync(home, { recursive: true })
    writeFileSync(join(home, 'package.json'), '{ "private": true }\n')
    const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--save-exact']
    await promisify(execFile)('npm', ['install', ...flags, `lighthouse@${version}`], { cwd: home })
  }
  const path = createRequire(join(home, 'package.json')).resolve('lighthouse')
  return ((await import(pathToFileURL(path).href)) as { default: Lighthouse }).default
}

/** Stores a session in a profile by a URL that loads nothing of the site, so that the cache stays empty. */
async function storeSession(context: BrowserContext, origin: string): Promise<void> {
  const { cookies, origins } = await signIn(origin)
  await context.addCookies(cookies)
  const page = await context.newPage()
  await page.goto(`${origin}/healthz`)
  const entries = origins.flatMap(({ localStorage }) => localStorage)
  await page.evaluate(all => {
    for (const { name, value } of all) localStorage.setItem(name, value)
  }, entries)
  await page.goto('about:blank')
}

/** Measures one page in its own browser profile. Throws if Lighthouse cannot load it. */
async function measurePage(
  lighthouse: Lighthouse,
  origin: string,
  { path, categories, isSignedIn }: Page,
  browserArguments: readonly string[],
): Promise<LighthouseResult> {
  const profile = await mkdtemp(join(tmpdir(), 'bench-lighthouse-'))
  const port = await findFreePort()
  const options = chromiumOptions([...browserArguments, `--remote-debugging-port=${port}`])
  const context = await chromium.launchPersistentContext(profile, { ...options, locale: 'ru-RU' })
  try {
    if (isSignedIn) await storeSession(context, origin)
    const found = await lighthouse(origin + path, {
      port,
      logLevel: 'error',
      output: 'json',
      onlyCategories: categories,
      // Keeps the session; the profile is new, so nothing needs a reset.
      disableStorageReset: true,
    })
    if (!found) throw new Error(`Lighthouse said nothing of ${path}.`)
    if (found.lhr.runtimeError) throw new Error(`${path}: ${found.lhr.runtimeError.message}`)
    return found.lhr
  } finally {
    await context.close()
    await rm(profile, { recursive: true, force: true })
  }
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').slice(0, 160)

/** A row of each category (100 is required, 95 for performance), and what costs points in Lighthouse's words. */
function scorePage(path: string, { categories, audits }: LighthouseResult) {
  const rows: string[][] = []
  const failures: string[] = []
  for (const [id, { title, score, auditRefs }] of Object.entries(categories)) {
    const limit = limits[id] ?? 100
    const points = score === null ? Number.NaN : Math.round(score * 100)
    rows.push([path, title, String(points), `≥ ${limit}`, points >= limit ? 'OK' : 'BELOW'])
    for (const { id, weight } of auditRefs) {
      const audit = audits[id]
      if (!audit || weight === 0 || audit.score === null || audit.score === 1) continue
      const value = audit.displayValue ? ` (${audit.displayValue})` : ''
      failures.push(`${path}, ${title}: ${audit.title}${value}`)
      for (const element of elementsIn(audit.details).slice(0, 8)) failures.push(`    ${oneLine(element)}`)
    }
  }
  return { rows, failures }
}

/** The elements and URLs in an audit's details, at any depth. */
function elementsIn(details: unknown): string[] {
  if (typeof details !== 'object' || details === null) return []
  const { snippet, url } = details as { snippet?: unknown; url?: unknown }
  const own = [snippet, url].filter(value => typeof value === 'string')
  return [...own, ...Object.values(details).flatMap(elementsIn)]
}

export async function runLighthouse(argv: string[]): Promise<void> {
  if (argv.includes('--help')) return console.log(usage)
  const { values } = parseArgs({
    args: argv,
    options: { only: { type: 'string', default: '' }, built: { type: 'boolean', default: false } },
  })
  const lighthouse = await loadLighthouse()
  if (!values.built) await buildReleases()
  const { site, browserArguments, close } = await startSites({ usual: { answers: [] } })
  const rows: string[][] = []
  const failures: string[] = []
  try {
    for (const page of pages.filter(({ path }) => path.includes(values.only))) {
      console.error(page.path)
      const result = await measurePage(lighthouse, site.usual.product, page, browserArguments)
      const scored = scorePage(page.path, result)
      rows.push(...scored.rows)
      failures.push(...scored.failures)
    }
  } finally {
    await close()
  }
  if (rows.some(row => row.at(-1) === 'BELOW')) process.exitCode = 1
  console.log(
    `Lighthouse ${version} (the newest that starts on Node 20), mobile, simulated slow 4G and a CPU 4 times slower, HTTP/2 by nginx.\n`,
  )
  console.log(printTable([['page', 'category', 'score', 'limit', ''], ...rows]))
  if (failures.length > 0) console.log(`\nWhat costs points:\n${failures.join('\n')}`)
}

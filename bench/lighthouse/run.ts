import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type BrowserContext, chromium } from '@playwright/test'
import { startMockServer } from '../../mocks/server/start'
import { findChromium } from '../../scripts/browser-tools'
import { findFreePort } from '../../scripts/lib/free-port'
import { printTable } from '../../scripts/lib/print-table'
import { makeCertificate, serveByNginx } from '../nginx'
import { buildReleases, builtAt } from '../release'
import { signIn } from '../session'
import { load } from './install'
import { type LighthouseResult, type Score, scoreResult } from './scores'

const usage = `Usage: npm run bench -- lighthouse [options]
  --only TEXT   pages whose address holds the text alone
  --built       measures the build of the last run
Exits with 1 when accessibility, best practices or SEO are below 100, or performance below 95.`

/** The newest version that runs on Node 20; installed only for the measurement. */
const specifier = 'lighthouse@12.8.2'

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
  {
    path: '/groups',
    categories: ['performance', 'accessibility', 'best-practices'],
    isSignedIn: true,
  },
]

type Lighthouse = (
  url: string,
  flags: Record<string, unknown>,
) => Promise<{ lhr: LighthouseResult } | undefined>

const usual = ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking']

/** Stores a session in a profile by a URL that loads nothing of the site, so that the cache stays empty. */
async function laySession(context: BrowserContext, origin: string, parts: string[]): Promise<void> {
  const browser = await chromium.launch({ ...executable(), args: parts })
  const { cookies, origins } = await signIn(browser, origin).finally(() => browser.close())
  await context.addCookies(cookies)
  const page = await context.newPage()
  await page.goto(`${origin}/healthz`)
  const entries = origins.flatMap(({ localStorage }) => localStorage)
  await page.evaluate(all => {
    for (const { name, value } of all) localStorage.setItem(name, value)
  }, entries)
  await page.goto('about:blank')
}

const executable = () => {
  const executablePath = findChromium()
  return executablePath === null ? {} : { executablePath }
}

/** Measures one page in its own browser profile. Throws if Lighthouse cannot load it. */
async function judgePage(
  lighthouse: Lighthouse,
  origin: string,
  { path, categories, isSignedIn }: Page,
  trust: string[],
): Promise<{ version: string; scores: Score[] }> {
  const profile = await mkdtemp(join(tmpdir(), 'bench-lighthouse-'))
  const port = await findFreePort()
  const parts = [...usual, ...trust]
  const args = [...parts, `--remote-debugging-port=${port}`]
  const context = await chromium.launchPersistentContext(profile, { ...executable(), args, locale: 'ru-RU' })
  try {
    if (isSignedIn) await laySession(context, origin, parts)
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
    return { version: found.lhr.lighthouseVersion, scores: scoreResult(found.lhr) }
  } finally {
    await context.close()
    await rm(profile, { recursive: true, force: true })
  }
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').slice(0, 160)

const printFailed = (path: string, { category, failed }: Score): string[] =>
  failed.flatMap(({ title, value, elements }) => [
    `${path}, ${category}: ${title}${value === '' ? '' : ` (${value})`}`,
    ...elements.slice(0, 8).map(element => `    ${oneLine(element)}`),
  ])

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { only: { type: 'string', default: '' }, built: { type: 'boolean', default: false } },
  })
  const { default: run } = await load(specifier)
  const lighthouse = run as Lighthouse
  if (!values.built) await buildReleases()
  const certificate = await makeCertificate()
  const platform = await startMockServer()
  const site = await serveByNginx(builtAt('release'), platform.url, certificate)
  const rows: string[][] = []
  const failures: string[] = []
  const versions = new Set<string>()
  try {
    const trust = [`--ignore-certificate-errors-spki-list=${certificate.fingerprint}`]
    for (const page of pages.filter(({ path }) => path.includes(values.only))) {
      console.error(page.path)
      const { version, scores } = await judgePage(lighthouse, site.url, page, trust)
      versions.add(version)
      for (const score of scores) {
        const { category, limit, isWithin } = score
        rows.push([page.path, category, String(score.score), `≥ ${limit}`, isWithin ? 'OK' : 'BELOW'])
        if (!isWithin) process.exitCode = 1
        failures.push(...printFailed(page.path, score))
      }
    }
  } finally {
    await site.close()
    await platform.close()
    await certificate.clear()
  }
  console.log(
    `Lighthouse ${[...versions].join(', ')} (the newest that starts on Node 20), mobile, simulated slow 4G and a processor 4 times slower, HTTP/2 by nginx.\n`,
  )
  console.log(printTable([['page', 'category', 'score', 'limit', ''], ...rows]))
  if (failures.length > 0) console.log(`\nWhat costs points:\n${failures.join('\n')}`)
}

if (process.argv.includes('--help')) console.log(usage)
else await main()

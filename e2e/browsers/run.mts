import { type Browser, startFirefox, startWebKit } from './drivers'
import { journeys } from './journeys'
import { startSite } from './site'

/**
 * Walks the journeys of this folder in Firefox and WebKitGTK, on the production build (`npm run build` first). A browser that is not
 * installed is skipped with a line that says so. `npm run test:browsers -- webkit outage` takes one browser and the
 * journeys whose name contains the word.
 */
const [onlyBrowser = '', word = ''] = process.argv.slice(2).map(argument => argument.toLowerCase())

const browsers = [
  { name: 'Firefox', start: startFirefox, packages: 'firefox-esr' },
  { name: 'WebKit', start: startWebKit, packages: 'webkit2gtk-driver xvfb' },
].filter(({ name }) => name.toLowerCase().includes(onlyBrowser))

const ATTEMPT_LIMIT_MS = 90_000

const within = <Value,>(work: Promise<Value>): Promise<Value> => {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The journey took too long.')), ATTEMPT_LIMIT_MS)
  })
  return Promise.race([work, limit]).finally(() => clearTimeout(timer))
}

/** A browser of its own for each journey, so that none starts with the data of another. */
async function runJourneys(start: () => Promise<Browser | null>) {
  const site = await startSite()
  let version: string | null = null
  let passed = 0
  const failures: string[] = []
  try {
    for (const journey of journeys.filter(({ name }) => name.includes(word))) {
      await site.reset()
      const startedAt = Date.now()
      const browser = await start()
      if (!browser) return null
      version = browser.name
      const error = await within(journey.run({ tab: browser.tab, site, browser })).then(
        () => (site.violations.length > 0 ? new Error(`Violations of the policy: ${site.violations}`) : null),
        (reason: Error) => reason,
      )
      if (error) {
        const text = await browser.tab
          .evaluate<string>('return location.href + "\\n" + document.body.innerText')
          .catch(() => '')
        failures.push(`${journey.name}: ${error.message}\n${text}`)
      } else passed += 1
      await browser.close()
      const seconds = ((Date.now() - startedAt) / 1000).toFixed(1)
      console.log(`  ${error ? '✘' : '✓'} ${version} › ${journey.name} (${seconds}s)`)
    }
    return { version, passed, failures }
  } finally {
    await site.close()
  }
}

const results = await Promise.all(
  browsers.map(async ({ name, start, packages }) => ({ name, packages, result: await runJourneys(start) })),
)
for (const { name, packages, result } of results) {
  if (result === null) console.log(`Not checked in ${name}: it needs ${packages} (Debian, Ubuntu).`)
  for (const failure of result?.failures ?? []) console.error(`\n${name}: ${failure}`)
}
const checked = results.flatMap(({ result }) => (result ? [result] : []))
const passed = checked.reduce((total, result) => total + result.passed, 0)
console.log(`Checked in ${checked.map(({ version }) => version).join(' and ') || 'no further browser'}.`)
console.log(`  ${passed} passed`)
process.exitCode = checked.some(({ failures }) => failures.length > 0) ? 1 : 0

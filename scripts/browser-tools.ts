import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium } from '@playwright/test'

/** Chromium without windows: the same engine for less than two thirds of the processor's time. */
const HEADLESS_CHROMIUM = 'chromium-headless-shell'

const CHROMIUM_COMMANDS = [
  HEADLESS_CHROMIUM,
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]

/** Debian puts commands for administrators here, outside of the PATH of other users. */
const SBIN = ['/usr/sbin', '/usr/local/sbin']

const BROTLI_PACKAGE = 'libnginx-mod-http-brotli-static'

/** `deploy/nginx/nginx.conf` loads this module. */
const BROTLI_MODULE = '/usr/lib/nginx/modules/ngx_http_brotli_static_module.so'

/** The packages that serve the site, as Debian and Ubuntu name them; `deploy/Dockerfile` installs the same. */
export const nginxPackages = ['nginx', BROTLI_PACKAGE, 'jq']

interface Locations {
  /** Folders separated as in the environment variable. */
  path: string
  module: string
}

/**
 * Finds a Chromium on this computer: the one that `PLAYWRIGHT_CHROMIUM` names, else one on the PATH, else Playwright's
 * own download.
 *
 * @returns an absolute path, or null when there is none
 */
export function findChromium(environment = process.env): string | null {
  const named = environment.PLAYWRIGHT_CHROMIUM
  if (named) return isExecutable(named) ? named : null
  const folders = (environment.PATH ?? '').split(delimiter).filter(folder => folder !== '')
  const found = CHROMIUM_COMMANDS.flatMap(command => folders.map(folder => join(folder, command)))
  return [...found, chromium.executablePath()].find(isExecutable) ?? null
}

export const WEBKIT_DRIVER = '/usr/bin/WebKitWebDriver'
export const XVFB = '/usr/bin/Xvfb'

const MINI_BROWSERS = ['x86_64', 'aarch64'].flatMap(cpu =>
  ['4.1', '6.0', '4.0'].map(version => `/usr/lib/${cpu}-linux-gnu/webkit2gtk-${version}/MiniBrowser`),
)

/** @returns the path of the system's Firefox, or null */
export const findFirefox = (): string | null =>
  ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find(isExecutable) ?? null

/** @returns the path of WebKitGTK's MiniBrowser, or null when it, its driver or the X server is not installed */
export const findWebKit = (): string | null =>
  ([WEBKIT_DRIVER, XVFB].every(isExecutable) && MINI_BROWSERS.find(isExecutable)) || null

/** With their packages on Debian. */
const otherBrowsers = [
  { name: 'Firefox', find: findFirefox, packages: ['firefox-esr'] },
  { name: 'WebKit', find: findWebKit, packages: ['webkit2gtk-driver', 'xvfb'] },
]

/** The installed browsers beside Chromium, in which `npm run test:e2e` runs some journeys. */
export const getOtherBrowsers = (): string[] =>
  otherBrowsers.filter(({ find }) => find() !== null).map(({ name }) => name)

/** One line that says in which browsers `npm run test:e2e` runs. */
const describeBrowsers = (): string => {
  const tested = `Tested in ${['Chromium', ...getOtherBrowsers()].join(', ')}.`
  const missing = otherBrowsers.filter(({ find }) => find() === null)
  const install = missing.map(({ name, packages }) => `${name} (apt-get install ${packages.join(' ')})`)
  return install.length > 0 ? `${tested} Not installed, so not tested: ${install.join(', ')}.` : tested
}

/**
 * Lists what is missing on this computer to serve the site by nginx and to make a certificate for it.
 *
 * @returns names of commands and files; empty when everything is there
 */
export function findMissingServerTools(
  locations: Locations = { path: process.env.PATH ?? '', module: BROTLI_MODULE },
): string[] {
  const folders = [...locations.path.split(delimiter).filter(folder => folder !== ''), ...SBIN]
  const commands = ['nginx', 'jq', 'openssl'].filter(
    name => !folders.some(folder => isExecutable(join(folder, name))),
  )
  return [...commands, ...(isReadable(locations.module) ? [] : [locations.module])]
}

/** One sentence that names what is missing and the command that installs it. */
export const describeMissing = (missing: readonly string[]): string =>
  `The browser tests need ${missing.join(', ')}. On Debian and Ubuntu: sudo apt-get install ${installable.join(' ')}, or run npm test -- --install as root.`

const installable = ['chromium', ...nginxPackages, 'openssl']

/** Installs Debian's packages. Playwright's own Chromium is the way on other systems. */
function installTools(): void {
  if (process.getuid?.() === 0 && run('apt-get', ['--version'], 'ignore')) {
    run('apt-get', ['update', '-q'])
    // Older releases of Debian have no headless package.
    const isHeadless = findChromium()?.endsWith(HEADLESS_CHROMIUM) || install([HEADLESS_CHROMIUM])
    const rest = installable.filter(name => name !== 'chromium' || !isHeadless)
    if (findMissingServerTools().length > 0 || findChromium() === null) install(rest)
    // One by one, because not every system has every browser.
    for (const { find, packages } of otherBrowsers) if (find() === null) install(packages)
  }
  if (findChromium() === null) run('npx', ['playwright', 'install', 'chromium'])
}

const install = (packages: string[]): boolean =>
  run('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...packages])

function run(command: string, parameters: string[], output: 'inherit' | 'ignore' = 'inherit'): boolean {
  // In the single-user runlevel Debian does not start the servers that it installs.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  return spawnSync(command, parameters, { stdio: ['ignore', output, output], env }).status === 0
}

const isExecutable = (path: string) => hasAccess(path, constants.X_OK)
const isReadable = (path: string) => hasAccess(path, constants.R_OK)

function hasAccess(path: string, mode: number): boolean {
  try {
    accessSync(path, mode)
    return true
  } catch {
    return false
  }
}

/** Lists everything that the browser tests and benchmarks need and that is missing here. */
export const findMissingTools = (): string[] => [
  ...(findChromium() === null ? ['Chromium'] : []),
  ...findMissingServerTools(),
]

/**
 * Checks that the browser tests can run here. Nothing is installed unless the environment variable `CI` is set or
 * `--install` is given.
 */
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const isInstalling = process.argv.includes('--install') || Boolean(process.env.CI)
  const isComplete =
    findMissingTools().length === 0 &&
    findChromium()?.endsWith(HEADLESS_CHROMIUM) &&
    otherBrowsers.every(({ find }) => find() !== null)
  if (isInstalling && !isComplete) installTools()
  const missing = findMissingTools()
  if (missing.length > 0) {
    console.error(describeMissing(missing))
    process.exitCode = 1
  } else console.log(describeBrowsers())
}

import { accessSync, constants, readdirSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium } from '@playwright/test'

/** Chromium without windows: the same engine for less than two thirds of the processor's time. */
export const HEADLESS_CHROMIUM = 'chromium-headless-shell'

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

/**
 * Finds a Chromium on this computer: the one that `PLAYWRIGHT_CHROMIUM` names, else one on the PATH, else Playwright's
 * own download.
 *
 * @returns an absolute path, or null when there is none
 * @throws Error when `PLAYWRIGHT_CHROMIUM` names no program
 */
export function findChromium(environment = process.env, download = chromium.executablePath()): string | null {
  const named = environment.PLAYWRIGHT_CHROMIUM
  if (named) {
    if (isExecutable(named)) return named
    throw new Error(
      `PLAYWRIGHT_CHROMIUM names ${named}, which is no program. Correct the variable or unset it.`,
    )
  }
  const folders = (environment.PATH ?? '').split(delimiter).filter(folder => folder !== '')
  const found = CHROMIUM_COMMANDS.flatMap(command => folders.map(folder => join(folder, command)))
  return [...found, ...listHeadlessShells(download), download].find(isExecutable) ?? null
}

/**
 * Where `playwright install chromium-headless-shell` puts the program. Playwright has no function for it.
 *
 * @param download where it would put the whole Chromium, such as `…/chromium-1255/chrome-linux64/chrome`
 */
function listHeadlessShells(download: string): string[] {
  const folder = dirname(dirname(download)).replace(/chromium-(\d+)$/, 'chromium_headless_shell-$1')
  return listFolder(folder).flatMap(name =>
    ['chrome-headless-shell', 'chrome-headless-shell.exe', 'headless_shell'].map(program =>
      join(folder, name, program),
    ),
  )
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
export const otherBrowsers = [
  { name: 'Firefox', find: findFirefox, packages: ['firefox-esr'] },
  { name: 'WebKit', find: findWebKit, packages: ['webkit2gtk-driver', 'xvfb'] },
]

/** The installed browsers beside Chromium, in which some journeys can run. */
export const getOtherBrowsers = (): string[] =>
  otherBrowsers.filter(({ find }) => find() !== null).map(({ name }) => name)

/** Commands and files that are missing here to serve the site by nginx and to make a certificate for it. */
export function findMissingServerTools(): string[] {
  const folders = [...(process.env.PATH ?? '').split(delimiter).filter(folder => folder !== ''), ...SBIN]
  const commands = ['nginx', 'jq', 'openssl'].filter(
    name => !folders.some(folder => isExecutable(join(folder, name))),
  )
  return [...commands, ...(isReadable(BROTLI_MODULE) ? [] : [BROTLI_MODULE])]
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

function listFolder(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** `npm run test:e2e` and `npm run screenshots` start with this check. */
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href && findChromium() === null) {
  console.error('The browser tests need Chromium. npm test installs it where it can.')
  process.exitCode = 1
}

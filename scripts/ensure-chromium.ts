import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium } from '@playwright/test'

/** Chromium without windows: the same engine for less than two thirds of the processor's time. */
const headless = 'chromium-headless-shell'

const commands = [headless, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/**
 * Where a Chromium of this computer is: what `PLAYWRIGHT_CHROMIUM` names, else one on the PATH, else Playwright's
 * own download.
 *
 * @returns an absolute path, or null when there is none
 */
export function findChromium(environment = process.env): string | null {
  const named = environment.PLAYWRIGHT_CHROMIUM
  if (named) return isExecutable(named) ? named : null
  const folders = (environment.PATH ?? '').split(delimiter).filter(folder => folder !== '')
  const found = commands.flatMap(command => folders.map(folder => join(folder, command))).find(isExecutable)
  if (found) return found
  const own = chromium.executablePath()
  return isExecutable(own) ? own : null
}

/** Installs one where none is: Debian's package as root, else Playwright's download. */
function ensureChromium(): string | null {
  const present = findChromium()
  if (present?.endsWith(headless) || process.env.PLAYWRIGHT_CHROMIUM) return present
  if (process.getuid?.() === 0 && run('apt-get', ['--version'], 'ignore')) {
    console.log('Installing the Debian package of Chromium.')
    run('apt-get', ['update', '-q'])
    // A release of Debian without the headless package has the whole browser.
    if (install(headless) || (!present && install('chromium'))) return findChromium()
  }
  if (present) return present
  console.log('No Chromium here: asking Playwright to download its own.')
  run('npx', ['playwright', 'install', 'chromium'])
  return findChromium()
}

const install = (name: string): boolean =>
  run('apt-get', ['install', '-y', '-q', '--no-install-recommends', name])

function run(command: string, parameters: string[], output: 'inherit' | 'ignore' = 'inherit'): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync(command, parameters, { stdio: ['ignore', output, output], env }).status === 0
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const path = ensureChromium()
  if (path === null) {
    console.error(
      'The browser journeys need Chromium: install it (on Debian: apt-get install chromium) or set PLAYWRIGHT_CHROMIUM to its path.',
    )
    process.exitCode = 1
  } else {
    console.log(`Chromium: ${path}`)
  }
}

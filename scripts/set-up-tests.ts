import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import {
  findChromium,
  findMissingServerTools,
  HEADLESS_CHROMIUM,
  nginxPackages,
  otherBrowsers,
} from './browser-tools'

/** The computer that the tests run on. Unit tests use an invented one. */
export interface Computer {
  /** The `ID` of `/etc/os-release`, such as `debian`; null where there is none, as on macOS and Windows. */
  distribution: string | null
  isRoot: boolean
  hasApt: boolean
  /** Why Chromium can't be used, for example a missing library; null when it starts. */
  findProblem(): string | null
  hasNginx(): boolean
  /** Firefox and WebKit, unless they are installed. */
  listMissingBrowsers(): readonly { name: string; packages: readonly string[] }[]
  /** @returns whether the command succeeded */
  run(command: readonly string[]): Promise<boolean>
  say(line: string): void
}

/** Tests that can't run here, and the command that changes this. */
export interface NotRun {
  tests: string
  reason: string
  command: string
}

interface SetUp {
  hasChromium: boolean
  notRun: NotRun[]
}

const serverPackages = [...nginxPackages, 'openssl']

/**
 * Installs what the browser tests need, as far as that is possible without asking: Debian's packages as root, else
 * Playwright's own download.
 *
 * @param needsAll whether some journeys also run in Firefox and WebKit
 */
export async function setUpTests(computer: Computer, needsAll: boolean): Promise<SetUp> {
  if (computer.isRoot && computer.hasApt) await installPackages(computer, needsAll)
  if (computer.findProblem() !== null) {
    computer.say('Downloading Chromium with Playwright, because the browser tests need it.')
    const isDownloaded = await computer.run(getDownload(computer))
    if (!isDownloaded) computer.say('The download failed.')
  }
  return describe(computer, needsAll)
}

async function installPackages(computer: Computer, needsAll: boolean): Promise<void> {
  const { run } = computer
  const chromium = computer.findProblem() === null ? [] : [HEADLESS_CHROMIUM]
  const server = computer.hasNginx() ? [] : serverPackages
  const others = needsAll ? computer.listMissingBrowsers() : []
  const missing = [...chromium, ...server, ...others.flatMap(({ packages }) => packages)]
  if (missing.length === 0) return
  computer.say(`Installing ${missing.join(', ')} with apt-get, because the browser tests need them.`)
  const install = (packages: readonly string[]) =>
    run(['apt-get', 'install', '-y', '-q', '--no-install-recommends', ...packages])
  const isUpdated = await run(['apt-get', 'update', '-q'])
  // One after another, because not every system has every package; older releases have no headless Chromium.
  const installed = [isUpdated]
  if (chromium.length > 0) installed.push((await install(chromium)) || (await install(['chromium'])))
  if (server.length > 0) installed.push(await install(server))
  for (const { packages } of others) installed.push(await install(packages))
  if (installed.includes(false)) computer.say('apt-get could not install everything.')
}

/** Playwright's own program, because `npx` is a shell script on Windows. With the system's libraries where it may. */
const getDownload = ({ isRoot, hasApt }: Computer): string[] => {
  const cli = join(createRequire(import.meta.url).resolve('@playwright/test/package.json'), '../cli.js')
  const withLibraries = isRoot && hasApt ? ['--with-deps'] : []
  return [process.execPath, cli, 'install', ...withLibraries, HEADLESS_CHROMIUM]
}

function describe(computer: Computer, needsAll: boolean): SetUp {
  const sudo = computer.isRoot ? '' : 'sudo '
  const hasNginx = computer.hasNginx()
  const problem = computer.findProblem()
  if (problem !== null) {
    const command =
      computer.distribution === 'debian'
        ? `${sudo}apt-get install ${[HEADLESS_CHROMIUM, ...(hasNginx ? [] : serverPackages)].join(' ')}`
        : `npx playwright install --with-deps ${HEADLESS_CHROMIUM}`
    const tests = hasNginx ? 'the browser tests' : 'the browser tests and those that need nginx or jq'
    return { hasChromium: false, notRun: [{ tests, reason: problem, command }] }
  }
  const notRun: NotRun[] = []
  if (!hasNginx)
    notRun.push({
      tests: 'the tests that need nginx or jq',
      reason: 'they are not installed',
      command: computer.hasApt
        ? `${sudo}apt-get install ${serverPackages.join(' ')}`
        : 'see deploy/README.md',
    })
  const others = needsAll ? computer.listMissingBrowsers() : []
  for (const { name, packages } of others)
    notRun.push({
      tests: `the browser tests in ${name}`,
      reason: `${name} is not installed`,
      command: computer.hasApt ? `${sudo}apt-get install ${packages.join(' ')}` : 'Debian and Ubuntu have it',
    })
  return { hasChromium: true, notRun }
}

/** @param print gets the lines that `setUpTests` says, and the output of a failed installation */
export const getComputer = (print: (text: string) => void): Computer => ({
  distribution: readDistribution(),
  isRoot: process.getuid?.() === 0,
  hasApt: spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status === 0,
  findProblem: findChromiumProblem,
  hasNginx: () => findMissingServerTools().length === 0,
  listMissingBrowsers: () => otherBrowsers.filter(({ find }) => find() === null),
  run: command => runQuietly(command, print),
  say: line => print(`${line}\n`),
})

function readDistribution(): string | null {
  try {
    return /^ID="?([\w-]+)/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? null
  } catch {
    return null
  }
}

/** Starts Chromium for its version: a downloaded one may lack libraries of the system. */
function findChromiumProblem(): string | null {
  const path = findChromium()
  if (path === null) return 'Chromium is not installed'
  // On Windows the program does not print its version and needs nothing of the system.
  if (process.platform === 'win32') return null
  const { status, stderr } = spawnSync(path, ['--version'], { encoding: 'utf8' })
  return status === 0 ? null : `${path} does not start: ${(stderr ?? '').trim().split('\n', 1)[0]}`
}

async function runQuietly(command: readonly string[], print: (text: string) => void): Promise<boolean> {
  const [program = '', ...parameters] = command
  // In the single-user runlevel Debian does not start the servers that it installs.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  const child = spawn(program, parameters, { stdio: ['ignore', 'pipe', 'pipe'], env })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', chunk => {
      output += chunk
    })
  const code = await new Promise(resolve => child.on('error', resolve).on('close', resolve))
  if (code !== 0) print(`${command.join(' ')}\n${output}\n`)
  return code === 0
}

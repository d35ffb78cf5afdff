import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { findChromium } from './browser-tools'
import { type Computer, setUpTests } from './set-up-tests'

interface Invented {
  distribution?: string | null
  isRoot?: boolean
  hasApt?: boolean
  /** Already installed. */
  has?: readonly string[]
  /** Packages that apt-get has; none when its server can't be reached. */
  packages?: readonly string[]
  canDownload?: boolean
  /** Whether the system has the libraries of a downloaded Chromium. */
  hasLibraries?: boolean
}

const debian = ['chromium-headless-shell', 'chromium', 'nginx', 'firefox-esr', 'webkit2gtk-driver']

/** A computer of which the test only says what matters. */
function inventComputer({
  distribution = 'debian',
  isRoot = false,
  hasApt = true,
  has = [],
  packages = debian,
  canDownload = true,
  hasLibraries = true,
}: Invented) {
  const installed = new Set(has)
  const said: string[] = []
  const commands: string[] = []
  const findProblem = () => {
    if (installed.has('chromium') || installed.has('chromium-headless-shell')) return null
    if (!installed.has('download')) return 'Chromium is not installed'
    return hasLibraries ? null : 'chrome-headless-shell does not start: libnss3.so: cannot open'
  }
  const computer: Computer = {
    distribution,
    isRoot,
    hasApt,
    findProblem,
    hasNginx: () => installed.has('nginx'),
    listMissingBrowsers: () =>
      [
        { name: 'Firefox', packages: ['firefox-esr'] },
        { name: 'WebKit', packages: ['webkit2gtk-driver', 'xvfb'] },
      ].filter(({ packages: [main = ''] }) => !installed.has(main)),
    run: async command => {
      // Without the folders, which differ.
      commands.push(command.join(' ').replaceAll(/\S+[\\/](?=[\w.]+(?: |$))/g, ''))
      if (command[0] !== 'apt-get') {
        if (canDownload) installed.add('download')
        return canDownload
      }
      const [, action, ...rest] = command
      const wanted = rest.filter(word => !word.startsWith('-'))
      if (action === 'update') return packages.length > 0
      const hasMain = packages.includes(wanted[0] ?? '')
      if (hasMain) for (const name of wanted) installed.add(name)
      return hasMain
    },
    say: line => said.push(line),
  }
  return { computer, said, commands }
}

describe('as root where apt-get is', () => {
  test('says what is missing and why, and installs it', async () => {
    const { computer, said, commands } = inventComputer({ isRoot: true })
    expect(await setUpTests(computer, false)).toEqual({ hasChromium: true, notRun: [] })
    expect(said).toEqual([
      'Installing chromium-headless-shell, nginx, libnginx-mod-http-brotli-static, jq, openssl with apt-get, because the browser tests need them.',
    ])
    expect(commands[0]).toBe('apt-get update -q')
  })

  test('also installs the other browsers where all tests run', async () => {
    const { computer, commands } = inventComputer({ isRoot: true, has: ['chromium', 'nginx'] })
    expect(await setUpTests(computer, true)).toEqual({ hasChromium: true, notRun: [] })
    expect(commands.filter(command => /firefox-esr$|webkit2gtk-driver xvfb$/.test(command))).toHaveLength(2)
  })

  test('installs and says nothing when everything is there', async () => {
    const { computer, said, commands } = inventComputer({ isRoot: true, has: debian })
    expect(await setUpTests(computer, true)).toEqual({ hasChromium: true, notRun: [] })
    expect([...said, ...commands]).toEqual([])
  })

  test('takes the usual Chromium where there is no headless one', async () => {
    const { computer } = inventComputer({ isRoot: true, packages: ['chromium', 'nginx'] })
    expect(await setUpTests(computer, false)).toEqual({ hasChromium: true, notRun: [] })
  })

  test('downloads Chromium with its libraries when apt-get fails', async () => {
    const { computer, said, commands } = inventComputer({ isRoot: true, packages: [] })
    const { hasChromium, notRun } = await setUpTests(computer, false)
    expect(hasChromium).toBe(true)
    expect(commands.at(-1)).toMatch(/cli\.js install --with-deps chromium-headless-shell$/)
    expect(said).toContain('apt-get could not install everything.')
    expect(notRun.map(({ tests }) => tests)).toEqual(['the tests that need nginx or jq'])
  })

  test('names the command when the download fails too', async () => {
    const { computer } = inventComputer({ isRoot: true, packages: [], canDownload: false })
    expect(await setUpTests(computer, false)).toEqual({
      hasChromium: false,
      notRun: [
        {
          tests: 'the browser tests and those that need nginx or jq',
          reason: 'Chromium is not installed',
          command: 'apt-get install chromium-headless-shell nginx libnginx-mod-http-brotli-static jq openssl',
        },
      ],
    })
  })
})

describe('as another user, or on another system', () => {
  test('downloads Chromium and never calls apt-get', async () => {
    const { computer, said, commands } = inventComputer({})
    const { hasChromium, notRun } = await setUpTests(computer, true)
    expect(hasChromium).toBe(true)
    expect(said).toEqual(['Downloading Chromium with Playwright, because the browser tests need it.'])
    expect(commands.filter(command => command.startsWith('apt-get'))).toEqual([])
    expect(notRun.map(({ command }) => command)).toEqual([
      'sudo apt-get install nginx libnginx-mod-http-brotli-static jq openssl',
      'sudo apt-get install firefox-esr',
      'sudo apt-get install webkit2gtk-driver xvfb',
    ])
  })

  test('names one command that needs root when nothing can be had without it', async () => {
    const { computer } = inventComputer({ canDownload: false })
    const { hasChromium, notRun } = await setUpTests(computer, false)
    expect(hasChromium).toBe(false)
    expect(notRun.map(({ command }) => command)).toEqual([
      'sudo apt-get install chromium-headless-shell nginx libnginx-mod-http-brotli-static jq openssl',
    ])
  })

  test('a downloaded Chromium without its libraries counts as missing', async () => {
    const { computer } = inventComputer({ distribution: 'ubuntu', hasLibraries: false })
    const { hasChromium, notRun } = await setUpTests(computer, false)
    expect(hasChromium).toBe(false)
    expect(notRun).toEqual([
      expect.objectContaining({
        reason: expect.stringContaining('libnss3.so'),
        command: 'npx playwright install --with-deps chromium-headless-shell',
      }),
    ])
  })

  test.each(['macOS', 'Windows'])('%s needs nothing of Debian', async () => {
    const { computer, commands } = inventComputer({ distribution: null, hasApt: false })
    const { hasChromium, notRun } = await setUpTests(computer, false)
    expect(hasChromium).toBe(true)
    expect([...commands, ...notRun.map(({ command }) => command)].join('\n')).not.toContain('apt-get')
  })
})

describe('findChromium', () => {
  const createFolder = () => {
    const folder = mkdtempSync(join(tmpdir(), 'chromium-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    return folder
  }

  test('finds the program that playwright install chromium-headless-shell downloads', () => {
    const folder = createFolder()
    const program = join(
      folder,
      'chromium_headless_shell-1255/chrome-headless-shell-mac/chrome-headless-shell',
    )
    mkdirSync(join(program, '..'), { recursive: true })
    writeFileSync(program, '', { mode: 0o755 })
    const download = join(folder, 'chromium-1255/chrome-mac/Chromium')
    expect(findChromium({ PATH: '' }, download)).toBe(program)
    expect(findChromium({ PATH: '' }, join(folder, 'chromium-1256/chrome-mac/Chromium'))).toBe(null)
  })

  test('names the variable when it names no program', () => {
    expect(() => findChromium({ PLAYWRIGHT_CHROMIUM: join(createFolder(), 'chrome') })).toThrow(
      /^PLAYWRIGHT_CHROMIUM names .* Correct the variable/,
    )
  })
})

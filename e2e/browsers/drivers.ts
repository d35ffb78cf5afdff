import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import puppeteer, { type ElementHandle, type KeyInput, type Page as PuppeteerPage } from 'puppeteer-core'
import { Builder, Key, type WebDriver, type WebElement } from 'selenium-webdriver'
import { findFirefox, findWebKit, WEBKIT_DRIVER, XVFB } from '../../scripts/browser-tools'
import { findFreePort } from '../../scripts/lib/free-port'

const wait = (ms: number): Promise<undefined> => new Promise(next => setTimeout(next, ms, undefined))

/** What the journeys do in a tab. Waits are in page.ts. */
export interface Tab {
  open(url: string): Promise<void>
  reload(): Promise<void>
  back(): Promise<void>
  /** Runs the body of a function in the page, with `args`. */
  evaluate<Result>(body: string, ...args: unknown[]): Promise<Result>
  /**
   * Clicks the element that the body of a function returns, like a mouse.
   *
   * @returns false when the page has removed or covered the element before the click
   */
  clickFound(body: string, ...args: unknown[]): Promise<boolean>
  /** Types into the focused element, key by key. */
  type(text: string): Promise<void>
  press(key: 'Enter' | 'Tab'): Promise<void>
  chooseFile(selector: string, path: string): Promise<void>
  /** Types into an element of a frame and presses Enter. */
  typeInFrame(frame: string, selector: string, text: string): Promise<void>
  evaluateInFrame<Result>(frame: string, body: string, ...args: unknown[]): Promise<Result>
  openTab(url: string): Promise<Tab>
  close(): Promise<void>
}

/** Cookies, storage and cache of its own. */
export interface Session {
  tab: Tab
  /** Folder in which downloads arrive. */
  downloads: string
  close(): Promise<void>
}

export interface Browser {
  /** One session at a time. */
  openSession(): Promise<Session>
  close(): Promise<void>
}

export async function startFirefox(): Promise<Browser> {
  const executablePath = findFirefox() ?? ''
  const downloads = await mkdtemp(join(tmpdir(), 'firefox-'))
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    defaultViewport: { width: 1280, height: 800 },
    extraPrefsFirefox: {
      'browser.download.folderList': 2,
      'browser.download.dir': downloads,
      'browser.download.useDownloadDir': true,
      'browser.download.always_ask_before_handling_new_types': false,
    },
  })
  return {
    openSession: async () => {
      const context = await browser.createBrowserContext()
      const openTab = async (url: string): Promise<Tab> => {
        const page = await context.newPage()
        await page.goto(url)
        return createFirefoxTab(page, openTab)
      }
      return { tab: await openTab('about:blank'), downloads, close: () => context.close() }
    },
    close: async () => {
      await browser.close()
      await rm(downloads, { recursive: true, force: true })
    },
  }
}

/** Both drivers find out before the click that the element is no longer in the document, WebDriver that it is covered. */
const tryClick = async (element: { click(): Promise<void> } | null): Promise<boolean> => {
  try {
    await element?.click()
    return element !== null
  } catch (error) {
    if (/detached|stale ?element|intercepted/i.test(String(error))) return false
    throw error
  }
}

/** A function with this body; puppeteer and WebDriver both pass the arguments on. */
const toFunction = (body: string) => new Function(...['a', 'b', 'c'], body) as (...args: unknown[]) => unknown

function createFirefoxTab(page: PuppeteerPage, openTab: Tab['openTab']): Tab {
  page.setDefaultTimeout(20_000)
  const getFrame = async (selector: string) => {
    const frame = await (await page.waitForSelector(selector))?.contentFrame()
    if (!frame) throw new Error(`There is no frame ${selector}.`)
    return frame
  }
  return {
    open: async url => void (await page.goto(url)),
    reload: async () => void (await page.reload()),
    back: async () => void (await page.goBack()),
    evaluate: <Result>(body: string, ...args: unknown[]) =>
      page.evaluate(toFunction(body), ...args) as Promise<Result>,
    clickFound: async (body, ...args) => {
      const found = await page.evaluateHandle(toFunction(body), ...args)
      return tryClick(found.asElement() as ElementHandle<Element> | null)
    },
    type: text => page.keyboard.type(text),
    press: key => page.keyboard.press(key as KeyInput),
    chooseFile: async (selector, path) => {
      const input = await page.waitForSelector(selector)
      // @ts-expect-error: the selector is one of a file input.
      await input?.uploadFile(path)
    },
    typeInFrame: async (selector, target, text) => {
      const frame = await getFrame(selector)
      await (await frame.waitForSelector(target))?.focus()
      await page.keyboard.type(text)
      await page.keyboard.press('Enter')
    },
    evaluateInFrame: async <Result>(selector: string, body: string, ...args: unknown[]) =>
      (await (await getFrame(selector)).evaluate(toFunction(body), ...args)) as Result,
    openTab,
    close: () => page.close(),
  }
}

export async function startWebKit(): Promise<Browser> {
  const binary = findWebKit() ?? ''
  const home = await mkdtemp(join(tmpdir(), 'webkit-'))
  const screen = await startVirtualDisplay()
  const environment = { ...process.env, DISPLAY: screen.display, HOME: home, XDG_CONFIG_HOME: home }
  return {
    openSession: async () => {
      const { driver, stop } = await startWebKitSession(binary, environment)
      await driver.manage().window().setRect({ width: 1280, height: 900, x: 0, y: 0 })
      return {
        tab: createWebKitTab(driver, await driver.getWindowHandle()),
        downloads: home,
        close: async () => {
          await Promise.race([driver.quit().catch(() => {}), wait(10_000)])
          stop()
        },
      }
    },
    close: async () => {
      screen.process.kill('SIGKILL')
      await rm(home, { recursive: true, force: true })
    },
  }
}

interface WebKitSession {
  driver: WebDriver
  stop: () => void
}

/** A driver of its own for each session: one that hangs while it starts its browser is replaced. */
async function startWebKitSession(binary: string, env: NodeJS.ProcessEnv): Promise<WebKitSession> {
  let problem: unknown
  for (let time = 0; time < 3; time += 1) {
    const port = await findFreePort()
    // In a process group of its own, so that its browser ends with it.
    const server = spawn(WEBKIT_DRIVER, [`--port=${port}`], { env, stdio: 'ignore', detached: true })
    const stop = () => {
      if (server.pid !== undefined && server.exitCode === null) process.kill(-server.pid, 'SIGKILL')
    }
    const connected = connect(port, binary).catch((error: unknown) => {
      problem = error
    })
    const driver = await Promise.race([connected, wait(30_000)])
    if (driver) return { driver, stop }
    stop()
  }
  throw new Error('WebKit did not start, three times.', { cause: problem })
}

async function connect(port: number, binary: string): Promise<WebDriver> {
  for (let time = 0; ; time += 1) {
    try {
      return await new Builder()
        .usingServer(`http://127.0.0.1:${port}`)
        .withCapabilities({
          browserName: 'MiniBrowser',
          'webkitgtk:browserOptions': { binary, args: ['--automation'] },
        })
        .build()
    } catch (error) {
      if (time === 80) throw error
      await wait(250)
    }
  }
}

/** An X server without a window. It writes the number of the display it has taken to a file descriptor. */
async function startVirtualDisplay(): Promise<{ process: ChildProcess; display: string }> {
  const process = spawn(XVFB, ['-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const display = await new Promise<string>((resolve, reject) => {
    process.stdio[3]?.once('data', (number: Buffer) => resolve(`:${number.toString().trim()}`))
    process.once('exit', () => reject(new Error('Xvfb did not start.')))
  })
  return { process, display }
}

function createWebKitTab(driver: WebDriver, handle: string): Tab {
  /** The commands of WebDriver go to one window and one frame at a time. */
  const inWindow = async <Result>(action: () => Promise<Result>): Promise<Result> => {
    await driver.switchTo().window(handle)
    return action()
  }
  const inFrame = <Result>(selector: string, action: () => Promise<Result>): Promise<Result> =>
    inWindow(async () => {
      await driver.switchTo().frame(await driver.findElement({ css: selector }))
      try {
        return await action()
      } finally {
        await driver.switchTo().defaultContent()
      }
    })
  const run = <Result>(body: string, args: unknown[]) =>
    driver.executeScript<Result>(`return (function (a, b, c) { ${body} }).apply(null, arguments)`, ...args)
  const type = async (text: string) => (await driver.switchTo().activeElement()).sendKeys(text)
  return {
    open: url => inWindow(() => driver.get(url)),
    reload: () => inWindow(() => driver.navigate().refresh()),
    back: () => inWindow(() => driver.navigate().back()),
    evaluate: <Result>(body: string, ...args: unknown[]) => inWindow(() => run<Result>(body, args)),
    clickFound: (body, ...args) => inWindow(async () => tryClick(await run<WebElement | null>(body, args))),
    type: text => inWindow(() => type(text)),
    press: key => inWindow(() => type(key === 'Enter' ? Key.ENTER : Key.TAB)),
    chooseFile: (selector, path) =>
      inWindow(async () => (await driver.findElement({ css: selector })).sendKeys(path)),
    typeInFrame: (frame, selector, text) =>
      inFrame(frame, async () => {
        await run('document.querySelector(a).focus()', [selector])
        await (await driver.findElement({ css: selector })).sendKeys(text, Key.ENTER)
      }),
    evaluateInFrame: <Result>(frame: string, body: string, ...args: unknown[]) =>
      inFrame(frame, () => run<Result>(body, args)),
    openTab: async url => {
      await driver.switchTo().newWindow('tab')
      const tab = createWebKitTab(driver, await driver.getWindowHandle())
      await tab.open(url)
      return tab
    },
    close: () => inWindow(() => driver.close()),
  }
}

import { expect, type Page } from '@playwright/test'
import type { BrowserMocks } from '../mocks/hosts/browser'
import { startPreview } from '../scripts/preview'
import { labels } from './labels'
import { t } from './messages'
import { test as base } from './platform'

/** The demo site contains the platform: it works with no server, and other hosts are cut off. */
const test = base.extend<{ demo: { url: string } }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the first parameter.
  demo: async ({}, use) => {
    const site = await startPreview({ dist: 'dist-demo', mode: 'demo', brotliQuality: 4 })
    await use(site)
    await site.close()
  },
  baseURL: ({ demo }, use) => use(demo.url),
})

test.beforeEach(async ({ context, demo }) => {
  await context.route(
    address => address.host !== new URL(demo.url).host,
    route => route.abort(),
  )
})

declare global {
  /** The console API of the demo. */
  var flagshipMock: BrowserMocks
}

/** Waits until the platform in the page responds, which takes a moment after a load. */
async function waitForMocks(page: Page): Promise<void> {
  await page.waitForFunction(() => 'flagshipMock' in globalThis)
}

const task = '/group/1/task/101'

test('W05 the product runs in a browser alone with the network cut, and survives a hard reload and a lost worker', async ({
  page,
  context,
  tripwires,
}) => {
  await page.goto(task)
  await page.getByRole('listitem').filter({ hasText: 'student' }).getByRole('button').click()
  await expect(page).toHaveURL(new RegExp(`${task}$`))
  const field = page.getByRole('textbox', { name: labels.ru.flag })
  await field.fill('flag{not_this_one}')
  await field.press('Enter')
  await expect(page.getByText(labels.ru.wrongFlag).first()).toBeVisible()

  // A hard reload bypasses every cache and the worker; the user is still signed in.
  const debugging = await context.newCDPSession(page)
  await Promise.all([page.waitForEvent('load'), debugging.send('Page.reload', { ignoreCache: true })])
  await waitForMocks(page)
  await expect(field).toBeVisible()

  // As after a download, which msw takes for a navigation: it tells its worker to forget the page.
  await page.evaluate(() => dispatchEvent(new Event('beforeunload')))
  await field.fill('flag{not_this_one_either}')
  await field.press('Enter')
  await expect(page.getByText(labels.ru.wrongFlag).first()).toBeVisible()
  expect(tripwires.findings(), 'no call has passed the platform by').toEqual([])

  // The static server's response to a call that bypassed the platform and is sent again.
  tripwires.allowConsole(/status of 405 .*\/api\/pass_flag/)
  const flag = await page.evaluate(() => flagshipMock.change(db => db.getFlags(1, 1, 101)[0]))
  await page.evaluate(() => navigator.serviceWorker.controller?.postMessage('CLIENT_CLOSED'))
  await field.fill(flag ?? '')
  await field.press('Enter')
  await expect(page.getByText(labels.ru.rightFlag).first()).toBeVisible()
})

/** Signs in and opens the terminal of task 104; records its output and close codes. */
const openTerminal = async () => {
  const body = JSON.stringify({ username: 'student', password: 'flagship-demo' })
  const json = { 'content-type': 'application/json' }
  const login = await (await fetch('/api/auth/login', { method: 'POST', headers: json, body })).json()
  const headers = { authorization: `Bearer ${login.access_token}` }
  const { url } = await (await fetch('/api/groups/1/tasks/104/webssh', { headers })).json()
  const talk = { url, headers, output: '', codes: [] as number[], say: (_: string) => {} }
  const connect = () => {
    const socket = new WebSocket(url)
    socket.addEventListener('message', ({ data }) => {
      talk.output += data
    })
    socket.addEventListener('close', ({ code }) => {
      talk.codes.push(code)
      if (code === 1006) connect()
    })
    talk.say = text => socket.send(text)
  }
  connect()
  Object.assign(globalThis, { talk })
}
type TerminalWindow = {
  talk: { headers: HeadersInit; output: string; codes: number[]; say(text: string): void }
}

test('the terminal in the browser greets, responds, reconnects, and ends with its lab in every tab', async ({
  page,
  context,
}) => {
  const second = await context.newPage()
  for (const tab of [page, second]) {
    await tab.goto('/login')
    await waitForMocks(tab)
  }
  await page.evaluate(() => flagshipMock.reset({ scenario: 'labRunning' }))
  const readOutput = (tab: typeof page) =>
    tab.evaluate(() => (globalThis as unknown as TerminalWindow).talk.output)
  const codes = (tab: typeof page) => tab.evaluate(() => (globalThis as unknown as TerminalWindow).talk.codes)
  for (const tab of [page, second]) {
    await tab.evaluate(openTerminal)
    await expect.poll(() => readOutput(tab)).toContain('$')
  }
  await page.evaluate(() => flagshipMock.dropTerminals())
  await expect.poll(() => codes(page)).toEqual([1006])
  await page.evaluate(() => (globalThis as unknown as TerminalWindow).talk.say('echo once"" more\r'))
  await expect.poll(() => readOutput(page)).toContain('once more')
  await second.evaluate(() => {
    const { headers } = (globalThis as unknown as TerminalWindow).talk
    return fetch('/api/undeploy?task_id=104&group_id=1', { method: 'POST', headers }).then(() => {})
  })
  await expect.poll(() => codes(page)).toEqual([1006, 1000])
  await expect.poll(() => codes(second)).toEqual([1000])
  expect(await readOutput(page)).toContain('больше не работает')
})

test('a page is not empty while the platform starts', async ({ page }) => {
  let release = () => {}
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  await page.route('**/mockServiceWorker.js', async route => {
    await held
    await route.continue()
  })
  await page.goto('/login')
  await expect(page.getByText('Флагман…')).toBeVisible()
  release()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText('Флагман…')).toHaveCount(0)
})

test('the bank of the simulated platform opens in a frame', async ({ page, demo }) => {
  await page.goto('/login')
  await waitForMocks(page)
  await page.evaluate(() => flagshipMock.reset({ scenario: 'needPay' }))
  await page.evaluate(
    src => document.body.append(Object.assign(document.createElement('iframe'), { src })),
    `${demo.url}/mock-bank/order?attempt=2&return=${encodeURIComponent(demo.url)}`,
  )
  await expect(page.frameLocator('iframe').getByRole('button', { name: /^Оплатить/ })).toBeVisible()
})

/** The developer tools by the keyboard alone. */

const panelKey = 'Control+Alt+KeyP'

test('over a dialog the panel opens in a window of its own, which a reload does not close', async ({
  page,
}) => {
  await page.goto('/contacts')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Shift+Slash')
  await expect(page.getByRole('dialog')).toBeVisible()
  const [panel] = await Promise.all([page.waitForEvent('popup'), page.keyboard.press(panelKey)])
  await panel.getByRole('tab', { name: t('ru', 'devtools:section.clock') }).click()
  await panel.getByRole('button', { name: '×60' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(panel.getByRole('tabpanel')).toContainText('×60')

  await page.reload()
  await panel.getByRole('button', { name: t('ru', 'devtools:clock.pause') }).click()
  await expect(page.getByRole('region', { name: t('ru', 'devtools:toolbar.label') })).toContainText(
    t('ru', 'devtools:clock.paused'),
  )
  // The window closes before the key is released.
  await Promise.all([panel.waitForEvent('close'), panel.keyboard.press('Escape').catch(() => {})])
  await expect(page.getByRole('button', { name: t('ru', 'devtools:toolbar.open') })).toBeVisible()
})

test.describe('without service workers', () => {
  test.use({ serviceWorkers: 'block' })

  test('the page says why the platform cannot start', async ({ page, tripwires }) => {
    tripwires.allowConsole(/service worker|MockStartError/i)
    await page.goto(task)
    await expect(page.getByText(/npm run mock-server -- --port 4010/)).toBeVisible()
  })
})

import { expect, type Page, type WebSocketRoute } from '@playwright/test'
import { t } from './messages'
import { checkA11yAndLayout } from './page-checks'
import { test } from './platform'
import { signInByApi } from './users'

const task = '/group/1/task/104'
const esc = '\x1b'

/** A terminal host of the test: what it prints and receives. */
interface Host {
  print: (text: string) => void
  received: string[]
  sockets: number
  closed: number
}

/** Opens the terminal of a ready lab, connected to the test's host. */
async function openOn(page: Page, url: string): Promise<Host> {
  const host: Host = { print: () => {}, received: [], sockets: 0, closed: 0 }
  await page.route('**/api/status?*', route => route.fulfill({ json: { status: 'ready', endpoints: [] } }))
  await page.route('**/webssh', route =>
    route.fulfill({ json: { url: `${url.replace('http', 'ws')}/api/terminal/test` } }),
  )
  await page.routeWebSocket('**/api/terminal/test', (socket: WebSocketRoute) => {
    host.sockets += 1
    host.print = text => socket.send(text)
    socket.onClose(() => {
      host.closed += 1
    })
    socket.onMessage(message => host.received.push(String(message)))
  })
  await signInByApi(page, 'student')
  await page.goto(task)
  await page.getByRole('button', { name: t('ru', 'terminal:open') }).click()
  await expect(page.getByText(t('ru', 'terminal:state.ready'))).toBeVisible()
  await expect(rows(page)).toBeVisible()
  return host
}

const frame = (page: Page) => page.frameLocator('#terminal-frame')
const rows = (page: Page) => frame(page).locator('.xterm-rows')
const typed = (host: Host) => host.received.filter(text => !text.startsWith(`${esc}[8;`)).join('')

test('T11 T12 T13 output changes neither title nor clipboard and opens no page; queries are answered to the host only', async ({
  page,
  context,
  platform,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const host = await openOn(page, platform.url)
  const title = await page.title()
  // The clipboard belongs to the focused page.
  const clipboard = async (replacement?: string): Promise<string> => {
    await page.getByRole('heading', { level: 1 }).click()
    return page.evaluate(async text => {
      if (text !== undefined) await navigator.clipboard.writeText(text)
      return navigator.clipboard.readText()
    }, replacement)
  }
  expect(await clipboard('own')).toBe('own')
  host.print(
    `${esc}]0;evil\x07${esc}]52;c;ZXZpbA==\x07${'\x07'.repeat(1000)}${esc}]8;;javascript:alert(1)${esc}\\bad${esc}]8;;${esc}\\ ` +
      `${esc}]8;;https://other.example/a${esc}\\good${esc}]8;;${esc}\\ ${esc}[c\r\nready\r\n`,
  )
  await expect(rows(page)).toContainText('ready')
  await expect.poll(() => typed(host)).toContain(`${esc}[?1;2c`)
  expect(await page.title()).toBe(title)
  expect(await clipboard()).toBe('own')
  await rows(page).getByText('bad').first().click({ force: true })
  await expect(frame(page).getByRole('dialog')).toBeHidden()
  await rows(page).getByText('good').first().click({ force: true })
  const dialog = frame(page).getByRole('dialog')
  await expect(dialog).toContainText('https://other.example/a')
  await expect(dialog.getByRole('button', { name: t('ru', 'terminal:linkCancel') })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  expect(context.pages()).toHaveLength(1)

  const flood = `${'flood '.repeat(12)}\r\n`.repeat(4000)
  for (let sent = 0; sent < 10_000_000; sent += flood.length) host.print(flood)
  host.print('the end')
  await expect(rows(page)).toContainText('the end', { timeout: 60_000 })
  await page.keyboard.type('still here')
  await expect.poll(() => typed(host)).toContain('still here')
})

test('T14 pasting several lines asks first, and pastes only text', async ({ page, context, platform }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const host = await openOn(page, platform.url)
  const paste = async (text: string, keys: string) => {
    await page.getByRole('heading', { level: 1 }).click()
    await page.evaluate(value => navigator.clipboard.writeText(value), text)
    // xterm covers the text with a layer of its own.
    await rows(page).click({ force: true })
    await page.keyboard.press(keys)
  }
  await paste(`one${esc}[201~\x03`, 'Control+V')
  await expect.poll(() => typed(host)).toBe('one')
  await paste('two\nthree', 'Control+Shift+V')
  const dialog = frame(page).getByRole('dialog')
  await expect(dialog).toContainText('two\nthree')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  expect(typed(host)).toBe('one')
  await paste('two\nthree', 'Control+V')
  await dialog.getByRole('button', { name: t('ru', 'terminal:pasteDo'), exact: true }).click()
  await expect.poll(() => typed(host)).toBe('onetwo\rthree')
  await checkA11yAndLayout(page, 'the terminal')
  await rows(page).click({ force: true })
  await page.keyboard.press('Shift+Tab')
  const dock = page.locator('#terminal-dock')
  await expect(dock.getByRole('button', { name: t('ru', 'terminal:flag'), exact: true })).toBeFocused()
  // A paste into the search is none into the shell.
  await rows(page).click({ force: true })
  await page.keyboard.press('Control+Shift+F')
  await page.keyboard.press('Control+V')
  const search = frame(page).getByRole('search')
  await expect(search.getByRole('textbox')).toHaveValue(/two/)
  host.print('only one\r\n')
  await search.getByRole('textbox').fill('ONE')
  await expect(search).toContainText('1 из 1')
  await page.keyboard.press('Escape')
  await expect(search).toBeHidden()
  await expect(frame(page).locator('textarea')).toBeFocused()
  expect(typed(host)).toBe('onetwo\rthree')
})

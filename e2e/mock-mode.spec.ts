import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { expect, test } from '@playwright/test'
import { installTripwires } from './tripwires'
import { words } from './words'

/**
 * What `npm start` gives a newcomer: the whole product on the simulated platform in the browser, with nothing else
 * to reach. The tripwires see every request to another host, so "no network" is checked and not assumed.
 */

const text = words.ru
let server: ChildProcess
let address = ''

test.beforeAll(async () => {
  const vite = join(dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin/vite.js')
  const { API_URL: _, ...environment } = process.env
  server = spawn(process.execPath, [vite, '--port', '5299'], {
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  address = await new Promise((found, failed) => {
    let printed = ''
    server.stdout?.on('data', chunk => {
      printed += stripVTControlCharacters(String(chunk))
      const local = /Local:\s+(http:\S+?)\/?\s/.exec(printed)?.[1]
      if (local !== undefined) found(local)
    })
    server.once('exit', () => failed(new Error(`The development server ended:\n${printed}`)))
  })
})

test.afterAll(async () => {
  const ended = once(server, 'exit')
  server.kill()
  await ended
})

test('W05 the product runs on the simulated platform with the network cut, and survives a hard reload', async ({
  page,
  context,
}) => {
  test.setTimeout(120_000)
  const tripwires = await installTripwires(context, address)
  await context.route(
    url => url.host !== new URL(address).host,
    route => route.abort(),
  )
  await page.goto(`${address}/group/1/task/101`)
  const student = page.getByRole('listitem').filter({ hasText: 'student' })
  // The first start bundles every package once.
  await student.getByRole('button').click({ timeout: 60_000 })
  await expect(page).toHaveURL(/\/group\/1\/task\/101$/)

  const field = page.getByRole('textbox', { name: text.flag })
  await field.fill('flag{not_this_one}')
  await field.press('Enter')
  await expect(page.getByText(text.wrongFlag).first()).toBeVisible()

  // A hard reload goes past every cache; the worker has to answer again, and the person is still signed in.
  await page.reload()
  await expect(field).toBeVisible({ timeout: 30_000 })
  const second = await context.newPage()
  await second.goto(`${address}/groups`)
  await expect(second.getByRole('button', { name: text.accountMenu })).toBeVisible({ timeout: 30_000 })
  expect(tripwires.findings()).toEqual([])
})

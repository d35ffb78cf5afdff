import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page } from '@playwright/test'
import type { Tripwires } from './tripwires'

/** Addresses that a page of somebody else tries to frame. */
export const framed = ['/', '/login', '/group/1', '/order/ok'] as const
export const accepted = 'Оплата принята, нажмите «Проверить оплату», чтобы продолжить'
/** What the browser writes to the console about words to a parent that is not ours. */
export const strangeParent = /postMessage/

/** A real server of another origin, whose one page holds `site`'s pages in frames; the browser treats a made-up one apart. */
export async function startFramingPage(site: () => string): Promise<{ url: string; close: () => void }> {
  const server = createServer((_, response) => {
    const frames = framed.map(path => `<iframe src="${site()}${path}"></iframe>`).join('')
    response.setHeader('Content-Type', 'text/html').end(`<!doctype html><title>Frames</title>${frames}`)
  })
  await new Promise<void>(ready => server.listen(0, '127.0.0.1', ready))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => server.close(),
  }
}

/** Asserts that each of the page's frames but those shows the browser's own error, for the reason that the policy gives. */
export async function expectBlocked(
  page: Page,
  refusals: string[],
  but: readonly string[] = [],
): Promise<void> {
  const blocked = framed.filter(path => !but.includes(path))
  await expect.poll(() => refusals.length).toBe(blocked.length)
  for (const path of blocked) {
    const child = page.mainFrame().childFrames()[framed.indexOf(path)]
    await expect.poll(() => child?.url()).toMatch(/^chrome-error:/)
    expect(await child?.locator('body').innerText()).not.toMatch(/Флагман|Оплата|Войти|Главная/)
  }
}

/** What the browser refuses to frame, as it writes it to the console. */
export function followRefusals(page: Page, tripwires: Tripwires): string[] {
  tripwires.allowConsole(/frame-ancestors/)
  const refusals: string[] = []
  page.on('console', message => {
    if (message.text().includes('frame-ancestors')) refusals.push(message.text())
  })
  return refusals
}

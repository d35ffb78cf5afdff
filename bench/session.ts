import type { Browser, BrowserContext } from '@playwright/test'
import { personaPassword } from '../mocks/platform/personas'

/** What a browser keeps of a session: cookies and storage. */
export type Kept = Awaited<ReturnType<BrowserContext['storageState']>>

/** Signs a persona in by the login page, in a context of its own, and gives what the browser has kept of it. */
export async function signIn(browser: Browser, origin: string, username = 'student'): Promise<Kept> {
  const context = await browser.newContext({ locale: 'ru-RU' })
  try {
    const page = await context.newPage()
    await page.goto(`${origin}/login`)
    await page.waitForLoadState('networkidle')
    await page.fill('input[name="username"]', username)
    await page.fill('input[name="password"]', personaPassword)
    await page.press('input[name="password"]', 'Enter')
    await page.waitForURL(({ pathname }) => pathname !== '/login')
    await page.waitForLoadState('networkidle')
    return await context.storageState()
  } finally {
    await context.close()
  }
}

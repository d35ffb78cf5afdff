import type { Browser, BrowserContext } from '@playwright/test'
import { personaPassword } from '../mocks/platform/personas'

/** Cookies and storage of a session. */
export type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>

/** Signs a persona in by the login page, in its own context, and returns its storage. */
export async function signIn(browser: Browser, origin: string, username = 'student'): Promise<StorageState> {
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

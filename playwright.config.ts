import { defineConfig } from '@playwright/test'
import { findChromium, getOtherBrowsers } from './scripts/browser-tools'
import { isFull } from './scripts/lib/sampling'

const executablePath = findChromium()

/**
 * The journeys run on the production build. There is no `webServer` here: each worker serves it with a simulated
 * platform of its own (`e2e/platform.ts`), so that journeys side by side never share a database.
 */
export default defineConfig({
  testDir: 'e2e',
  globalSetup: './scripts/build-age.ts',
  projects: [
    // First, because its tests share one server and so one worker.
    { name: 'journeys-development', testMatch: 'development.spec.ts' },
    { name: 'journeys', testMatch: '*.spec.ts', testIgnore: 'development.spec.ts' },
    // npm test says which of them are missing.
    ...(isFull || process.env.CI ? getOtherBrowsers() : []).map(name => ({
      name: `journeys-${name.toLowerCase()}`,
      testMatch: 'browsers/journeys.ts',
    })),
    { name: 'screenshots', testMatch: 'screenshots.ts' },
  ],
  outputDir: 'test-results/journeys',
  fullyParallel: true,
  // One more than the cores of the usual machine: many journeys wait for timers and answers.
  workers: 3,
  // Far more than a test takes: only one that hangs meets it. What is broken is told by the timeouts of its steps.
  timeout: isFull ? 300_000 : 180_000,
  // Where so many tests fail, the rest says nothing new.
  maxFailures: 10,
  forbidOnly: true,
  reporter: [['list'], ['./scripts/playwright-reporter.ts']],
  // A machine that is also busy takes several times as long as a quiet one.
  expect: { timeout: 30_000, toPass: { timeout: 60_000 } },
  use: {
    actionTimeout: 30_000,
    browserName: 'chromium',
    locale: 'ru-RU',
    timezoneId: 'Europe/Moscow',
    viewport: { width: 1280, height: 800 },
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    trace: process.env.GITHUB_ACTIONS ? 'retain-on-failure' : 'off',
    launchOptions: {
      // Without it Chromium names no download in Russian where the system has no language.
      env: { ...process.env, ...(process.platform === 'linux' && { LC_ALL: 'C.UTF-8' }) },
      ...(executablePath === null ? {} : { executablePath }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})

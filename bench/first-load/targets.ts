import type { Measures } from '../measures'
import { kindOf } from '../network-log'
import type { Marks } from '../page-probe'
import { signIn } from '../session'
import type { Target } from '../suite'
import { countDepth, type FirstVisit, measureFirstVisit } from './load'
import type { Site } from './site'

type Loaded = Parameters<NonNullable<Parameters<typeof measureFirstVisit>[2]>>[0]

interface Place {
  name: string
  on: keyof Site
  path: string
  marks: Marks
  isSignedIn?: boolean
  afterwards?: (loaded: Loaded) => Promise<Measures>
}

/** A task with a lab and a terminal. */
const task = '/group/1/task/104'
const taskMarks = { ready: 'textarea[name="flags"]', content: 'section[aria-labelledby="description"] p' }

const places: readonly Place[] = [
  { name: 'floor /login', on: 'floor', path: '/login', marks: { ready: 'h1', content: 'h1' } },
  {
    name: '/login',
    on: 'product',
    path: '/login',
    marks: { ready: 'input[name="password"]', content: 'input[name="password"]' },
    afterwards: checkAnswers,
  },
  { name: 'floor /groups', on: 'floor', path: '/groups', marks: { ready: 'h1', content: 'li' } },
  {
    name: '/groups',
    on: 'product',
    path: '/groups',
    marks: { ready: 'header a', content: 'main li h3 a' },
    isSignedIn: true,
  },
  { name: 'a task', on: 'product', path: task, marks: taskMarks, isSignedIn: true },
  {
    name: 'a terminal',
    on: 'lab',
    path: task,
    marks: taskMarks,
    isSignedIn: true,
    afterwards: openTerminal,
  },
]

/** An interactive page must react to a click. Throws if it does not. */
async function checkAnswers({ page }: Loaded): Promise<Measures> {
  await page.getByRole('button', { name: 'Показать пароль' }).click()
  await page.locator('input[name="password"][type="text"]').waitFor({ timeout: 5000 })
  return {}
}

/** Opens the terminal by one tap: transferred bytes, cached bytes and time. */
async function openTerminal({ page, log }: Loaded): Promise<Measures> {
  const before = log.sent()
  const early = before.filter(({ url }) => /\/terminal[^/]*\.(?:html|js|css)$/.test(new URL(url).pathname))
  const since = Date.now()
  await page.locator('a[href*="pane=terminal"]:visible').first().click()
  const rows = page.frameLocator('#terminal-frame').locator('.xterm-rows')
  await rows.filter({ hasText: '$' }).waitFor({ timeout: 60_000 })
  const until = Date.now()
  await page.waitForTimeout(1000)
  await log.weigh(page)
  const later = log.sent().slice(before.length)
  const bytes = (kind: string) =>
    later.filter(({ url }) => kindOf(url) === kind).reduce((sum, one) => sum + one.bytes, 0) / 1000
  return {
    terminalEarly: early.length,
    terminalJs: bytes('js'),
    terminalCss: bytes('css'),
    terminalRequests: later.length,
    terminalOpen: until - since,
  }
}

/** All targets, in the order of the report's columns. */
export const firstLoadTargets: readonly Target<Site>[] = places.map(
  ({ name, on, path, marks, isSignedIn = false, afterwards }) => ({
    name,
    measure: async (browser, site, round) => {
      const visit = async (): Promise<FirstVisit> => ({
        address: site[on] + path,
        marks,
        ...(isSignedIn && { storageState: await signIn(browser, site[on]) }),
      })
      // Identical in each round, and slow.
      const depth = round === 0 ? await countDepth(browser, await visit()) : {}
      return { ...(await measureFirstVisit(browser, await visit(), afterwards)), ...depth }
    },
  }),
)

import { expect } from '@playwright/test'
import {
  ACCESS_TOKEN_SECONDS,
  countConnections,
  findLeaksOfFew,
  type Reading,
  readPage,
  runCycle,
  type Soak,
  startPath,
} from '../bench/soak/cycle'
import { installSoakProbe } from '../bench/soak/probe'
import { isThorough, test, thoroughOnly } from './platform'
import { signInByApi } from './users'

test.skip(!isThorough, thoroughOnly)

/**
 * Cycles before and after the baseline, every fourth with a terminal: enough to see a leak in the counters. `npm
 * run bench -- soak` runs 2,000 and checks the heap too.
 */
const rounds = { before: 4, after: 16 }

test('M02 twenty cycles of routes, polls and terminals leak nothing', async ({
  page,
  platform,
  tripwires,
}) => {
  // The clock advances by minutes, so access tokens expire and are refreshed.
  tripwires.allowConsole(/status of 401/)
  await platform.reset({ scenario: 'labRunning' })
  platform.setting({ accessLifetimeSeconds: ACCESS_TOKEN_SECONDS })
  await page.addInitScript(installSoakProbe)
  await signInByApi(page, 'student')
  const debugging = await page.context().newCDPSession(page)
  await debugging.send('Performance.enable')
  const soak: Soak = { page, debugging, advance: platform.advanceClock, open: countConnections(page) }
  let sockets = 0
  page.on('websocket', () => {
    sockets += 1
  })
  await page.goto(startPath)
  platform.clearJournal()

  const readings: Reading[] = []
  for (let round = 0; round <= rounds.before + rounds.after; round += 1) {
    if (round >= rounds.before && (round - rounds.before) % 8 === 0)
      readings.push(await readPage(soak, round - rounds.before))
    if (round < rounds.before + rounds.after) await runCycle(soak, round, round % 4 === 0)
  }
  expect(sockets, 'a terminal in every fourth round').toBe((rounds.before + rounds.after) / 4)
  // The journal holds the latest 500 calls.
  for (const asked of ['getLeaderboard', 'getLabStatus', 'refreshSession'])
    expect(platform.countCalls(asked), asked).toBeGreaterThan(0)
  expect(findLeaksOfFew(readings)).toEqual([])
})

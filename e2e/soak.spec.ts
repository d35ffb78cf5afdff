import { expect } from '@playwright/test'
import {
  accessSeconds,
  followConnections,
  type Reading,
  readPage,
  restPage,
  runCycle,
  type Soak,
} from '../bench/soak/cycle'
import { findLeaksOfFew } from '../bench/soak/judge'
import { installSoakProbe } from '../bench/soak/probe'
import { takeSession } from './people'
import { test } from './platform'
import { callsOf } from './task-steps'

/**
 * Rounds before the first reading and after it, every fourth with a terminal: enough for a leak in each of them to be seen by
 * what is counted. `npm run bench -- soak` goes 2,000 and judges the heap too.
 */
const rounds = { before: 4, after: 16 }

test('M02 twenty rounds of routes, polls and terminals leave the page as it was', async ({
  page,
  platform,
  tripwires,
}) => {
  test.setTimeout(180_000)
  // Time leaps by minutes, so that access tokens run out and are renewed.
  tripwires.allowConsole(/status of 401/)
  await platform.reset({ scenario: 'labRunning' })
  platform.setting({ accessLifetimeSeconds: accessSeconds })
  await page.addInitScript(installSoakProbe)
  await takeSession(page, 'student')
  const debugging = await page.context().newCDPSession(page)
  await debugging.send('Performance.enable')
  const soak: Soak = { page, debugging, advance: platform.advanceClock, open: followConnections(page) }
  let sockets = 0
  page.on('websocket', () => {
    sockets += 1
  })
  await page.goto(restPage)
  platform.clearJournal()

  const readings: Reading[] = []
  for (let round = 0; round <= rounds.before + rounds.after; round += 1) {
    if (round >= rounds.before && (round - rounds.before) % 8 === 0)
      readings.push(await readPage(soak, round - rounds.before))
    if (round < rounds.before + rounds.after) await runCycle(soak, round, round % 4 === 0)
  }
  expect(sockets, 'a terminal in every fourth round').toBe((rounds.before + rounds.after) / 4)
  // The journal keeps the latest 500 calls.
  for (const asked of ['getLeaderboard', 'getLabStatus', 'refreshSession'])
    expect(callsOf(platform, asked), asked).toBeGreaterThan(0)
  expect(findLeaksOfFew(readings)).toEqual([])
})

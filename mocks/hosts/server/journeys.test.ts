import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { startForTest } from './test-server'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** Runs openapi/flagship.arazzo.yaml against a server, as a backend would. */
async function runJourneys(url: string, inputs: string) {
  const argv = ['scripts/redocly.ts', 'respect', 'openapi/flagship.arazzo.yaml']
  const options = ['--server', `flagship=${url}/api`, '--input', inputs]
  const child = spawn(process.execPath, ['--import', 'tsx', ...argv, ...options], { cwd: root })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', text => {
      said += text
    })
  const [code] = await once(child, 'close')
  return { code, said }
}

test.each([
  ['pass', 'verdict=incorrect', 0, 'Workflows: 2 passed, 2 total'],
  ['fail where an answer differs', 'verdict=correct', 1, 'results/0/verdict'],
])('the journeys of the contract %s', async (_, inputs, code, text) => {
  const { url, post } = await startForTest({ scenario: 'examReady' })
  // Labs start in a moment.
  await post('/__mock/clock', { speed: 60 })
  expect(await runJourneys(url, inputs)).toMatchObject({ code, said: expect.stringContaining(text) })
})

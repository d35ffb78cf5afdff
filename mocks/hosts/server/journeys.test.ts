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

const start = async () => {
  const { url, post } = await startForTest({ scenario: 'examReady' })
  // Labs start in a moment.
  await post('/__mock/clock', { speed: 60 })
  return url
}

test('the journeys of the contract pass, and fail where an answer differs', async () => {
  // Side by side, since both wait for their lab.
  const [passed, failed] = await Promise.all([
    runJourneys(await start(), 'verdict=incorrect'),
    runJourneys(await start(), 'verdict=correct'),
  ])
  expect(passed).toMatchObject({ code: 0, said: expect.stringContaining('Workflows: 2 passed, 2 total') })
  expect(failed).toMatchObject({ code: 1, said: expect.stringContaining('results/0/verdict') })
})

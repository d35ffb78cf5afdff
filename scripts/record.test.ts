import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { sampleHar } from '../packages/drift/test-command'
import { record } from './record'

const folder = mkdtempSync(join(tmpdir(), 'record-'))
afterAll(() => rmSync(folder, { recursive: true }))

const har = (name: string, ...call: Parameters<typeof sampleHar>) => {
  const path = join(folder, name)
  writeFileSync(path, JSON.stringify(sampleHar(...call)))
  return path
}
const status = 'https://stage.example/api/status?task_id=1&group_id=1'
const good = har('good.har', status, 200, { status: 'off', endpoints: [], seen_by: 'ann@corp.example' })
const bad = har('bad.har', status, 200, { endpoints: [] })

test('writes a scenario from a HAR, and overwrites another one only with --force', async () => {
  const out = join(folder, 'out')
  const first = await record([good, '--name', 'lab-off'], out)
  expect(first).toEqual({
    exitCode: 0,
    text: expect.stringMatching(/Wrote .*lab-off\.json: 1 responses of https:\/\/stage/),
  })
  expect(first.text).toContain('?scenario=recorded:lab-off')
  const text = readFileSync(join(out, 'lab-off.json'), 'utf8')
  expect(JSON.parse(text)).toMatchObject({
    kind: 'flagship-recording',
    name: 'lab-off',
    exchanges: [
      {
        operationId: 'getLabStatus',
        query: { task_id: 1, group_id: 1 },
        answer: { body: { status: 'off' } },
      },
    ],
  })
  expect(text).not.toContain('ann')
  expect(await record([good, '--name', 'lab-off'], out)).toMatchObject({
    exitCode: 2,
    text: expect.stringContaining('already'),
  })
  expect((await record([good, '--name', 'lab-off', '--force'], out)).exitCode).toBe(0)
  expect(readdirSync(out)).toEqual(['lab-off.json'])
})

test.each([
  [[], 'npx tsx scripts/record.ts SESSION'],
  [[good], 'npx tsx scripts/record.ts SESSION'],
  [[good, '--name', 'Lab off'], 'is no name for a recording'],
  [[good, '--name', 'x', '--colour'], 'colour'],
  [[join(folder, 'nothing.har'), '--name', 'x'], 'cannot be read: there is no such file'],
  [[bad, '--name', 'x'], '1 × GET /status: It breaks the contract (DR21, answer 200 /status)'],
])('%j is reported in a sentence', async (argv, sentence) => {
  const { exitCode, text } = await record(argv, folder)
  expect([exitCode, text]).toEqual([2, expect.stringContaining(sentence)])
})

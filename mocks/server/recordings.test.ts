import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { readRecordings } from './recordings'

const refusal = { status: 403, body: { detail: 'email not verified' }, headers: {} }
const call = { operationId: 'getGroup', params: { id: 1 }, query: {}, answer: refusal }
const good = {
  kind: 'flagship-recording',
  version: 1,
  name: 'good',
  recordedAt: '2026-05-04T09:00:00.000Z',
  exchanges: [call],
}

/** What is read of a folder with these files, and what is told of them. */
function read(files: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'recordings-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const told: string[] = []
  const found = readRecordings(pathToFileURL(`${folder}/`), sentence => told.push(sentence))
  return { names: found.map(({ name }) => name), told }
}

it('every recording of the project can be played', () => {
  const told: string[] = []
  readRecordings(undefined, sentence => told.push(sentence))
  expect(told).toEqual([])
})

it.each([
  ['cut', JSON.stringify(good).slice(0, -3), 'it is no JSON, or was cut or merged by hand.'],
  ['something else', '[]', 'it is no recording of Flagship.'],
  [
    'of another version',
    JSON.stringify({ ...good, version: 2 }),
    'it is of version 2, and only 1 can be read.',
  ],
  ['without calls', JSON.stringify({ ...good, exchanges: null }), 'its calls are missing.'],
  [
    'of a call that is gone',
    JSON.stringify({ ...good, exchanges: [call, { ...call, operationId: 'getNothing' }] }),
    'its call 2 is "getNothing", which the contract does not have.',
  ],
  [
    'of another contract',
    JSON.stringify({ ...good, exchanges: [{ ...call, answer: { ...refusal, status: 200 } }] }),
    /its call 1 breaks the contract\. The mock of getGroup broke the contract: answer 200/,
  ],
])('a file that is %s is named and left out, and the others are read', (_, text, sentence) => {
  const { names, told } = read({ 'a.json': text, 'good.json': JSON.stringify(good) })
  expect(names).toEqual(['good'])
  expect(told).toEqual([expect.stringMatching(/^The recording mocks\/recordings\/a\.json is left out: /)])
  expect(told[0]).toEqual(
    typeof sentence === 'string' ? expect.stringContaining(sentence) : expect.stringMatching(sentence),
  )
})

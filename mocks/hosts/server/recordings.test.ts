import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { readRecordings } from './recordings'

const forbidden = { status: 403, body: { detail: 'email not verified' }, headers: {} }
const call = { operationId: 'getGroup', params: { id: 1 }, query: {}, answer: forbidden }
const good = {
  kind: 'flagship-recording',
  version: 1,
  name: 'good',
  recordedAt: '2026-05-04T09:00:00.000Z',
  exchanges: [call],
}

/** Reads a folder with these files; returns names and warnings. */
function read(files: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'recordings-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const warnings: string[] = []
  const found = readRecordings(pathToFileURL(`${folder}/`), message => warnings.push(message))
  return { names: found.map(({ name }) => name), warnings }
}

it('every recording of the project can be played', () => {
  const warnings: string[] = []
  readRecordings(undefined, message => warnings.push(message))
  expect(warnings).toEqual([])
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
    JSON.stringify({ ...good, exchanges: [{ ...call, answer: { ...forbidden, status: 200 } }] }),
    /its call 1 breaks the contract\. The mock of getGroup broke the contract: answer 200/,
  ],
])('a file that is %s is skipped with a warning', (_, text, message) => {
  const { names, warnings } = read({ 'a.json': text, 'good.json': JSON.stringify(good) })
  expect(names).toEqual(['good'])
  expect(warnings).toEqual([expect.stringMatching(/^The recording mocks\/recordings\/a\.json is left out: /)])
  expect(warnings[0]).toEqual(
    typeof message === 'string' ? expect.stringContaining(message) : expect.stringMatching(message),
  )
})

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { isObject, type JsonObject, objectAt } from '../contract/json'
import type { Exchange } from '../contract/validator/exchange'
import { validateExchange } from '../contract/validator/validate-exchange'
import { ExchangeStats } from './coverage'
import { FindingCollector, toFindings } from './findings'
import { compareDocuments } from './spec/compare-documents'
import { context, runCommand, sampleHar } from './test-command'

const { contract } = context
const folder = mkdtempSync(join(tmpdir(), 'replaced-'))
afterAll(() => rmSync(folder, { recursive: true }))

const exampleOf = (path: string): JsonObject => {
  const { get } = objectAt(objectAt(contract.document.paths)[path])
  const { content } = objectAt(objectAt(objectAt(get).responses)['200'])
  return objectAt(objectAt(objectAt(content)['application/json']).example)
}
const task = exampleOf('/groups/{group}/tasks/{task}')
const group = exampleOf('/groups/{id}')

const exchange = (path: string, body: unknown): Exchange => ({
  request: { method: 'GET', url: `https://stage.example/api${path}`, headers: [] },
  response: {
    status: 200,
    headers: [
      ['content-type', 'application/json'],
      ['cache-control', 'no-store'],
    ],
    body: new TextEncoder().encode(JSON.stringify(body)),
  },
})

/** Other names at any depth. */
function renamed(value: unknown, names: Readonly<Record<string, string | undefined>>): unknown {
  if (Array.isArray(value)) return value.map(item => renamed(item, names))
  if (!isObject(value)) return value
  const entries = Object.entries(value).flatMap(([name, child]) => {
    const other = Object.hasOwn(names, name) ? names[name] : name
    return other === undefined ? [] : [[other, renamed(child, names)]]
  })
  return Object.fromEntries(entries)
}

function check(...exchanges: readonly Exchange[]) {
  const collector = new FindingCollector()
  const stats = new ExchangeStats(contract)
  for (const one of exchanges) {
    stats.add(one)
    for (const violation of validateExchange(contract, one)) collector.add({ violation, source: 'probe' })
  }
  return collector
    .findings(context, stats)
    .map(({ driftId, severity, place, witness }) => ({ driftId, severity, place, witness }))
}

const readTask = (body: unknown) => exchange(`/groups/${task.group_id}/tasks/${task.id}`, body)
const failing = (...exchanges: readonly Exchange[]) =>
  check(...exchanges).filter(({ severity }) => severity !== 'information')

describe('an optional field that comes under another name', () => {
  test('is one degraded finding that names both', () => {
    expect(check(readTask(renamed(task, { attachments: 'downloads' })))).toEqual([
      { driftId: 'DR24', severity: 'degraded', place: 'answer 200 /attachments', witness: 'downloads' },
    ])
  })

  test('is found by the type of its values, whatever it is called', () => {
    expect(failing(readTask(renamed(task, { description: 'markdown', flags: 'targets' })))).toEqual([
      { driftId: 'DR24', severity: 'degraded', place: 'answer 200 /description', witness: 'markdown' },
      { driftId: 'DR24', severity: 'degraded', place: 'answer 200 /flags', witness: 'targets' },
    ])
  })

  test('is none if the field comes too, if the other is missing once, or if its values do not fit', () => {
    const both = { ...task, markdown: 'text' }
    expect(failing(readTask(both))).toEqual([])
    const lean = renamed(task, { description: undefined })
    expect(failing(readTask(renamed(task, { description: 'markdown' })), readTask(lean))).toEqual([])
    expect(failing(readTask({ ...objectAt(lean), markdown: { html: '' } }))).toEqual([])
  })

  test('is found although it comes in some states alone', () => {
    const { attachments, ...lean } = task
    const files = readTask({ ...lean, downloads: attachments })
    const places = (...exchanges: readonly Exchange[]) =>
      failing(...exchanges).map(({ place, witness }) => `${place} ${witness}`)
    const found = ['answer 200 /attachments downloads']
    expect(places(files, readTask(lean))).toEqual(found)
    expect(places(readTask({ ...lean, downloads: [] }), files)).toEqual(found)
    let id = 0
    const attempt = (status: string, more: JsonObject = {}) => ({ id: ++id, status, ...more })
    const read = (...attempts: readonly JsonObject[]) =>
      exchange(`/groups/${group.id}`, { ...group, is_exam: true, attempts })
    const moment = '2026-12-01T10:00:00Z'
    const asked = attempt('need_pay')
    expect(places(read(asked, attempt('exam_started', { until: moment })))).toEqual([
      'answer 200 /attempts/*/ends_at until',
    ])
    // Not where it was due, or not in each of these places.
    expect(places(read({ ...asked, until: moment }, attempt('exam_started')))).toEqual([])
    expect(places(read(attempt('exam_started', { until: moment }), attempt('exam_started'), asked))).toEqual(
      [],
    )
    const { hint_cost, ...costless } = task
    expect(places(readTask({ ...costless, price_of_clue: hint_cost ?? 10 }), readTask(costless))).toEqual([
      'answer 200 /hint_cost price_of_clue',
    ])
    // A list of objects that have little in common with the contract's.
    expect(
      places(readTask({ ...lean, downloads: [{ name: 'a', at: moment, by: 7 }] }), readTask(lean)),
    ).toEqual([])
  })

  test('is none if an added field shares a preposition alone with it', () => {
    const lean = objectAt(renamed(task, { solved_by: undefined }))
    const created = { created_by: 7 }
    const readGroup = exchange(`/groups/${group.id}`, { ...group, ...created })
    expect(failing(readTask({ ...lean, ...created }), readGroup)).toEqual([])
  })

  test('is none if the same field is added to many objects', () => {
    const added = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(added)
      if (!isObject(value)) return value
      const entries = Object.entries(value).map(([name, child]) => [name, added(child)])
      return { ...Object.fromEntries(entries), revision: 4, state_text: 'ok' }
    }
    const lean = {
      category_name: undefined,
      hints_left: undefined,
      mnemonic_code: undefined,
      important_left: undefined,
    }
    expect(
      failing(
        readTask(added(renamed(task, lean))),
        exchange(`/groups/${group.id}`, added(renamed(group, lean))),
      ),
    ).toEqual([])
  })

  test('is joined from the two halves that a document shows', () => {
    const text = JSON.stringify(contract.document)
      .replaceAll('"report_deadline":', '"hand_in_by":')
      .replaceAll('"payment_url":', '"bank":')
    const observations = compareDocuments(contract, JSON.parse(text)).map(violation => ({
      violation,
      source: 'document' as const,
    }))
    const found = toFindings(observations, context).filter(({ severity }) => severity !== 'information')
    expect(
      found.map(({ driftId, place, witness }) => `${driftId} ${place.split('/').at(-1)} ${witness}`),
    ).toEqual(['DR24 payment_url bank', 'DR24 report_deadline hand_in_by'])
  })
})

test('what the client needs most is told with what is lost, and the baseline accepts it', async () => {
  const recording = join(folder, 'lean.har')
  const body = renamed(task, { description: undefined })
  const url = `https://stage.example/api/groups/${task.group_id}/tasks/${task.id}`
  writeFileSync(recording, JSON.stringify(sampleHar(url, 200, body)))
  const argv = ['--har', recording, '--fail-on', 'any']
  const { code, out } = await runCommand(undefined, ...argv)
  expect(out).toMatch(
    /information DR23 [^\n]*\n[^\n]*\/description\n[\s\S]*Without it: The page says that no description was sent\./,
  )
  expect(code).toBe(1)
  const baseline = join(folder, 'baseline.json')
  await runCommand(undefined, ...argv, '--write-baseline', baseline)
  writeFileSync(baseline, readFileSync(baseline, 'utf8').replaceAll('"reason": ""', '"reason": "T-1"'))
  expect((await runCommand(undefined, ...argv, '--baseline', baseline)).code).toBe(0)
  expect((await runCommand(undefined, '--har', recording)).code).toBe(0)
})

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it, test } from 'vitest'
import type { ContractViolation, DriftId } from '../contract/validator/drift-classes'
import type { Finding, FindingSource, Observation } from './finding'
import { applyBaseline, readBaseline, toFindings, writeBaseline } from './findings'
import { context, runCommand, sampleHar, seen } from './test-command'

describe('merge related', () => {
  type Row = [
    drift: DriftId,
    id: string,
    place: string,
    expected: number,
    actual: number,
    kind?: 'edge' | 'page',
  ]

  const seen = ([driftId, operationId, place, expected, actual, kind]: Row): Observation => ({
    violation: {
      driftId,
      severity: 'degraded',
      operationId,
      place,
      what: `${expected}, ${actual} came`,
      witness: driftId === 'DR47' ? 'a detail' : actual,
    },
    source: 'probe',
    outcome: { expected: [expected], actual, isPage: kind === 'page', isBoundary: kind === 'edge' },
  })

  const merged = (rows: readonly Row[]) =>
    toFindings(rows.map(seen), context).map(
      ({ driftId, operationId, place }) => `${driftId} ${operationId} ${place}`,
    )

  it.each<[string, Row[], string[]]>([
    [
      'drops a boundary request if the normal one failed alike, and a detail under a wrong status',
      [
        ['DR14', 'login', 'body /username', 401, 403, 'edge'],
        ['DR43', 'login', 'answer 401', 401, 403],
        ['DR47', 'login', 'answer 403 detail', 401, 403],
      ],
      ['DR43 login answer 401'],
    ],
    [
      'keeps a boundary request that alone is rejected',
      [['DR14', 'login', 'body /username', 401, 403, 'edge']],
      ['DR14 login body /username'],
    ],
    [
      'reports a call that returns a page on its happy path once',
      [
        ['DR42', 'getWriteup', 'answer 401', 401, 500, 'page'],
        ['DR45', 'getWriteup', 'answer 200', 200, 500, 'page'],
        ['DR42', 'getWriteup', 'path task', 422, 500, 'page'],
      ],
      ['DR45 getWriteup answer 200'],
    ],
    [
      'keeps another call, another status and a missing authorization check apart',
      [
        ['DR45', 'getWriteup', 'answer 200', 200, 500],
        ['DR42', 'getTask', 'answer 404', 404, 500],
        ['DR43', 'getWriteup', 'answer 404', 404, 403],
        ['DR57', 'getWriteup', 'answer 401', 401, 200],
      ],
      [
        'DR42 getTask answer 404',
        'DR45 getWriteup answer 200',
        'DR57 getWriteup answer 401',
        'DR43 getWriteup answer 404',
      ],
    ],
    [
      'keeps a detail under the right status',
      [['DR47', 'getTask', 'answer 404 detail', 404, 404]],
      ['DR47 getTask answer 404 detail'],
    ],
  ])('%s', (_, rows, remaining) => {
    expect(merged(rows)).toEqual(remaining)
  })

  it('reports the same wrong status of many calls once, with their list', () => {
    const findings = toFindings(
      (
        [
          ['DR42', 'listGroups', 'answer 401', 401, 403],
          ['DR43', 'getGroup', 'answer 401', 401, 403],
          ['DR60', 'refreshSession', 'answer 401', 401, 403],
          ['DR62', 'refreshSession', 'answer 401', 401, 403],
        ] as Row[]
      ).map(seen),
      context,
    )
    expect(findings).toHaveLength(1)
    expect(findings[0]).toMatchObject({
      driftId: 'DR43',
      what: 'Expected 401, got 403 in 3 calls: GET /groups, GET /groups/{id}, POST /auth/refresh.',
      consequences: [{ driftId: 'DR62' }],
    })
    expect(findings[0]?.places).toHaveLength(3)
  })
})

describe('one cause', () => {
  const form = (operationId: string, pointer: string, more: Partial<ContractViolation> = {}) =>
    ({
      driftId: 'DR25',
      severity: 'degraded',
      operationId,
      place: `answer 200 ${pointer}`,
      status: 200,
      pointer,
      what: `At ${pointer} an integer is promised.`,
      witness: 1.5,
      ...more,
    }) satisfies ContractViolation
  const numbers = [
    form('listGroups', '/*/points_total'),
    form('getGroup', '/points_earned'),
    form('getTask', '/points'),
  ]
  const never = { hasAnswered: () => true, hasShown: () => false }

  test('the same kind of difference in three places is one finding with a list of places', () => {
    const findings = toFindings(
      numbers.map(one => seen(one, 'document')),
      context,
      never,
    )
    expect(findings).toHaveLength(1)
    expect(findings[0]).toMatchObject({ driftId: 'DR25', severity: 'degraded' })
    expect(findings[0]?.places?.map(({ call }) => call)).toEqual([
      'GET /groups',
      'GET /groups/{id}',
      'GET /groups/{group}/tasks/{task}',
    ])
    expect(
      toFindings(
        numbers.slice(1).map(one => seen(one, 'document')),
        context,
        never,
      ),
    ).toHaveLength(2)
  })

  test('a form that only the document lacks is information once an answer had it', () => {
    const shown = { ...never, hasShown: (id: string) => id === 'getTask' }
    const severities = (violations: ContractViolation[], source: FindingSource) =>
      toFindings(
        violations.map(one => seen(one, source)),
        context,
        shown,
      ).map(({ severity }) => severity)
    expect(severities(numbers, 'document')).toEqual(['information'])
    expect(severities(numbers.slice(2), 'document')).toEqual(['information'])
    expect(severities(numbers.slice(0, 1), 'document')).toEqual(['degraded'])
    expect(severities(numbers, 'traffic')).toEqual(['degraded'])
    const date = form('getTask', '/points', {
      driftId: 'DR29',
      severity: 'breaking',
      witness: '2026-01-01 01:00',
    })
    expect(severities([date], 'document')).toEqual(['information'])
  })

  test('an undocumented field is one finding wherever it comes, a secret is another', () => {
    const extra = (operationId: string, name: string, severity: 'information' | 'degraded') =>
      form(operationId, `/${name}`, { driftId: 'DR35', severity, witness: 'a string' })
    const findings = toFindings(
      [
        extra('getTask', 'tags', 'information'),
        extra('getGroup', 'tags', 'information'),
        extra('getGroup', 'flag_answers', 'degraded'),
      ].map(one => seen(one, 'probe')),
      context,
    )
    expect(findings.map(({ severity, places }) => [severity, places?.length])).toEqual([
      ['degraded', undefined],
      ['information', 2],
    ])
    const fromDocument = seen(extra('getGroup', 'password_hash', 'information'), 'document')
    expect(toFindings([fromDocument], context)[0]?.severity).toBe('degraded')
  })

  test('the difference of a document joins the same one of the answers', () => {
    const live = form('getTask', '/points', { came: 'string:0000', witness: '0000', driftId: 'DR29' })
    const document = { ...live, came: 'string' }
    const joined = toFindings([seen(document, 'document'), seen(live, 'probe', 'a')], context)
    expect(joined.map(({ sources }) => sources)).toEqual([['probe', 'document']])
  })

  test.each([
    ['/payment_url', 'DR31', 'uri', 'degraded'],
    ['/mnemonic_code', 'DR36', 'string:long', 'degraded'],
    ['/currency', 'DR36', 'string:pattern', 'information'],
  ] as const)('an address that the client refuses degrades: %s', (pointer, driftId, came, severity) => {
    const violation = form('getGroup', pointer, { driftId, came, severity: 'information', witness: 'x' })
    expect(toFindings([seen(violation, 'probe')], context)[0]?.severity).toBe(severity)
  })

  test("a framework's Not Found for one id of an operation that answered others is an unknown detail", () => {
    const removed: ContractViolation = {
      driftId: 'DR01',
      severity: 'breaking',
      operationId: 'getTask',
      place: 'operation',
      what: 'x',
      witness: 'Not Found',
    }
    const of = (hasAnswered: boolean, source: FindingSource) =>
      toFindings([seen(removed, source)], context, { ...never, hasAnswered: () => hasAnswered }).map(
        ({ driftId, severity, place }) => `${driftId} ${severity} ${place}`,
      )
    expect(of(true, 'probe')).toEqual(['DR47 degraded answer 404 detail'])
    expect(of(false, 'probe')).toEqual(['DR01 breaking operation'])
    expect(of(true, 'document')).toEqual(['DR01 breaking operation'])
  })

  test('a renamed field is one finding with what the document says of both names', () => {
    const live = form('listGroups', '/*/name', { driftId: 'DR24', witness: 'title', severity: 'breaking' })
    const absent = form('listGroups', '/*/name', { driftId: 'DR23', witness: undefined })
    const added = form('listGroups', '/*/title', { driftId: 'DR35', severity: 'information' })
    const other = form('listGroups', '/*/tags', { driftId: 'DR35', severity: 'information' })
    const observations = [seen(live, 'probe'), ...[absent, added, other].map(one => seen(one, 'document'))]
    expect(
      toFindings(observations, context).map(({ driftId, place, consequences }) => [
        `${driftId} ${place}`,
        consequences?.map(one => one.driftId),
      ]),
    ).toEqual([
      ['DR24 answer 200 /*/name', ['DR23', 'DR35']],
      ['DR35 answer 200 /*/tags', undefined],
    ])
  })

  test('a wrong state belongs to the call that has led to it', () => {
    const origin = 'probe: a lab starts and stops'
    const at = (violation: ContractViolation): Observation => ({
      violation,
      source: 'probe',
      evidence: { curl: 'curl', origin, status: 200 },
    })
    const start = form('startLab', '/status', { driftId: 'DR27', witness: 'pending' })
    const state = form('getLabStatus', '/status', { driftId: 'DR62' })
    const findings = toFindings([at(state), at(start)], context)
    expect(
      findings.map(({ driftId, consequences }) => [driftId, consequences?.map(one => one.driftId)]),
    ).toEqual([['DR27', ['DR62']]])
    const elsewhere = { ...at(state), evidence: { curl: 'curl', origin: 'probe: another step', status: 200 } }
    expect(toFindings([elsewhere, at(start)], context)).toHaveLength(2)
  })

  test('a long witness of one letter is shortened and its length named', () => {
    const long = form('getTask', '/points', {
      what: `Not "te${'x'.repeat(77)}...".`,
      witness: `te${'x'.repeat(499)}`,
    })
    expect(toFindings([seen(long, 'document')], context)[0]?.what).toBe('Not "tex…" (501 characters).')
  })

  test('a baseline that accepts a number does not accept a text at the same place', () => {
    const day = new Date('2026-11-22T12:00:00Z')
    const before = toFindings(
      numbers.map(one => seen(one, 'document')),
      context,
    )
    const entries = readBaseline(writeBaseline(before, [], day).replaceAll('""', '"OPS-1"'), 'b.json')
    expect(applyBaseline(before, entries, day).findings.map(({ accepted }) => accepted)).toEqual(['OPS-1'])
    const text = form('getTask', '/points', { witness: '000' })
    const after = toFindings(
      [...numbers.map(one => seen(one, 'document')), seen(text, 'probe', 'a')],
      context,
    )
    const open = applyBaseline(after, entries, day).findings.filter(({ accepted }) => accepted === undefined)
    expect(open.map(({ call, witness, severity }) => [call, witness, severity])).toEqual([
      ['GET /groups/{group}/tasks/{task}', '000', 'degraded'],
    ])
    const more = [...numbers, form('getLeaderboard', '/rows/*/points')]
    const applied = applyBaseline(
      toFindings(
        more.map(one => seen(one, 'document')),
        context,
      ),
      entries,
      day,
    )
    expect(applied.findings.map(({ accepted, places }) => [accepted, places?.length])).toEqual([
      [undefined, 1],
      ['OPS-1', 3],
    ])
    expect(applied.unused).toEqual([])
  })
})

test('a new place of an accepted cause comes with its own evidence', () => {
  const ids = ['startLab', 'stopLab', 'takeHint', 'sendFeedback', 'getLabStatus', 'shareProfile']
  const gone = (operationId: string) =>
    seen(
      { driftId: 'DR01', severity: 'breaking', operationId, place: 'operation', what: operationId },
      'probe',
      operationId,
    )
  const day = new Date('2026-11-22T12:00:00Z')
  const before = toFindings(ids.slice(0, -1).map(gone), context)
  const entries = readBaseline(writeBaseline(before, [], day).replaceAll('""', '"OPS-1"'), 'b.json')
  const open = applyBaseline(toFindings(ids.map(gone), context), entries, day).findings.filter(
    ({ accepted }) => accepted === undefined,
  )
  expect(open).toMatchObject([{ what: 'shareProfile', evidence: [{ curl: 'shareProfile' }] }])
})

describe('a run with a baseline', () => {
  const folder = mkdtempSync(join(tmpdir(), 'drift-baseline-'))
  const write = (name: string, content: unknown) => {
    const path = join(folder, name)
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
    return path
  }
  afterAll(() => rmSync(folder, { recursive: true }))

  test('accepts points that are documented as a number, and fails once they come as a text', async () => {
    const document = structuredClone(context.contract.document) as {
      components: { schemas: { Task: unknown; TaskSummary: { properties: { points: unknown } } } }
    }
    document.components.schemas.TaskSummary.properties.points = { type: 'number', minimum: 0 }
    const spec = write('openapi.json', document)
    const task = { id: 1, difficulty: 'easy', important: true, status: 'active', visible: true }
    const har = (points: unknown, name: string) => {
      const body = { id: 1, hide_leaderboard: false, categories: [{ tasks: [{ ...task, points }] }] }
      return write(name, sampleHar('https://stage.example/api/groups/1', 200, body))
    }
    const baseline = join(folder, 'baseline.json')
    const first = await runCommand(undefined, '--spec', spec, '--write-baseline', baseline)
    expect(first.out).toContain('DR25 scalar type changed')
    expect(first.code).toBe(1)
    writeFileSync(baseline, readFileSync(baseline, 'utf8').replaceAll('"reason": ""', '"reason": "OPS-1"'))
    const run = (file: string) =>
      runCommand(undefined, '--spec', spec, '--har', file, '--baseline', baseline, '--format', 'json')
    const whole = await run(har(100, 'whole.har'))
    expect([whole.code, JSON.parse(whole.out).counts.failing]).toEqual([0, 0])
    const text = await run(har('100', 'text.har'))
    const open = JSON.parse(text.out).findings.filter((one: Finding) => one.accepted === undefined)
    expect(text.code).toBe(1)
    expect(open).toMatchObject([{ driftId: 'DR25', severity: 'degraded', sources: ['traffic'] }])
  })
})

import { describe, expect, test } from 'vitest'
import { type ContractViolation, driftClasses } from '../contract/validator/drift-classes'
import type { Exchange } from '../contract/validator/exchange'
import { validateExchange } from '../contract/validator/validate-exchange'
import { ExchangeStats, getCoverage } from './coverage'
import { applyBaseline, getFingerprint, readBaseline, toFindings, writeBaseline } from './findings'
import { makeProgress } from './io'
import { context, seen } from './test-command'

const { contract } = context

const gone: ContractViolation = {
  driftId: 'DR21',
  severity: 'breaking',
  operationId: 'getGroup',
  place: 'answer 200 /name',
  status: 200,
  pointer: '/name',
  what: 'At /name a required field is promised, none came.',
}

describe('findings', () => {
  test('merges observations of one place from all sources, with the text of the probe and the count of all exchanges', () => {
    const observations = [
      seen({ ...gone, what: 'The document lacks it.', severity: 'degraded' }, 'document'),
      seen({ ...gone, what: 'Traffic lacks it.' }, 'traffic', 'a'),
      ...['a', 'b', 'c', 'd', 'e'].map(curl => seen(gone, 'probe', curl)),
    ]
    const findings = toFindings(observations, context)
    expect(findings).toHaveLength(1)
    expect(findings[0]).toMatchObject({
      severity: 'breaking',
      call: 'GET /groups/{id}',
      what: gone.what,
      sources: ['probe', 'traffic', 'document'],
      exchanges: 6,
      evidence: [{ curl: 'a' }, { curl: 'b' }, { curl: 'c' }],
      contractAt: 'openapi/x.yaml:getGroup 200 /name',
      screens: ['/group/$groupId'],
      fingerprint: getFingerprint(gone),
    })
  })

  test('an optional field that never comes is information', () => {
    const absent: ContractViolation = { ...gone, driftId: 'DR23', severity: driftClasses.DR23.severity }
    expect(toFindings([seen(absent, 'document')], context)[0]?.severity).toBe('information')
  })

  test('builds the fingerprint from class, operation, place and what came', () => {
    expect(getFingerprint(gone)).toBe('e024ab1c93571393')
    expect(getFingerprint({ ...gone, what: 'other', witness: 1 } as ContractViolation)).toBe(
      getFingerprint(gone),
    )
    const others = [
      { ...gone, place: 'answer 200 /id' },
      { ...gone, driftId: 'DR22' as const },
      { ...gone, operationId: 'x' },
      { ...gone, came: 'null' },
    ]
    expect(new Set([gone, ...others].map(getFingerprint)).size).toBe(5)
  })

  test.each<[string, string | undefined, Partial<ContractViolation>, string]>([
    ['a field', undefined, {}, 'breaking'],
    ['a field that costs something', 'A dash is shown.', {}, 'breaking'],
    ['a field that nothing is lost without', 'Nothing: it is counted.', {}, 'degraded'],
    ['an operation', 'Nothing.', { driftId: 'DR01', pointer: undefined as never }, 'breaking'],
  ])('sets the severity by what users lose: %s', (_, lost, change, severity) => {
    const [finding] = toFindings([seen({ ...gone, ...change }, 'probe')], {
      ...context,
      lostWithout: () => lost,
    })
    expect(finding?.severity).toBe(severity)
    expect(finding?.lost).toBe(lost)
  })

  test('recognises a parameter by its place', () => {
    const violation: ContractViolation = {
      driftId: 'DR07',
      severity: 'breaking',
      operationId: 'getLabStatus',
      place: 'query task_id',
      what: 'x',
    }
    expect(toFindings([seen(violation, 'probe')], context)[0]?.contractAt).toBe(
      'openapi/x.yaml:getLabStatus undefined query task_id',
    )
  })

  test('sorts by severity, then by path', () => {
    const observations = [
      seen({ ...gone, driftId: 'DR64', severity: 'information', operationId: 'login' }, 'probe'),
      seen({ ...gone, operationId: 'listGroups' }, 'probe'),
      seen({ driftId: 'DR04', severity: 'information', place: 'operation GET /new', what: 'x' }, 'document'),
      seen({ ...gone, operationId: 'login' }, 'probe'),
    ]
    expect(toFindings(observations, context).map(({ driftId, call }) => `${driftId} ${call}`)).toEqual([
      'DR21 POST /auth/login',
      'DR21 GET /groups',
      'DR04 undefined',
      'DR64 POST /auth/login',
    ])
  })
})

describe('baseline', () => {
  const findings = toFindings([seen(gone, 'probe'), seen({ ...gone, driftId: 'DR64' }, 'probe')], context)
  const [first = '', second = ''] = findings.map(({ fingerprint }) => fingerprint)
  const day = new Date('2026-11-22T12:00:00Z')
  const entry = { fingerprint: first, reason: 'OPS-1', expires: '2026-11-22' }

  test('accepts until the expiry date, and lists expired and unused entries', () => {
    const unused = { fingerprint: 'f'.repeat(16), reason: 'old', expires: '2030-01-01' }
    const late = { fingerprint: second, reason: 'late', expires: '2026-11-21' }
    const applied = applyBaseline(findings, [entry, unused, late], day)
    expect(applied.findings.map(({ accepted }) => accepted)).toEqual(['OPS-1', undefined])
    expect(applied).toMatchObject({ expired: [late], unused: [unused] })
  })

  test('is written with empty reasons and keeps existing ones', () => {
    const text = writeBaseline(findings, [entry], day)
    expect(JSON.parse(text)).toEqual({
      version: 2,
      accepted: [
        {
          fingerprint: first,
          about: 'DR21 GET /groups/{id} answer 200 /name',
          reason: 'OPS-1',
          expires: '2026-11-22',
        },
        {
          fingerprint: second,
          about: 'DR64 GET /groups/{id} answer 200 /name',
          reason: '',
          expires: '2027-02-20',
        },
      ],
    })
    expect(() => readBaseline(text, 'b.json')).toThrow(
      `The baseline b.json has no reason in its entry ${second}: explain why this drift is accepted.`,
    )
    expect(readBaseline(text.replace('""', '"because"'), 'b.json')).toHaveLength(2)
  })

  test.each([
    ['{', 'is not JSON; write one with --write-baseline.'],
    ['[]', 'is not of the form { "version": 2, "accepted": [...] }; write one with --write-baseline.'],
    [
      '{"version":1,"accepted":[]}',
      'is of version 1, which accepted places whatever came there; write it again with --write-baseline.',
    ],
    [file({ ...entry, fingerprint: 'x' }), 'has no fingerprint of 16 hexadecimal digits in its entry x.'],
    [file(3), 'has no fingerprint of 16 hexadecimal digits in its entry number 1.'],
    [
      file({ ...entry, reason: ' ' }),
      `has no reason in its entry ${first}: explain why this drift is accepted.`,
    ],
    [
      file({ ...entry, expires: '2026-02-30' }),
      `has no day such as 2026-12-31 under "expires" in its entry ${first}.`,
    ],
    [file(entry, entry), `holds the fingerprint ${first} twice; keep one.`],
  ])('rejects a file that %s with one sentence', (text, sentence) => {
    expect(() => readBaseline(text, 'b.json')).toThrow(
      expect.objectContaining({ name: 'InputError', message: `The baseline b.json ${sentence}` }),
    )
  })

  function file(...accepted: unknown[]): string {
    return JSON.stringify({ version: 2, accepted })
  }
})

describe('progress', () => {
  function run(isTerminal: boolean, isQuiet = false): string {
    let text = ''
    let time = 0
    const write = (piece: string) => {
      text += piece
    }
    const progress = makeProgress({ write, isTerminal, isQuiet, columns: 20, now: () => time })
    progress.stage('Requesting the server of \u001b[2Jus')
    progress.step('too soon')
    time = 500
    progress.step('one')
    progress.end()
    return text
  }

  test.each([
    [
      'is one updating line on a terminal, cut to its width',
      run(true),
      '\r\u001b[KRequesting the s...\r\u001b[Kone\r\u001b[K',
    ],
    ['is one line per stage in a log', run(false), 'Requesting the server of \\x1b[2Jus\n'],
    ['is silent with --quiet', run(true, true), ''],
  ])('%s', (_, text, expected) => {
    expect(text).toBe(expected)
  })
})

const exchangeFor = (call: string, status: number, json: unknown): Exchange => {
  const [method = '', path = ''] = call.split(' ')
  return {
    request: { method, url: `https://stage.example.com/v/api${path}`, headers: [] },
    response: { status, headers: [], body: new TextEncoder().encode(JSON.stringify(json)) },
  }
}

test('another broken rule at the same place is another finding', () => {
  const fingerprints = [
    [
      [2, 0],
      [1, 50],
    ],
    [
      [1, 0],
      [2, 50],
    ],
    [
      [1, 50],
      [2, 50],
    ],
  ].map(ranks => {
    const rows = ranks.map(([rank, points], user_id) => ({ user_id, rank, points, last_solved_at: 'x' }))
    const found = validateExchange(contract, exchangeFor('GET /leaderboard/group/1', 200, { rows }))
    return found.filter(({ driftId }) => driftId === 'DR63').map(getFingerprint)
  })
  expect(fingerprints.map(one => one.length)).toEqual([1, 1, 1])
  expect(new Set(fingerprints.flat()).size).toBe(3)
})

describe('coverage', () => {
  test('is empty without exchanges', () => {
    const { operations, statuses, properties, details } = getCoverage(contract, [])
    expect([operations.seen, statuses.seen, properties.seen, details.seen]).toEqual([0, 0, 0, 0])
    expect(operations.all).toBe(contract.operations.length)
    expect(operations.missed).toContain('getGroup')
    expect(statuses.missed).toContain('getGroup 403')
    expect(properties.missed).toContain('getGroup 200 /categories/*/tasks/*/title')
    expect(properties.missed).toContain('startLab 409 /running/title')
    expect(properties.missed.filter(one => one.includes('/detail'))).toEqual([])
    expect(details.missed).toContain('Task not found')
  })

  test('a response covers its operation, its status and its properties', () => {
    const hint = { id: 1, text: 'a', number: 1, total: 2 }
    const seen = getCoverage(contract, [
      exchangeFor('GET /groups/1/tasks/2/hint', 200, { hint, nonsense: { id: 1 } }),
      exchangeFor('GET /groups/1/tasks/2/hint', 404, { detail: 'Task not found' }),
      exchangeFor('GET /nowhere', 200, {}),
    ])
    expect([seen.operations.seen, seen.statuses.seen, seen.details.seen]).toEqual([1, 2, 1])
    expect(seen.properties.seen).toBe(5)
    expect(seen.properties.missed).toContain('takeHint 200 /hint/cost')
    expect(seen.details.missed).not.toContain('Task not found')
  })

  test.each([
    ['GET /groups/1/tasks/2/hint', 404, { detail: 'Task not found' }, true],
    ['GET /groups/1/tasks/2/hint', 404, { detail: 'Not Found' }, false],
    ['GET /groups/1/tasks/2/hint', 401, { detail: 'No token provided' }, false],
    ['GET /groups/1/tasks/2/hint', 422, { detail: [] }, true],
  ])(
    '%s %i: a refusal that only the operation itself can give shows that it exists',
    (call, status, body, isKnown) => {
      const stats = new ExchangeStats(contract)
      stats.add(exchangeFor(call, status, body))
      expect(stats.hasAnswered('takeHint')).toBe(isKnown)
    },
  )

  test('a response that is not JSON covers only its status', () => {
    const body = new TextEncoder().encode('<html>')
    const broken = { ...exchangeFor('GET /groups', 200, []), response: { status: 200, headers: [], body } }
    expect(getCoverage(contract, [broken])).toMatchObject({ statuses: { seen: 1 }, properties: { seen: 0 } })
  })
})

import { describe, expect, test } from 'vitest'
import type { Judgement } from '../lib/judge/judgement'
import { loadContract } from '../lib/load-contract'
import { applyBaseline, readBaseline, writeBaseline } from './baseline'
import type { FindingSource, Observation } from './finding'
import { findingsOf, fingerprintOf } from './findings'
import type { Knowledge } from './knowledge'
import { makeProgress } from './progress'

const contract = loadContract('openapi')
const knowledge: Knowledge = {
  contract,
  version: '0',
  contractAt: (operationId, status, pointer) => `openapi/x.yaml:${operationId} ${status} ${pointer}`,
  usedBy: (_, __, pointer) =>
    pointer === '/name' ? { files: ['src/a.tsx'], screens: ['/group/$groupId'] } : { files: [], screens: [] },
}

const gone: Judgement = {
  driftId: 'DR21',
  severity: 'breaking',
  operationId: 'getGroup',
  place: 'answer 200 /name',
  status: 200,
  pointer: '/name',
  what: 'At /name a required field is promised, none came.',
}

function seen(judgement: Judgement, source: FindingSource, curl?: string): Observation {
  return { judgement, source, ...(curl !== undefined && { evidence: { curl, origin: curl, status: 200 } }) }
}

describe('findings', () => {
  test('are one for one place, whoever saw it; an own question has the words, all exchanges count', () => {
    const observations = [
      seen({ ...gone, what: 'The document lacks it.', severity: 'degraded' }, 'document'),
      seen({ ...gone, what: 'Traffic lacks it.' }, 'traffic', 'a'),
      ...['a', 'b', 'c', 'd', 'e'].map(curl => seen(gone, 'probe', curl)),
    ]
    const findings = findingsOf(observations, knowledge)
    expect(findings).toHaveLength(1)
    expect(findings[0]).toMatchObject({
      severity: 'breaking',
      call: 'GET /groups/{id}',
      what: gone.what,
      sources: ['probe', 'traffic', 'document'],
      exchanges: 6,
      evidence: [{ curl: 'a' }, { curl: 'b' }, { curl: 'c' }],
      contractAt: 'openapi/x.yaml:getGroup 200 /name',
      usedBy: { files: ['src/a.tsx'], screens: ['/group/$groupId'] },
      fingerprint: fingerprintOf(gone),
    })
  })

  test('have a fingerprint of class, operation and place alone', () => {
    expect(fingerprintOf(gone)).toBe('451e88a226218b02')
    expect(fingerprintOf({ ...gone, what: 'other', witness: 1 } as Judgement)).toBe(fingerprintOf(gone))
    const others = [
      { ...gone, place: 'answer 200 /id' },
      { ...gone, driftId: 'DR22' as const },
      { ...gone, operationId: 'x' },
    ]
    expect(new Set([gone, ...others].map(fingerprintOf)).size).toBe(4)
  })

  test.each<[string, Partial<Judgement>, string]>([
    ['that is read', {}, 'breaking'],
    ['that nobody reads', { pointer: '/mnemonic_code', place: 'answer 200 /mnemonic_code' }, 'degraded'],
    [
      'that nobody reads and is null',
      { driftId: 'DR26', pointer: '/id', place: 'answer 200 /id' },
      'breaking',
    ],
    [
      'that is an operation',
      { driftId: 'DR01', place: 'operation', pointer: undefined as never },
      'breaking',
    ],
  ])('of a thing %s are as bad as its use', (_, change, severity) => {
    expect(findingsOf([seen({ ...gone, ...change }, 'probe')], knowledge)[0]?.severity).toBe(severity)
  })

  test('know a parameter by its place', () => {
    const judgement: Judgement = {
      driftId: 'DR07',
      severity: 'breaking',
      operationId: 'getLabStatus',
      place: 'query task_id',
      what: 'x',
    }
    expect(findingsOf([seen(judgement, 'probe')], knowledge)[0]?.contractAt).toBe(
      'openapi/x.yaml:getLabStatus undefined query task_id',
    )
  })

  test('stand from the worst to the least, then by address', () => {
    const observations = [
      seen({ ...gone, driftId: 'DR64', severity: 'information', operationId: 'login' }, 'probe'),
      seen({ ...gone, operationId: 'listGroups' }, 'probe'),
      seen({ driftId: 'DR04', severity: 'information', place: 'operation GET /new', what: 'x' }, 'document'),
      seen({ ...gone, operationId: 'login' }, 'probe'),
    ]
    expect(findingsOf(observations, knowledge).map(({ driftId, call }) => `${driftId} ${call}`)).toEqual([
      'DR21 POST /auth/login',
      'DR21 GET /groups',
      'DR04 undefined',
      'DR64 POST /auth/login',
    ])
  })
})

describe('a baseline', () => {
  const findings = findingsOf([seen(gone, 'probe'), seen({ ...gone, driftId: 'DR64' }, 'probe')], knowledge)
  const [first = '', second = ''] = findings.map(({ fingerprint }) => fingerprint)
  const day = new Date('2026-11-22T12:00:00Z')
  const entry = { fingerprint: first, reason: 'OPS-1', expires: '2026-11-22' }

  test('accepts until its day is over, and names what has expired or is not needed', () => {
    const unused = { fingerprint: 'f'.repeat(16), reason: 'old', expires: '2030-01-01' }
    const late = { fingerprint: second, reason: 'late', expires: '2026-11-21' }
    const applied = applyBaseline(findings, [entry, unused, late], day)
    expect(applied.findings.map(({ accepted }) => accepted)).toEqual(['OPS-1', undefined])
    expect(applied).toMatchObject({ expired: [late], unused: [unused] })
  })

  test('is written with reasons to fill in, and keeps those that stand', () => {
    const text = writeBaseline(findings, [entry], day)
    expect(JSON.parse(text)).toEqual({
      version: 1,
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
      `The baseline b.json has no reason in its entry ${second}: say why this drift is accepted.`,
    )
    expect(readBaseline(text.replace('""', '"because"'), 'b.json')).toHaveLength(2)
  })

  test.each([
    ['{', 'is not JSON; write one with --write-baseline.'],
    ['[]', 'is not of the form { "version": 1, "accepted": [...] }; write one with --write-baseline.'],
    [
      '{"version":2,"accepted":[]}',
      'is not of the form { "version": 1, "accepted": [...] }; write one with --write-baseline.',
    ],
    [file({ ...entry, fingerprint: 'x' }), 'has no fingerprint of 16 hexadecimal digits in its entry x.'],
    [file(3), 'has no fingerprint of 16 hexadecimal digits in its entry number 1.'],
    [file({ ...entry, reason: ' ' }), `has no reason in its entry ${first}: say why this drift is accepted.`],
    [
      file({ ...entry, expires: '2026-02-30' }),
      `has no day such as 2026-12-31 under "expires" in its entry ${first}.`,
    ],
    [file(entry, entry), `holds the fingerprint ${first} twice; keep one.`],
  ])('%s is refused in one sentence', (text, sentence) => {
    expect(() => readBaseline(text, 'b.json')).toThrow(
      expect.objectContaining({ name: 'InputError', message: `The baseline b.json ${sentence}` }),
    )
  })

  function file(...accepted: unknown[]): string {
    return JSON.stringify({ version: 1, accepted })
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
    progress.stage('Asking the server of \u001b[2Jus')
    progress.step('too soon')
    time = 500
    progress.step('one')
    progress.end()
    return text
  }

  test.each([
    [
      'is one line that moves on a terminal, cut to its width',
      run(true),
      '\r\u001b[KAsking the serve...\r\u001b[Kone\r\u001b[K',
    ],
    ['is a line a stage in a log', run(false), 'Asking the server of \\x1b[2Jus\n'],
    ['is nothing when nobody wants it', run(true, true), ''],
  ])('%s', (_, text, expected) => {
    expect(text).toBe(expected)
  })
})

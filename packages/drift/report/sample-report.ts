import { driftClasses } from '../../contract/validator/drift-classes'
import type { Finding } from '../finding'
import { getVerdict, type Report } from './report'

/** For tests: text that a hostile server could send. */
export const hostile =
  '\u001b[2J\u0007\u009b31m\r::error::x\n::warning::<b>"&\'|`@all</b>]]>\u202e\u0000\ud800 ##[error]x'

type Draft = Partial<Finding> & Pick<Finding, 'driftId' | 'fingerprint'>

export function sampleFinding(draft: Draft): Finding {
  const { title, severity, advice } = driftClasses[draft.driftId]
  return {
    title,
    severity,
    advice,
    operationId: 'getGroup',
    call: 'GET /groups/{id}',
    place: 'answer 200 /name',
    what: 'At /name a required field is promised, none came.',
    isAssumed: false,
    sources: ['probe'],
    evidence: [],
    exchanges: 0,
    screens: [],
    ...draft,
  }
}

export function sampleReport(changes: Partial<Omit<Report, 'verdict'>> = {}): Report {
  const evidence = {
    curl: 'curl \'https://stage.example/api/groups/1\' \\\n  -H "authorization: Bearer $ACCESS_TOKEN"',
    status: 200,
    excerpt: '{\n  "id": 1\n}',
    origin: 'getGroup as student',
  }
  const result = {
    version: '0.1.0 (contract 1.0.0)',
    isOwnCheckout: true,
    target: 'https://stage.example/api',
    startedAt: '2026-11-22T05:00:00.000Z',
    seconds: 2.4,
    sources: ['document', 'probe'],
    exchanges: 212,
    threshold: { failOn: 'degraded', isAssumedCounted: true },
    minimum: { operations: 100, properties: 60 },
    findings: [
      sampleFinding({
        driftId: 'DR21',
        fingerprint: '00000000000000a1',
        witness: 'absent',
        evidence: [evidence],
        exchanges: 4,
        sources: ['probe', 'document'],
        contractAt: 'openapi/schemas/Group.yaml:12',
        places: [
          place('getGroup', '/groups/{id}', 1),
          place('startAttempt', '/groups/{id}/attempts/start', 2),
        ],
        screens: ['/group/$groupId', '/groups'],
      }),
      sampleFinding({
        driftId: 'DR56',
        fingerprint: '00000000000000a3',
        place: 'answer 200 header set-cookie',
        consequences: [
          {
            driftId: 'DR60',
            title: driftClasses.DR60.title,
            severity: 'degraded',
            place: 'operation',
            what: hostile,
            fingerprint: '00000000000000a8',
          },
        ],
      }),
      sampleFinding({
        driftId: 'DR31',
        fingerprint: '00000000000000a4',
        what: hostile,
        witness: { [hostile]: hostile },
      }),
      sampleFinding({
        driftId: 'DR25',
        fingerprint: '00000000000000a5',
        isAssumed: true,
        place: 'answer 200 /exam/hours',
      }),
      sampleFinding({
        driftId: 'DR64',
        fingerprint: '00000000000000a6',
        accepted: 'OPS-12: a new index is on its way',
      }),
      withoutCall(
        sampleFinding({
          driftId: 'DR04',
          fingerprint: '00000000000000a7',
          place: `operation GET /${hostile}`,
        }),
      ),
    ],
    coverage: {
      operations: { seen: 34, all: 35, missed: ['sendFeedback'] },
      statuses: { seen: 80, all: 100, missed: ['getGroup 404'] },
      properties: {
        seen: 59,
        all: 100,
        missed: Array.from({ length: 41 }, (_, index) => `getGroup 200 /p${index}`),
      },
      details: {
        seen: 20,
        all: 30,
        missed: ['lms disabled'],
        beyond: [{ why: 'the LMS would have to be off', names: ['lms disabled'] }],
      },
    },
    operations: [
      { operationId: 'getGroup', call: 'GET /groups/{id}', tag: 'groups', isSeen: true },
      { operationId: 'startAttempt', call: 'GET /groups/{id}/attempts/start', tag: 'exams', isSeen: true },
      { operationId: 'listGroups', call: 'GET /groups', tag: 'groups', isSeen: true },
      { operationId: 'sendFeedback', call: 'POST /feedback', tag: 'feedback', isSeen: false },
    ],
    skipped: [{ step: 'start a lab', why: 'the run is read-only' }],
    notes: ['No OpenAPI document was found.'],
    failures: [],
    baseline: {
      expired: [{ fingerprint: '00000000000000a3', reason: 'OPS-9', expires: '2026-11-01' }],
      unused: [
        { fingerprint: '00000000000000ff', reason: 'old', expires: '2027-01-01', about: 'DR21 GET /x' },
      ],
    },
    ...changes,
  } as const satisfies Omit<Report, 'verdict'>
  return { ...result, verdict: getVerdict(result) }
}

function place(operationId: string, path: string, index: number): NonNullable<Finding['places']>[number] {
  return {
    operationId,
    call: `GET ${path}`,
    place: 'answer 200 /name',
    what: 'At /name a required field is promised, none came.',
    contractAt: 'openapi/schemas/Group.yaml:12',
    fingerprint: `00000000000000b${index}`,
  }
}

function withoutCall({ operationId: _, call: __, ...finding }: Finding): Finding {
  return finding
}

import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { loadContract } from '../lib/load-contract'
import type { DriftId } from '../lib/validator/drift-classes'
import type { Observation } from './finding'
import { mergeRelated } from './merge-related'

const contract = loadContract(fileURLToPath(new URL('../../openapi', import.meta.url)))

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

const merged = (rows: readonly Row[]) => [
  ...new Set(
    mergeRelated(rows.map(seen), contract).map(
      ({ violation }) => `${violation.driftId} ${violation.operationId} ${violation.place}`,
    ),
  ),
]

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
      'DR45 getWriteup answer 200',
      'DR42 getTask answer 404',
      'DR43 getWriteup answer 404',
      'DR57 getWriteup answer 401',
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

it('reports the same wrong status of many calls with the same text and their list', () => {
  const merged = mergeRelated(
    (
      [
        ['DR42', 'listGroups', 'answer 401', 401, 403],
        ['DR43', 'getGroup', 'answer 401', 401, 403],
        ['DR60', 'refreshSession', 'answer 401', 401, 403],
        ['DR62', 'refreshSession', 'answer 401', 401, 403],
      ] as Row[]
    ).map(seen),
    contract,
  )
  expect(new Set(merged.map(({ violation }) => `${violation.driftId} ${violation.what}`))).toEqual(
    new Set([
      'DR43 The answer 401 is due; 403 came, in 3 calls: GET /groups, POST /auth/refresh, GET /groups/{id}.',
    ]),
  )
})

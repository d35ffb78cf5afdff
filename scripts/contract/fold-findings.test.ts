import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import type { DriftId } from '../lib/judge/drift-classes'
import { loadContract } from '../lib/load-contract'
import type { Observation } from './finding'
import { foldFindings } from './fold-findings'

const contract = loadContract(fileURLToPath(new URL('../../openapi', import.meta.url)))

type Row = [drift: DriftId, id: string, place: string, due: number, came: number, kind?: 'edge' | 'page']

const seen = ([driftId, operationId, place, due, came, kind]: Row): Observation => ({
  judgement: {
    driftId,
    severity: 'degraded',
    operationId,
    place,
    what: `${due}, ${came} came`,
    witness: driftId === 'DR47' ? 'a detail' : came,
  },
  source: 'probe',
  asked: { due: [due], came, isPage: kind === 'page', isEdge: kind === 'edge' },
})

const told = (rows: readonly Row[]) => [
  ...new Set(
    foldFindings(rows.map(seen), contract).map(
      ({ judgement }) => `${judgement.driftId} ${judgement.operationId} ${judgement.place}`,
    ),
  ),
]

it.each<[string, Row[], string[]]>([
  [
    'an edge proves nothing where a plain question failed alike, nor does a detail under a wrong status',
    [
      ['DR14', 'login', 'body /username', 401, 403, 'edge'],
      ['DR43', 'login', 'answer 401', 401, 403],
      ['DR47', 'login', 'answer 403 detail', 401, 403],
    ],
    ['DR43 login answer 401'],
  ],
  [
    'an edge that alone is refused stays',
    [['DR14', 'login', 'body /username', 401, 403, 'edge']],
    ['DR14 login body /username'],
  ],
  [
    'a call that answers a page on its happy path is told once',
    [
      ['DR42', 'getWriteup', 'answer 401', 401, 500, 'page'],
      ['DR45', 'getWriteup', 'answer 200', 200, 500, 'page'],
      ['DR42', 'getWriteup', 'path task', 422, 500, 'page'],
    ],
    ['DR45 getWriteup answer 200'],
  ],
  [
    'another call, another status and an open door are other drifts',
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
    'a detail under the right status stays',
    [['DR47', 'getTask', 'answer 404 detail', 404, 404]],
    ['DR47 getTask answer 404 detail'],
  ],
])('%s', (_, rows, wanted) => {
  expect(told(rows)).toEqual(wanted)
})

it('the same wrong status in many calls is told in the same words, with their list', () => {
  const folded = foldFindings(
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
  expect(new Set(folded.map(({ judgement }) => `${judgement.driftId} ${judgement.what}`))).toEqual(
    new Set([
      'DR43 The answer 401 is due; 403 came, in 3 calls: GET /groups, POST /auth/refresh, GET /groups/{id}.',
    ]),
  )
})

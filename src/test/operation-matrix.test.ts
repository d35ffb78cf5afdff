import i18next from 'i18next'
import { beforeAll, describe, expect, test } from 'vitest'
import { type OperationId, operationTable } from '../../mocks/operations.gen'
import { sampleResponse } from '../../mocks/samplers.gen'
import type { Operation, OperationResponse } from '../../packages/contract/operation'
import { createApi } from '../api/api'
import { ApiError } from '../api/errors'
import { unwrap, withoutNulls } from '../api/unwrap'
import { errorMessage, errorTitle } from '../i18n/error-messages'
import { startI18n } from '../i18n/init'
import { languages } from '../lib/languages'

/** N16: the table comes from the contract, so a new operation, status or detail is a new row here. */

type Row = Operation<OperationId>
type LooseClient = { request(method: string, path: string, init: object): Promise<{ response: Response }> }

/** The result of the client for an answer. */
const ask = ({ method, path, parameters, operationId }: Row, answer: () => Response): Promise<unknown> => {
  const { client } = createApi({ fetch: async () => answer(), locks: () => null, openChannel: () => null })
  const named = parameters.filter(parameter => parameter.in === 'path').map(({ name }) => [name, '1'])
  const init = {
    params: { path: Object.fromEntries(named) },
    ...(isBinary(operationId) && { parseAs: 'blob' }),
  }
  const call = (client as unknown as LooseClient).request(method, path, init)
  return unwrap(call, operationId).catch(error => error)
}

const isBinary = (id: OperationId) =>
  operationTable
    .find(row => row.operationId === id)
    ?.responses.some(({ status, kind }) => status < 300 && kind === 'binary')

const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

const successes = operationTable.flatMap(row =>
  row.responses.filter(({ status }) => status < 300).map(response => [row, response] as const),
)
const documentedErrors = operationTable.flatMap(row =>
  row.responses.flatMap(response =>
    (response.details ?? []).map(detail => [row, response.status, detail] as const),
  ),
)

const getBody = (row: Row, { status, kind }: OperationResponse): BodyInit | null => {
  if (kind === 'empty') return null
  return kind === 'json' ? JSON.stringify(sampleResponse(row.operationId, status, 1)) : 'bytes'
}

beforeAll(async () => {
  await startI18n('ru')
})

test('the tables have every operation', () => {
  expect(operationTable.length).toBeGreaterThan(30)
  expect(new Set(successes.map(([row]) => row.operationId)).size).toBe(operationTable.length)
  const mayFail = new Set(documentedErrors.map(([row]) => row.operationId))
  expect(operationTable.filter(row => !mayFail.has(row.operationId)).map(row => row.operationId)).toEqual([])
})

describe('N16 reads every success of the contract', () => {
  test.each(successes.map(([row, response]) => [row.operationId, response.status, row, response] as const))(
    '%s %i',
    async (_, status, row, response) => {
      const headers = response.contentType ? { 'content-type': response.contentType } : {}
      const data = await ask(row, () => new Response(getBody(row, response), { status, headers }))
      if (response.kind === 'json')
        expect(data).toEqual(withoutNulls(sampleResponse(row.operationId, status, 1)))
      else if (response.kind === 'empty') expect(data).toBeNull()
      else expect(await (data as Blob).text()).toBe('bytes')
    },
  )
})

describe('N16 LANG-05 every error detail of the contract has a message in both languages', () => {
  test.each(documentedErrors.map(([row, status, detail]) => [row.operationId, status, detail, row] as const))(
    '%s %i "%s"',
    async (_, status, detail, row) => {
      const error = await ask(row, () => json(status, { detail }))
      expect(error).toBeInstanceOf(ApiError)
      expect(error).toMatchObject({ kind: 'http', status, detail })
      for (const language of languages) {
        await i18next.changeLanguage(language)
        const isUnknown = errorMessage(error) === i18next.t('common', { ns: 'errors' })
        expect([language, isUnknown]).toEqual([language, detail === 'common'])
        expect(errorTitle(error as ApiError)).not.toBe('')
      }
    },
  )
})

const broken: [name: string, answer: () => Response, expected: object][] = [
  [
    'N01 a network error',
    () => {
      throw new TypeError('Failed to fetch')
    },
    { kind: 'network' },
  ],
  ['N04 a page of a gateway', () => html(502), { kind: 'http', status: 502, detail: undefined }],
  ['N03 HTML with status 200', () => html(200), { kind: 'badResponse' }],
  [
    'N06 truncated JSON',
    () => new Response('{"a":', { headers: { 'content-type': 'application/json' } }),
    { kind: 'badResponse' },
  ],
  ['an empty 500', () => new Response(null, { status: 500 }), { kind: 'http', status: 500 }],
  [
    'X05 an unknown detail',
    () => json(418, { detail: '$t(common)' }),
    { kind: 'http', status: 418, detail: undefined },
  ],
]

function html(status: number): Response {
  return new Response('<h1>Gateway</h1>', { status, headers: { 'content-type': 'text/html' } })
}

describe.each(broken)('N16 %s is a typed error', (name, answer, expected) => {
  // Downloads are checked when they are saved (D04), and an empty success has no body.
  const readsJson = (row: Row) =>
    row.responses.some(({ status, kind }) => status < 300 && kind === 'json') || !/N03|N06/.test(name)
  test.each(operationTable.filter(readsJson).map(row => [row.operationId, row] as const))(
    '%s',
    async (_, row) => {
      const error = await ask(row, answer)
      expect(error).toBeInstanceOf(ApiError)
      expect(error).toMatchObject(expected)
      expect(errorMessage(error)).not.toMatch(/SyntaxError|TypeError|\[object|<h1>|\$t/)
    },
  )
})

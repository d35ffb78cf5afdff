import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { loadContract } from '../../lib/load-contract'
import { compareDocuments } from './compare-documents'
import { blogApi } from './fixtures/blog-api'
import { answers } from './fixtures/edits/answers'
import { bodies } from './fixtures/edits/bodies'
import { errors } from './fixtures/edits/errors'
import { formats } from './fixtures/edits/formats'
import { operations } from './fixtures/edits/operations'
import { parameters } from './fixtures/edits/parameters'
import { security } from './fixtures/edits/security'
import { fastApiTwin } from './fixtures/fastapi-twin'
import { silentAnswers } from './silent-answers'

const edits = [...operations, ...parameters, ...bodies, ...answers, ...formats, ...errors, ...security]
const contract = loadContract(fileURLToPath(new URL('../../../openapi', import.meta.url)))
const copy = () => structuredClone(contract.document) as Record<string, unknown>
const twin = () => structuredClone(fastApiTwin(contract.document)) as Record<string, unknown>
const briefly = (found: ReturnType<typeof compareDocuments>) =>
  found.map(({ driftId, operationId, place }) => [driftId, operationId, place].filter(part => part).join(' '))

test('the contract does not differ from itself', () => {
  expect(briefly(compareDocuments(contract, copy()))).toEqual([])
})

test('W03 NOOP1 to NOOP8: the contract in the words of FastAPI does not differ from the contract', () => {
  expect(briefly(compareDocuments(contract, twin()))).toEqual([])
})

describe('W03 one edit of the contract at a time is found as what it is', () => {
  test.each(edits)('$driftId: $name', ({ driftId, operationId, place, change }) => {
    const document = copy()
    change(document)
    const found = compareDocuments(contract, document)
    expect(new Set(found.map(one => one.driftId))).toEqual(new Set([driftId]))
    const here = found.find(one => one.operationId === operationId && one.place === place)
    expect(here, briefly(found).join('\n')).toBeDefined()
    expect(here?.witness).toBeDefined()
    expect(here?.what).toMatch(/^[A-Z].*\.$/s)
  })
})

test('a required new field is no rename of an optional one that is gone', () => {
  const document = JSON.parse(JSON.stringify(copy()))
  const { schema } = document.paths['/auth/login'].post.requestBody.content['application/json']
  const { invite, ...properties } = schema.properties
  schema.properties = { ...properties, otp: invite }
  schema.required = [...schema.required, 'otp']
  const found = briefly(compareDocuments(contract, document))
  expect(found).toContain('DR10 login body /otp')
  expect(found.filter(one => one.startsWith('DR11'))).toEqual([])
})

test('calls of whose answer a document says nothing are named', () => {
  expect(silentAnswers(contract, copy())).toEqual([])
  expect(silentAnswers(contract, twin())).toEqual([])
  const document = JSON.parse(JSON.stringify(copy()))
  const setAnswer = (path: string, schema: unknown) => {
    document.paths[path].get.responses[200].content = { 'application/json': { schema } }
  }
  setAnswer('/groups/{id}', {})
  setAnswer('/status', { type: 'object' })
  expect(silentAnswers(contract, document).sort()).toEqual(['GET /groups/{id}', 'GET /status'])
})

test("another product's document is called one instead of being compared call by call", () => {
  const found = compareDocuments(contract, blogApi)
  const [first] = found
  expect(first?.driftId).toBe('DR01')
  expect(first?.what).toMatch(
    /^\d\d of the 36 operations .+"Blog API 2\.4\.0"; it may be another product's\.$/,
  )
  expect(briefly(found.filter(one => one.driftId === 'DR01'))).toEqual(['DR01 operation'])
  // What is left is of the two calls that both products have, and of the address that they stand below.
  const calls = new Set(found.map(({ operationId }) => operationId).filter(id => id))
  expect([...calls].sort()).toEqual(['login', 'register'])
  expect(found.length).toBeLessThan(20)
})

test('the twin is no cover: what breaks in it is found', () => {
  const document = JSON.parse(
    JSON.stringify(twin())
      .replaceAll('"access_token"', '"accessToken"')
      .replaceAll('"/api/pass_flag"', '"/api/pass_flags"'),
  )
  expect(new Set(briefly(compareDocuments(contract, document)))).toEqual(
    new Set([
      'DR03 submitFlags operation',
      ...['login', 'completeLmsLogin', 'refreshSession'].map(id => `DR24 ${id} answer 200 /access_token`),
    ]),
  )
})

describe('a document may hold anything', () => {
  const odd: Record<string, unknown> = {
    nothing: {},
    'paths that are a list': { openapi: '3.1.0', paths: [] },
    'calls that are null': { paths: { '/groups': null, '/groups/{id}': { get: null, post: 7 } } },
    'schemas that hold themselves': {
      paths: {
        '/groups': {
          get: {
            responses: {
              200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/A' } } } },
            },
          },
        },
      },
      components: {
        schemas: {
          A: { allOf: [{ $ref: '#/components/schemas/B' }] },
          B: { anyOf: [{ $ref: '#/components/schemas/A' }] },
        },
      },
    },
    'keywords of all drafts': {
      paths: {
        '/groups': {
          get: {
            parameters: [{ $ref: '#/nowhere' }, { name: 'a', in: 'query', schema: true }],
            responses: {
              default: {},
              '2XX': {},
              200: {
                content: {
                  'application/json': {
                    schema: {
                      type: 'array',
                      prefixItems: [{ type: 'string' }],
                      items: {
                        not: {},
                        if: {},
                        patternProperties: { '^x': {} },
                        $defs: { A: 1 },
                        discriminator: 3,
                      },
                    },
                  },
                },
              },
            },
          },
        },
        '/groups/{id}': {
          get: {
            responses: {
              200: {
                content: {
                  'application/json': {
                    schema: {
                      type: 'object',
                      properties: {
                        name: { type: 'string', pattern: '(?i)[' },
                        id: { const: 1 },
                        exam: false,
                      },
                    },
                  },
                },
              },
            },
          },
        },
      },
    },
  }
  test.each(Object.entries(odd))('%s', (_, document) => {
    expect(Array.isArray(compareDocuments(contract, document as Record<string, unknown>))).toBe(true)
  })
})

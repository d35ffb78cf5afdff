import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { isFull } from '../../../scripts/lib/sampling'
import { loadContract } from '../../contract/load-contract'
import { compareDocuments, undescribedResponses } from './compare-documents'
import { toFastApiDocument } from './mutators/no-ops'
import { enumerateSpecMutants, mutatedDocument } from './mutators/spec-mutants'

const contract = loadContract(fileURLToPath(new URL('../../../openapi', import.meta.url)))
const copy = () => structuredClone(contract.document) as Record<string, unknown>
const fastApiDocument = () => structuredClone(toFastApiDocument(contract.document)) as Record<string, unknown>
const summarize = (found: ReturnType<typeof compareDocuments>) =>
  found.map(({ driftId, operationId, place }) => [driftId, operationId, place].filter(part => part).join(' '))

test('finds no difference between the contract and itself', () => {
  expect(summarize(compareDocuments(contract, copy()))).toEqual([])
})

test('W03 NOOP1 to NOOP8: finds no difference in the contract as FastAPI writes it', () => {
  expect(summarize(compareDocuments(contract, fastApiDocument()))).toEqual([])
})

type Document = ReturnType<typeof JSON.parse>
const getResponses = (document: Document, path: string, method: string) =>
  document.paths[path][method].responses
const getDetail = (document: Document, path: string, method: string, status: number) =>
  getResponses(document, path, method)[status].content['application/json'].schema.properties.detail

/** What no mutator of the contract does. */
const edits: readonly (readonly [expected: string, change: (document: Document) => void])[] = [
  [
    'DR19 login body /password',
    ({ paths }) => {
      const { schema } = paths['/auth/login'].post.requestBody.content['application/json']
      schema.required = schema.required.filter((name: string) => name !== 'password')
    },
  ],
  [
    'DR19 submitFlags body /flags',
    ({ paths }) => {
      delete paths['/pass_flag'].post.requestBody.content['application/json'].schema.properties.flags.minItems
    },
  ],
  [
    'DR36 getLeaderboard answer 200 /series',
    ({ components }) => {
      delete components.schemas.Leaderboard.properties.series.maxItems
    },
  ],
  [
    'DR36 getTask answer 200 /flags/*/title',
    ({ components }) => {
      delete components.schemas.TaskFlag.properties.title.maxLength
    },
  ],
  [
    'DR37 shareProfile answer 204',
    d => replaceStatus(getResponses(d, '/user/profile/shared', 'post'), 200, 204),
  ],
  ['DR42 login answer 400', d => replaceStatus(getResponses(d, '/auth/login', 'post'), 401, 400)],
  [
    'DR43 getGroup answer 403 detail',
    d => {
      getDetail(d, '/groups/{id}', 'get', 403).enum.push('Invalid token')
      delete getResponses(d, '/groups/{id}', 'get')[401]
    },
  ],
  [
    'DR47 login answer 401 detail',
    d => getDetail(d, '/auth/login', 'post', 401).enum.push('Task does not exist'),
  ],
  [
    'DR48 requestEmailVerification answer 409 detail',
    d => {
      getDetail(d, '/auth/send-email-verify', 'get', 409).enum = ['Email already verified']
    },
  ],
  [
    'DR55 login answer 200 header set-cookie',
    d => {
      delete getResponses(d, '/auth/login', 'post')[200].headers
    },
  ],
  [
    'DR57 listGroups operation',
    d => {
      delete d.paths['/groups'].get.security
    },
  ],
]

function replaceStatus(responses: Document, from: number, to: number): void {
  responses[to] = to === 204 ? { description: 'ok' } : responses[from]
  delete responses[from]
}

test.each(edits)('W03 finds %s', (expected, change) => {
  const document = JSON.parse(JSON.stringify(copy()))
  change(document)
  const found = compareDocuments(contract, document)
  expect(new Set(found.map(one => one.driftId))).toEqual(new Set([expected.split(' ')[0]]))
  expect(summarize(found)).toContain(expected)
})

const MUTANTS_OF_A_CLASS = isFull ? 2 : 1
const all = enumerateSpecMutants(contract.document)
const mutants = [...new Set(all.map(({ driftId }) => driftId))].flatMap(id => {
  const some = all.filter(({ driftId }) => driftId === id)
  return some.filter((_, index) => index % Math.ceil(some.length / MUTANTS_OF_A_CLASS) === 0)
})

test.each(mutants)('W03 finds and classifies $id', ({ driftId, operationIds, change }) => {
  const found = compareDocuments(contract, mutatedDocument(contract.document, { change }))
  const here = found.find(
    one =>
      one.driftId === driftId && (operationIds.length === 0 || operationIds.includes(one.operationId ?? '')),
  )
  expect(here?.witness).toBeDefined()
  expect(here?.what).toMatch(/^[A-Z].*\.$/s)
})

test('does not take a new required field for a rename of a removed optional one', () => {
  const document = JSON.parse(JSON.stringify(copy()))
  const { schema } = document.paths['/auth/login'].post.requestBody.content['application/json']
  const { invite, ...properties } = schema.properties
  schema.properties = { ...properties, otp: invite }
  schema.required = [...schema.required, 'otp']
  const found = summarize(compareDocuments(contract, document))
  expect(found).toContain('DR10 login body /otp')
  expect(found.filter(one => one.startsWith('DR11'))).toEqual([])
})

test('lists calls without a documented response', () => {
  expect(undescribedResponses(contract, copy())).toEqual([])
  expect(undescribedResponses(contract, fastApiDocument())).toEqual([])
  const document = JSON.parse(JSON.stringify(copy()))
  const setAnswer = (path: string, schema: unknown) => {
    document.paths[path].get.responses[200].content = { 'application/json': { schema } }
  }
  setAnswer('/groups/{id}', {})
  setAnswer('/status', { type: 'object' })
  expect(undescribedResponses(contract, document).sort()).toEqual(['GET /groups/{id}', 'GET /status'])
})

test('null that the whole document never names is no more than information', () => {
  const text = JSON.stringify(copy()).replaceAll(',"null"]', ']').replaceAll(',{"type":"null"}', '')
  const found = compareDocuments(contract, JSON.parse(text)).filter(({ driftId }) => driftId === 'DR16')
  expect(found.length).toBeGreaterThan(0)
  expect(new Set(found.map(({ severity }) => severity))).toEqual(new Set(['information']))
})

test('a union by a constant is no drift, and a value that no branch sends is', () => {
  const document = JSON.parse(JSON.stringify(copy()))
  const { schemas } = document.components
  const name = Object.keys(schemas).find(key => Array.isArray(schemas[key].properties?.status?.enum)) ?? ''
  const { properties, required, type } = schemas[name]
  const branch = (status: string) => ({
    type,
    required,
    properties: { ...properties, status: { const: status } },
  })
  const values: string[] = properties.status.enum
  schemas[name] = { oneOf: values.map(branch), discriminator: { propertyName: 'status' } }
  expect(summarize(compareDocuments(contract, document))).toEqual([])
  schemas[name].oneOf.shift()
  const found = compareDocuments(contract, document)
  expect(found.length).toBeGreaterThan(0)
  expect(found.every(one => one.driftId === 'DR28' && one.witness === values[0])).toBe(true)
})

test('compares the form of Retry-After', () => {
  const document = JSON.parse(JSON.stringify(copy()))
  const place = Object.values(document.paths as Record<string, Record<string, unknown>>)
    .flatMap(item => Object.values(item) as { responses?: Record<string, { headers?: unknown }> }[])
    .find(({ responses }) => responses?.['429']?.headers !== undefined)
  const headers = place?.responses?.['429']?.headers as Record<string, unknown>
  headers['Retry-After'] = { required: true, schema: { type: 'string', format: 'date-time' } }
  expect(summarize(compareDocuments(contract, document))).toEqual([
    expect.stringMatching(/^DR61 \w+ answer 429 header retry-after$/),
  ])
})

test('compares the media type of errors', () => {
  const document = JSON.parse(JSON.stringify(copy()))
  const { content } = document.paths['/auth/login'].post.responses[401]
  document.paths['/auth/login'].post.responses[401].content = {
    'application/problem+json': content['application/json'],
  }
  expect(summarize(compareDocuments(contract, document))).toEqual([
    'DR51 login answer 401 header content-type',
  ])
})

/** A blog as FastAPI describes it: it shares the login and the registration with the contract. */
function blogApi() {
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
  const operation = (
    body: string | undefined,
    response: object,
    status = 200,
    type = 'application/json',
  ) => ({
    ...(body !== undefined && {
      requestBody: { required: true, content: { [type]: { schema: ref(body) } } },
    }),
    responses: { [status]: { description: 'ok', content: { 'application/json': { schema: response } } } },
  })
  const names = ['Post', 'Comment', 'Tag', 'Media', 'User', 'Token']
  const resources = ['posts', 'comments', 'tags', 'media', 'users'].map((path, index) => {
    const name = names[index] ?? ''
    const list = { type: 'array', items: ref(name) }
    return [`/api/v1/${path}`, { get: operation(undefined, list), post: operation(name, ref(name), 201) }]
  })
  const properties = Object.fromEntries(
    ['id', 'title', 'slug', 'author'].map(name => [name, { type: 'string' }]),
  )
  return {
    openapi: '3.1.0',
    info: { title: 'Blog API', version: '2.4.0' },
    paths: {
      '/api/v1/auth/login': {
        post: operation('User', ref('Token'), 200, 'application/x-www-form-urlencoded'),
      },
      '/api/v1/auth/register': { post: operation('User', ref('User'), 201) },
      ...Object.fromEntries(resources),
    },
    components: {
      schemas: Object.fromEntries(
        names.map(name => [name, { type: 'object', properties, required: ['id', 'title'] }]),
      ),
    },
  }
}

test('an undeclared pattern may be checked all the same, and a missing annotation of a password is no drift', () => {
  const document: Document = copy()
  const login = document.paths['/auth/login'].post.requestBody.content['application/json'].schema
  delete login.properties.password.format
  delete document.components.schemas.NewUsername.pattern
  const advice = 'Declare the pattern; the server may already check it.'
  expect(compareDocuments(contract, document)).toMatchObject([
    { driftId: 'DR19', operationId: 'register', advice },
    { driftId: 'DR19', operationId: 'updateUsername', advice },
  ])
})

test('names each operation that the document of another product lacks', () => {
  const both = ['login', 'register']
  const found = compareDocuments(contract, blogApi())
  const missing = found.filter(one => one.driftId === 'DR01').map(({ operationId }) => operationId)
  const own = contract.operations.map(({ operationId }) => operationId)
  expect(missing.toSorted()).toEqual(own.filter(id => !both.includes(id)).toSorted())
  // The rest concerns the two operations that both products have, and the base path.
  const rest = found.filter(one => one.driftId !== 'DR01')
  const calls = new Set(rest.flatMap(({ operationId }) => operationId ?? []))
  expect([...calls].sort()).toEqual(both)
  expect(rest.length).toBeLessThan(20)
})

test('finds a renamed path when most operations are absent', () => {
  const { paths, ...document } = JSON.parse(
    JSON.stringify(fastApiDocument()).replaceAll('"/api/feedback"', '"/api/feedbacks"'),
  )
  const few = { '/api/feedbacks': paths['/api/feedbacks'], '/api/groups': paths['/api/groups'] }
  const found = compareDocuments(contract, { ...document, paths: few })
  expect(summarize(found.filter(({ driftId }) => driftId !== 'DR01'))).toEqual([
    'DR03 sendFeedback operation',
  ])
})

test('finds edits in the FastAPI document too', () => {
  const document = JSON.parse(
    JSON.stringify(fastApiDocument())
      .replaceAll('"access_token"', '"accessToken"')
      .replaceAll('"/api/feedback"', '"/api/feedbacks"'),
  )
  expect(new Set(summarize(compareDocuments(contract, document)))).toEqual(
    new Set([
      'DR03 sendFeedback operation',
      ...['login', 'completeLmsLogin', 'refreshSession'].map(id => `DR24 ${id} answer 200 /access_token`),
    ]),
  )
})

describe('survives any document', () => {
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

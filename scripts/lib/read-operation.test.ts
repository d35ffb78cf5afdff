import { expect, test } from 'vitest'
import { responseOf } from './operation'
import { loadTorture, operationIn } from './torture'

const contract = loadTorture()

test('sorts operations by specificity of their path', () => {
  expect(
    contract.operations.map(({ method, path, specificity }) => `${specificity} ${method} ${path}`),
  ).toEqual([
    'l get /notes',
    'l get /things',
    'l post /things',
    'll get /things/special',
    'lp delete /things/{thing_id}',
    'lp patch /things/{thing_id}',
    'lpl get /things/{thing_id}/file',
    'pl get /{group}/things',
  ])
})

test.each([
  ['listThings', 'read', 'none'],
  ['changeThing', 'write', 'bearer'],
  ['deleteThing', 'write', 'refreshCookie'],
])('%s has the effect %s and the security %s', (id, effect, security) => {
  expect(operationIn(contract, id)).toMatchObject({ effect, security })
})

test.each([
  ['listThings', 200, 'json', undefined],
  ['listThings', 422, 'json', ['too long', '<it\'s \\ "quoted">']],
  ['changeThing', 403, 'json', ['locked', 'not yours']],
  ['deleteThing', 204, 'empty', undefined],
  ['downloadThing', 200, 'binary', undefined],
  ['readNotes', 200, 'text', undefined],
])('%s answers %i with %s and the details %j', (id, status, kind, details) => {
  const response = responseOf(operationIn(contract, id), status)
  expect(response?.kind).toBe(kind)
  expect(response?.details).toEqual(details)
})

test('parameters of the path item are added, with their references resolved', () => {
  expect(operationIn(contract, 'changeThing').parameters).toEqual([
    {
      in: 'path',
      name: 'thing_id',
      required: true,
      schema: { type: 'integer', minimum: 1, maximum: 2147483647 },
    },
  ])
})

test('declared headers and cookies are kept under lower-case names', () => {
  expect(responseOf(operationIn(contract, 'deleteThing'), 204)?.headers).toEqual([
    {
      name: 'set-cookie',
      required: true,
      cookie: { name: 'refresh_token', httpOnly: true, path: '/api/auth' },
    },
  ])
  expect(responseOf(operationIn(contract, 'downloadThing'), 200)?.headers[0]?.name).toBe(
    'content-disposition',
  )
})

test('a body is required only if the contract requires it', () => {
  expect(operationIn(contract, 'changeThing').body?.required).toBe(false)
  expect(operationIn(contract, 'createThing').body).toMatchObject({
    required: true,
    contentType: 'multipart/form-data',
  })
})

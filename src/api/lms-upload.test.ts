import { describe, expect, test } from 'vitest'
import { createApi } from './api'
import { ApiError } from './errors'
import { uploadToLms } from './lms-upload'

const ask = (answer: () => Response | Promise<never>) => {
  const api = createApi({ fetch: async () => answer(), locks: () => null, openChannel: () => null })
  return uploadToLms(1, api).catch((error: unknown) => error)
}

const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

const html = (status: number) =>
  new Response('<h1>Not found</h1>', { status, headers: { 'content-type': 'text/html' } })

describe('N11 a 404 of an upload is a status only, not an error', () => {
  test.each([
    ['the one of the contract', { status: 'not_found' }],
    ['another word', { status: 'course_closed' }],
    ['with more beside it', { status: 'not_found', detail: 'Not Found' }],
  ])('%s', async (_, body) => expect(await ask(() => json(404, body))).toEqual(body))

  test('without a content type', async () => {
    expect(await ask(() => new Response('{"status":"not_found"}', { status: 404 }))).toEqual({
      status: 'not_found',
    })
  })

  test.each<[string, () => Response]>([
    ['an empty one', () => new Response(null, { status: 404 })],
    ['a word of the framework', () => json(404, { detail: 'Not Found' })],
    ['a number for a status', () => json(404, { status: 404 })],
    ['null', () => json(404, null)],
    ['a text', () => json(404, 'not_found')],
    ['a list', () => json(404, [{ status: 'not_found' }])],
  ])('%s says that there is no course', async (_, answer) => {
    expect(await ask(answer)).toEqual({ status: 'not_found' })
  })

  test.each<[string, () => Response]>([
    ["a proxy's page", () => html(404)],
    ['a page without a content type', () => new Response('<html><h1>404</h1>', { status: 404 })],
    ['a text that is no JSON', () => new Response('404 page not found', { status: 404 })],
  ])('%s is an error with its status', async (_, answer) => {
    const error = await ask(answer)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ kind: 'http', status: 404, operation: 'get /groups/{id}/upload_to_moodle' })
  })

  test.each([400, 403, 409, 410, 500])('a status in a %i stays an error', async status => {
    expect(await ask(() => json(status, { status: 'not_found' }))).toMatchObject({ kind: 'http', status })
  })
})

test('what was sent is said as it came, of the group that was asked about', async () => {
  const report = { status: 'success', errors: [] }
  const asked: string[] = []
  const api = createApi({
    fetch: async request => {
      asked.push(`${request.method} ${new URL(request.url).pathname}`)
      return json(200, report)
    },
    locks: () => null,
    openChannel: () => null,
  })
  expect(await uploadToLms(7, api)).toEqual(report)
  expect(asked).toEqual(['GET /api/groups/7/upload_to_moodle'])
})

test('N05 an empty success is null', async () => {
  expect(await ask(() => new Response(null, { status: 204 }))).toBeNull()
  expect(await ask(() => json(200, null))).toBeNull()
})

test('N01 a broken connection is an error without a status', async () => {
  const error = await ask(() => Promise.reject(new TypeError('Failed to fetch')))
  expect(error).toMatchObject({ kind: 'network', status: undefined })
})

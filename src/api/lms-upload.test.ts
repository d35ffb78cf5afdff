import { describe, expect, test } from 'vitest'
import { createApi } from './api'
import { ApiError } from './errors'
import { uploadToLms } from './lms-upload'

const request = (answer: () => Response | Promise<never>) => {
  const api = createApi({ fetch: async () => answer(), locks: () => null, openChannel: () => null })
  return uploadToLms(1, api).catch((error: unknown) => error)
}

const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

const html = (status: number) =>
  new Response('<h1>Not found</h1>', { status, headers: { 'content-type': 'text/html' } })

describe('N11 a 404 of an upload is a result, not an error', () => {
  test.each([
    ['the one of the contract', { status: 'not_found' }],
    ['an undocumented status', { status: 'course_closed' }],
    ['with more beside it', { status: 'not_found', detail: 'Not Found' }],
  ])('%s', async (_, body) => expect(await request(() => json(404, body))).toEqual(body))

  test('without a content type', async () => {
    expect(await request(() => new Response('{"status":"not_found"}', { status: 404 }))).toEqual({
      status: 'not_found',
    })
  })

  test.each<[string, () => Response]>([
    ['an empty one', () => new Response(null, { status: 404 })],
    ['a detail of the framework', () => json(404, { detail: 'Not Found' })],
    ['a number for a status', () => json(404, { status: 404 })],
    ['null', () => json(404, null)],
    ['a text', () => json(404, 'not_found')],
    ['a list', () => json(404, [{ status: 'not_found' }])],
  ])('treats %s as a missing course', async (_, answer) => {
    expect(await request(answer)).toEqual({ status: 'not_found' })
  })

  test.each<[string, () => Response]>([
    ["a proxy's page", () => html(404)],
    ['a page without a content type', () => new Response('<html><h1>404</h1>', { status: 404 })],
    ['a text that is no JSON', () => new Response('404 page not found', { status: 404 })],
  ])('rejects %s with its status', async (_, answer) => {
    const error = await request(answer)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ kind: 'http', status: 404, operation: 'uploadToLms' })
  })

  test.each([400, 403, 409, 410, 500])('rejects a response with a status field and HTTP %i', async status => {
    expect(await request(() => json(status, { status: 'not_found' }))).toMatchObject({ kind: 'http', status })
  })
})

test('uploads the given group and returns the response', async () => {
  const report = { status: 'success', errors: [] }
  const requests: string[] = []
  const api = createApi({
    fetch: async request => {
      requests.push(`${request.method} ${new URL(request.url).pathname}`)
      return json(200, report)
    },
    locks: () => null,
    openChannel: () => null,
  })
  expect(await uploadToLms(7, api)).toEqual(report)
  expect(requests).toEqual(['GET /api/groups/7/upload_to_moodle'])
})

test('N05 an empty success is null', async () => {
  expect(await request(() => new Response(null, { status: 204 }))).toBeNull()
  expect(await request(() => json(200, null))).toBeNull()
})

test('N01 a broken connection rejects without a status', async () => {
  const error = await request(() => Promise.reject(new TypeError('Failed to fetch')))
  expect(error).toMatchObject({ kind: 'network', status: undefined })
})

import type { LmsUpload, LmsUploadMissing } from '../../packages/contract/schema.gen'
import { isRecord } from '../lib/is-record'
import { api } from './api'
import { unwrap } from './unwrap'

/** Body of a 404; null for a proxy's page. A 404 of the application without a status means that there is no course. */
const parseMissing = (response: Response, body: unknown): LmsUploadMissing | null => {
  const isJson = /[/+]json\b/i.test(response.headers.get('content-type') ?? '')
  // openapi-fetch returns bodies that are not JSON as strings.
  if (typeof body === 'string' && body !== '' && !isJson) return null
  return isRecord(body) && typeof body.status === 'string'
    ? (body as LmsUploadMissing)
    : { status: 'not_found' }
}

/**
 * Uploads the solutions of a group to the LMS: a GET that writes, so call it on clicks only. A 404 of the application
 * resolves with its status; other failures reject with an `ApiError`. Null for an empty response.
 */
export const uploadToLms = (
  groupId: number,
  { client }: Pick<typeof api, 'client'> = api,
): Promise<LmsUpload | LmsUploadMissing | null> => {
  const sent = client.GET('/groups/{id}/upload_to_moodle', { params: { path: { id: groupId } } })
  const answer = sent.then(({ data, error, response }) => {
    const missing = response.status === 404 ? parseMissing(response, error) : null
    // `unwrap` decides by the response status, so pass a successful one.
    return missing
      ? { data: missing, response: new Response() }
      : { error, response, ...(data !== undefined && { data }) }
  })
  return unwrap<LmsUpload | LmsUploadMissing | null>(answer, 'uploadToLms')
}

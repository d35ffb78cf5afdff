import { api } from './api'
import { nameOf } from './operation-name'
import type { LmsUpload, LmsUploadMissing } from './schema.gen'
import { unwrap } from './unwrap'

const path = '/groups/{id}/upload_to_moodle'

/**
 * What a 404 says of how the LMS stands; null for a page of a proxy. The specification shows no body for it, and the
 * framework's own has no status, so whatever the application answers means that there is no course.
 */
const missingOf = (response: Response, body: unknown): LmsUploadMissing | null => {
  const isJson = /[/+]json\b/i.test(response.headers.get('content-type') ?? '')
  // What is no JSON has come as text.
  if (typeof body === 'string' && body !== '' && !isJson) return null
  const hasStatus = typeof body === 'object' && body !== null && 'status' in body
  return hasStatus && typeof body.status === 'string' ? (body as LmsUploadMissing) : { status: 'not_found' }
}

/**
 * Sends the solutions of a group to the LMS: a write though a GET, for clicks alone. A 404 of the
 * application is an answer that has a status only, and no error (specification §7); every other failure is an `ApiError`.
 * Null when the answer is empty.
 */
export const uploadToLms = (
  groupId: number,
  { client }: Pick<typeof api, 'client'> = api,
): Promise<LmsUpload | LmsUploadMissing | null> => {
  const sent = client.GET(path, { params: { path: { id: groupId } } })
  const answer = sent.then(({ data, error, response }) => {
    const missing = response.status === 404 ? missingOf(response, error) : null
    // Success is told by the answer's status, so this one stands in for it.
    return missing
      ? { data: missing, response: new Response() }
      : { error, response, ...(data !== undefined && { data }) }
  })
  return unwrap<LmsUpload | LmsUploadMissing | null>(answer, nameOf('get', path))
}

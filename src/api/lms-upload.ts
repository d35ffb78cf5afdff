import { api } from './api'
import { nameOf } from './operation-name'
import type { LmsUpload, LmsUploadMissing } from './schema.gen'
import { unwrap } from './unwrap'

const path = '/groups/{id}/upload_to_moodle'

/** A 404 of the application says how the LMS stands; one without a status is a proxy's, or that of a path that is not there. */
const isAnswer = (body: unknown): body is LmsUploadMissing =>
  typeof body === 'object' && body !== null && 'status' in body && typeof body.status === 'string'

/**
 * Sends the solutions of a group to the LMS: a write though a GET, for clicks alone. A 404 with a status is an answer that
 * has no more than that, and no error (specification §7); every other failure is an `ApiError`. Null when the answer is
 * empty.
 */
export const uploadToLms = (
  groupId: number,
  { client }: Pick<typeof api, 'client'> = api,
): Promise<LmsUpload | LmsUploadMissing | null> => {
  const sent = client.GET(path, { params: { path: { id: groupId } } })
  const answer = sent.then(({ data, error, response }) => {
    const isStatusOnly = response.status === 404 && isAnswer(error)
    // Success is told by the answer's status, so this one stands in for it.
    return isStatusOnly
      ? { data: error, response: new Response() }
      : { error, response, ...(data !== undefined && { data }) }
  })
  return unwrap<LmsUpload | LmsUploadMissing | null>(answer, nameOf('get', path))
}

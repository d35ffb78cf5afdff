import type { MockOperations } from '../handlers.gen'
import { ApiFault, tooManyAttempts } from '../platform/api-fault'
import { feedbackLimit, getRetryAfterSeconds, recordMiss } from '../platform/limits'
import type { ValidationIssue } from '../run/read-call'

const MAX_FILE_BYTES = 5 * 1024 * 1024
const acceptedNames = /\.(docx|txt|pdf)$/i

function fileIssue(msg: string): { status: 422; body: { detail: ValidationIssue[] } } {
  return { status: 422, body: { detail: [{ loc: ['body', 'files'], msg, type: 'value_error' }] } }
}

/** Accepts at most one file: .docx, .txt or .pdf, up to 5 MB. */
export const feedbackOperations = {
  sendFeedback: ({ db, user, form, now }) => {
    const limitKey = `feedback:${user.id}`
    const wait = getRetryAfterSeconds(db, limitKey, feedbackLimit)
    if (wait > 0) throw tooManyAttempts(wait)
    const [file, ...others] = form.getAll('files')
    if (others.length > 0) return fileIssue('Only one file can be sent')
    if (typeof file === 'string') return fileIssue('Expected a file')
    if (file && file.size > MAX_FILE_BYTES) throw new ApiFault(413, 'file is too large')
    if (file && !acceptedNames.test(file.name)) return fileIssue('Expected a .docx, .txt or .pdf file')
    const id = db.nextId('feedback')
    db.tables.feedback.put(id, {
      id,
      user_id: user.id,
      text: String(form.get('text')),
      ...(file && { file: { name: file.name, size: file.size } }),
      at: now,
    })
    recordMiss(db, limitKey, feedbackLimit)
    return { status: 200, body: { ticket: `FB-${1000 + id}` } }
  },
} satisfies Partial<MockOperations>

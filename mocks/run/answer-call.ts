import type { Operation } from '../../scripts/lib/operation'
import type { MockOperations } from '../handlers.gen'
import type { OperationId } from '../operations.gen'
import { ApiFault } from '../platform/api-fault'
import type { Db, UserRow } from '../platform/db'
import { openDueLinks } from '../platform/mail'
import { userOfAccessToken } from '../platform/sessions'
import type { PlainAnswer } from './check-answer'
import { refusalOf } from './issues'
import { playRecording } from './play-recording'
import { judgeCall, type ReadCall } from './read-call'
import { sampleAnswer } from './sample-answer'

/** Everything that the platform knows of one question. */
export interface Question {
  operation: Operation<OperationId>
  db: Db
  call: ReadCall
  headers: Headers
  cookies: Record<string, string>
  origin: string
}

/** Who asks; undefined for calls that need nobody. */
interface Admission {
  user?: UserRow
}

/** Security first, then validation. Throws a ApiFault 401, or answers 422; an admission otherwise. */
export function admit(question: Question): Admission | PlainAnswer {
  const { operation, db, call, headers, cookies } = question
  openDueLinks(db)
  const user = operation.security === 'bearer' ? userOf(db, headers) : undefined
  if (operation.security === 'refreshCookie' && !cookies.refresh_token) {
    throw new ApiFault(401, 'No token provided')
  }
  const issues = judgeCall(operation, call)
  if (issues.length > 0) return { status: 422, body: refusalOf(operation, issues) }
  return user ? { user } : {}
}

function userOf(db: Db, headers: Headers): UserRow {
  const [scheme, token] = (headers.get('authorization') ?? '').split(' ')
  if (scheme?.toLowerCase() !== 'bearer' || !token) throw new ApiFault(401, 'No token provided')
  const user = userOfAccessToken(db, token)
  if (!user) throw new ApiFault(401, 'Invalid token')
  return user
}

type Behaviour = (context: object) => PlainAnswer | Promise<PlainAnswer>

/** The recorded answer, else that of the platform's rules, or a sampled one where the operation says 'generated'. */
export async function answerCall(question: Question, operations: MockOperations): Promise<PlainAnswer> {
  return answerOrRefuse(async () => {
    const admission = admit(question)
    if ('status' in admission) return admission
    const { operation, db, call, headers, cookies, origin } = question
    const recorded = playRecording(db, operation.operationId, call)
    if (recorded) return recorded
    const behaviour = operations[operation.operationId] as Behaviour | 'generated'
    if (behaviour === 'generated') return sampleAnswer(question)
    const { params, query, body, form } = call
    const asked = { params, query, body, form, cookies, headers, origin }
    return behaviour({ db, ...admission, ...asked, now: db.now() })
  })
}

/** Turns a ApiFault into the answer that it stands for; other errors are faults of the mock and go on. */
export async function answerOrRefuse(work: () => Promise<PlainAnswer>): Promise<PlainAnswer> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ApiFault)) throw error
    return {
      status: error.status,
      body: { detail: error.detail, ...error.extra },
      headers: { ...error.headers },
    }
  }
}

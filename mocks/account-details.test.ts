import { describe, expect, it } from 'vitest'
import { type OperationId, operationTable } from './operations.gen'
import { feedbackLimit, loginLimit, recordMiss } from './platform/limits'
import { personaPassword, personas } from './platform/personas'
import { endAllSessions } from './platform/sessions'
import { type Call, createPlatform } from './test-platform'

/**
 * Raises every documented error detail of the account operations by a rule of the platform, so that each screen can
 * show it without an injected fault.
 */

type Platform = ReturnType<typeof createPlatform>
type Arrange = (platform: Platform) => Call | Promise<Call>

const accountCalls = [
  'login',
  'checkInvite',
  'register',
  'completeLmsLogin',
  'refreshSession',
  'logout',
  'requestPasswordReset',
  'setNewPassword',
  'requestEmailVerification',
  'getVpnConfig',
  'updateUsername',
  'updatePassword',
  'sendFeedback',
] as const satisfies OperationId[]

/** Stands for FastAPI's list of invalid fields, which has no single detail. */
const listOfFields = 'a list of fields'

const day = 86_400_000
const anna = { email: 'anna@mail.example', username: 'anna', password: 'gora-reka-41' }
const student = { username: 'student', password: personaPassword }
const unknownCode = 'NO-SUCH-CODE'
const nameWithSpace = { new_username: 'an na' }
const shortPassword = '1234567'
const email = personas.student.email

const breakMail = ({ db }: Platform) => db.tables.settings.patch('settings', { isMailWorking: false })

const formWith = (text: string, file?: File) => {
  const form = new FormData()
  form.set('text', text)
  if (file) form.set('files', file)
  return form
}

const resetToken = async ({ call, db }: Platform) => {
  await call('requestPasswordReset', { query: { email } })
  return db.tables.mailTokens.values()[0]?.token
}

/** Has a refresh cookie of an ended session. */
const withEndedSession: Arrange = async ({ call, db, jar }) => {
  await call('login', { body: student })
  endAllSessions(db, personas.student.id)
  expect(jar.read('/api/auth')).toHaveProperty('refresh_token')
  return {}
}

const noCredentials: Arrange = () => ({})
const invalidToken: Arrange = () => ({ token: 'fa_1_1_1_x' })

const requests: Record<string, Arrange> = {
  'login 401 Incorrect username or password': () => ({ body: { ...student, password: 'wrong' } }),
  'login 403 email is not verified, we sent you a link to email for verification': ({ db }) => {
    db.clock.advance(14 * day)
    return { body: { username: 'newcomer', password: personaPassword } }
  },
  'login 404 Group with this invite code not found': () => ({ body: { ...student, invite: unknownCode } }),
  'login 422 a list of fields': () => ({ body: { username: 'student' } }),
  'login 429 too many attempts': ({ db }) => {
    recordMiss(db, 'login:student', loginLimit, loginLimit.misses)
    return { body: student }
  },
  'checkInvite 404 Group with this invite code not found': () => ({ params: { code: unknownCode } }),
  'checkInvite 422 a list of fields': () => ({ params: { code: 'a.b' } }),
  'register 404 Group with this invite code not found': () => ({ body: { ...anna, invite: unknownCode } }),
  'register 409 Username already registered': () => ({ body: { ...anna, username: 'student' } }),
  'register 409 User already registered': () => ({ body: { ...anna, email } }),
  'register 422 Password must be at least 8 characters': () => ({
    body: { ...anna, password: shortPassword },
  }),
  'register 422 Username can contain letters, numbers, underscores and hyphens': () => ({
    body: { ...anna, username: 'an na' },
  }),
  'register 422 a list of fields': () => ({ body: { ...anna, email: 'anna' } }),
  'register 503 failed to send email': platform => {
    breakMail(platform)
    return { body: anna }
  },
  'completeLmsLogin 401 Invalid token': async ({ call }) => {
    await call('completeLmsLogin', { body: { code: 'lms-demo-code.1' } })
    return { body: { code: 'lms-demo-code.1' } }
  },
  'completeLmsLogin 422 a list of fields': () => ({ body: { code: '' } }),
  'refreshSession 401 No token provided': noCredentials,
  'refreshSession 401 Invalid refresh token': withEndedSession,
  'logout 401 No token provided': noCredentials,
  'logout 401 Invalid refresh token': withEndedSession,
  'requestPasswordReset 404 user not exists': () => ({ query: { email: anna.email } }),
  'requestPasswordReset 422 a list of fields': () => ({ query: { email: 'anna' } }),
  'requestPasswordReset 429 too many attempts': async ({ call }) => {
    await call('requestPasswordReset', { query: { email } })
    return { query: { email } }
  },
  'requestPasswordReset 503 failed to send email': platform => {
    breakMail(platform)
    return { query: { email } }
  },
  'setNewPassword 400 Invalid token': async platform => {
    const token = await resetToken(platform)
    platform.db.clock.advance(3_600_000)
    return { body: { token, password: anna.password } }
  },
  'setNewPassword 422 Password must be at least 8 characters': async platform => ({
    body: { token: await resetToken(platform), password: shortPassword },
  }),
  'setNewPassword 422 a list of fields': () => ({ body: { password: anna.password } }),
  'requestEmailVerification 401 No token provided': noCredentials,
  'requestEmailVerification 401 Invalid token': invalidToken,
  'requestEmailVerification 409 email already verified': () => ({ as: 'student' }),
  'requestEmailVerification 429 too many attempts': async ({ call }) => {
    await call('requestEmailVerification', { as: 'newcomer' })
    return { as: 'newcomer' }
  },
  'requestEmailVerification 503 failed to send email': platform => {
    breakMail(platform)
    return { as: 'newcomer' }
  },
  'getVpnConfig 401 No token provided': noCredentials,
  'getVpnConfig 401 Invalid token': invalidToken,
  'getVpnConfig 403 email not verified': () => ({ as: 'newcomer' }),
  'updateUsername 401 No token provided': noCredentials,
  'updateUsername 401 Invalid token': invalidToken,
  'updateUsername 403 email not verified': () => ({ as: 'newcomer', body: { new_username: 'anna' } }),
  'updateUsername 409 Username already registered': () => ({
    as: 'student',
    body: { new_username: 'admin' },
  }),
  'updateUsername 422 Username can contain letters, numbers, underscores and hyphens': () => ({
    as: 'student',
    body: nameWithSpace,
  }),
  'updateUsername 422 a list of fields': () => ({ as: 'student', body: {} }),
  'updatePassword 400 previous password is not valid': () => ({
    as: 'student',
    body: { old_password: 'wrong', new_password: anna.password },
  }),
  'updatePassword 401 No token provided': noCredentials,
  'updatePassword 401 Invalid token': invalidToken,
  'updatePassword 403 email not verified': () => ({
    as: 'newcomer',
    body: { old_password: personaPassword, new_password: anna.password },
  }),
  'updatePassword 422 Password must be at least 8 characters': () => ({
    as: 'student',
    body: { old_password: personaPassword, new_password: shortPassword },
  }),
  'updatePassword 422 a list of fields': () => ({ as: 'student', body: {} }),
  'sendFeedback 401 No token provided': noCredentials,
  'sendFeedback 401 Invalid token': invalidToken,
  'sendFeedback 413 file is too large': () => ({
    as: 'student',
    form: formWith('Файл', new File([new Uint8Array(5 * 1024 * 1024 + 1)], 'big.pdf')),
  }),
  'sendFeedback 422 a list of fields': () => ({
    as: 'student',
    form: formWith('Файл', new File(['MZ'], 'a.exe')),
  }),
  'sendFeedback 429 too many attempts': ({ db }) => {
    recordMiss(db, `feedback:${personas.student.id}`, feedbackLimit, feedbackLimit.misses)
    return { as: 'student', form: formWith('Спасибо!') }
  },
}

const noConfirmation = 'The call carries one password and no confirmation that could differ from it.'
const noFields =
  'The platform always lists the invalid fields; the contract also allows a server that does not.'

/** Documented details that only a fault can raise: a call that the rules accept, and the reason. */
const onlyByFault: Record<string, [call: Call, why: string]> = {
  'setNewPassword 422 Passwords do not match': [
    { body: { token: 'x', password: anna.password } },
    noConfirmation,
  ],
  'updatePassword 422 Passwords do not match': [{ body: { new_password: anna.password } }, noConfirmation],
  'login 422 common': [{ body: student }, noFields],
  'checkInvite 422 common': [{ params: { code: 'AUTUMN-2026' } }, noFields],
  'completeLmsLogin 422 common': [{ body: { code: 'lms-demo-code' } }, noFields],
  'requestPasswordReset 422 common': [{ query: { email } }, noFields],
  'sendFeedback 422 common': [{ form: formWith('Спасибо!') }, noFields],
}

const rows = accountCalls.flatMap(operationId => {
  const responses = operationTable.find(row => row.operationId === operationId)?.responses ?? []
  return responses
    .filter(({ status }) => status >= 400)
    .flatMap(({ status, details = [] }) => [
      ...details.map(detail => ({ operationId, status, detail })),
      ...(status === 422 ? [{ operationId, status, detail: listOfFields }] : []),
    ])
    .map(row => ({ ...row, key: `${operationId} ${row.status} ${row.detail}` }))
})

it('these tables cover exactly the documented errors', () => {
  const known = [...Object.keys(requests), ...Object.keys(onlyByFault)]
  expect(known.sort()).toEqual(rows.map(({ key }) => key).sort())
})

describe('a rule of the platform responds with', () => {
  it.each(rows.filter(({ key }) => !(key in onlyByFault)))('$key', async row => {
    const platform = createPlatform()
    const call = await requests[row.key]?.(platform)
    const response = await platform.call(row.operationId, call)
    expect(response.status).toBe(row.status)
    if (row.detail === listOfFields) expect(response.body.detail).toEqual([expect.any(Object)])
    else expect(response.body).toEqual({ detail: row.detail })
    expect(response.headers.has('retry-after')).toBe(row.status === 429)
    expect(platform.violations).toEqual([])
  })
})

describe('only a fault responds with', () => {
  it.each(rows.filter(({ key }) => key in onlyByFault))('$key', async row => {
    const { operationId, status, detail, key } = row
    const { call, db } = createPlatform()
    db.faults.add(operationId, { kind: 'status', status, detail })
    const response = await call(operationId, { ...onlyByFault[key]?.[0], as: 'student' })
    expect([response.status, response.body]).toEqual([status, { detail }])
  })
})

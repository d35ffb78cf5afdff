import { describe, expect, it } from 'vitest'
import { type OperationId, operationTable } from './operations.gen'
import { feedbackLimit, loginLimit, noteMiss } from './platform/limits'
import { personaPassword, personas } from './platform/personas'
import { endAllSessions } from './platform/sessions'
import { type Call, createPlatform } from './test-platform'

/**
 * Every error detail that the contract documents for the calls of accounts, raised by a rule of the platform: a screen
 * can be shown each of them without a fault being laid.
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

/** Stands for FastAPI's list of wrong fields, which has no detail of its own. */
const listOfFields = 'a list of fields'

const day = 86_400_000
const anna = { email: 'anna@mail.example', username: 'anna', password: 'gora-reka-41' }
const student = { username: 'student', password: personaPassword }
const lost = 'NO-SUCH-CODE'
const space = { new_username: 'an na' }
const short = '1234567'
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

/** A call with a refresh cookie of a session that is over. */
const withEndedSession: Arrange = async ({ call, db, jar }) => {
  await call('login', { body: student })
  endAllSessions(db, personas.student.id)
  expect(jar.read('/api/auth')).toHaveProperty('refresh_token')
  return {}
}

const nobody: Arrange = () => ({})
const liar: Arrange = () => ({ token: 'fa_1_1_1_x' })

const arranged: Record<string, Arrange> = {
  'login 401 Incorrect username or password': () => ({ body: { ...student, password: 'wrong' } }),
  'login 403 email is not verified, we sent you a link to email for verification': ({ db }) => {
    db.clock.advance(14 * day)
    return { body: { username: 'newcomer', password: personaPassword } }
  },
  'login 404 Group with this invite code not found': () => ({ body: { ...student, invite: lost } }),
  'login 422 a list of fields': () => ({ body: { username: 'student' } }),
  'login 429 too many attempts': ({ db }) => {
    noteMiss(db, 'login:student', loginLimit, loginLimit.misses)
    return { body: student }
  },
  'checkInvite 404 Group with this invite code not found': () => ({ params: { code: lost } }),
  'checkInvite 422 a list of fields': () => ({ params: { code: 'a.b' } }),
  'register 404 Group with this invite code not found': () => ({ body: { ...anna, invite: lost } }),
  'register 409 Username already registered': () => ({ body: { ...anna, username: 'student' } }),
  'register 409 User already registered': () => ({ body: { ...anna, email } }),
  'register 422 Password must be at least 8 characters': () => ({ body: { ...anna, password: short } }),
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
  'refreshSession 401 No token provided': nobody,
  'refreshSession 401 Invalid refresh token': withEndedSession,
  'logout 401 No token provided': nobody,
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
    body: { token: await resetToken(platform), password: short },
  }),
  'setNewPassword 422 a list of fields': () => ({ body: { password: anna.password } }),
  'requestEmailVerification 401 No token provided': nobody,
  'requestEmailVerification 401 Invalid token': liar,
  'requestEmailVerification 409 email already verified': () => ({ as: 'student' }),
  'requestEmailVerification 429 too many attempts': async ({ call }) => {
    await call('requestEmailVerification', { as: 'newcomer' })
    return { as: 'newcomer' }
  },
  'requestEmailVerification 503 failed to send email': platform => {
    breakMail(platform)
    return { as: 'newcomer' }
  },
  'getVpnConfig 401 No token provided': nobody,
  'getVpnConfig 401 Invalid token': liar,
  'getVpnConfig 403 email not verified': () => ({ as: 'newcomer' }),
  'updateUsername 401 No token provided': nobody,
  'updateUsername 401 Invalid token': liar,
  'updateUsername 403 email not verified': () => ({ as: 'newcomer', body: { new_username: 'anna' } }),
  'updateUsername 409 Username already registered': () => ({
    as: 'student',
    body: { new_username: 'admin' },
  }),
  'updateUsername 422 Username can contain letters, numbers, underscores and hyphens': () => ({
    as: 'student',
    body: space,
  }),
  'updateUsername 422 a list of fields': () => ({ as: 'student', body: {} }),
  'updatePassword 400 previous password is not valid': () => ({
    as: 'student',
    body: { old_password: 'wrong', new_password: anna.password },
  }),
  'updatePassword 401 No token provided': nobody,
  'updatePassword 401 Invalid token': liar,
  'updatePassword 403 email not verified': () => ({
    as: 'newcomer',
    body: { old_password: personaPassword, new_password: anna.password },
  }),
  'updatePassword 422 Password must be at least 8 characters': () => ({
    as: 'student',
    body: { old_password: personaPassword, new_password: short },
  }),
  'updatePassword 422 a list of fields': () => ({ as: 'student', body: {} }),
  'sendFeedback 401 No token provided': nobody,
  'sendFeedback 401 Invalid token': liar,
  'sendFeedback 413 file is too large': () => ({
    as: 'student',
    form: formWith('Файл', new File([new Uint8Array(5 * 1024 * 1024 + 1)], 'big.pdf')),
  }),
  'sendFeedback 422 a list of fields': () => ({
    as: 'student',
    form: formWith('Файл', new File(['MZ'], 'a.exe')),
  }),
  'sendFeedback 429 too many attempts': ({ db }) => {
    noteMiss(db, `feedback:${personas.student.id}`, feedbackLimit, feedbackLimit.misses)
    return { as: 'student', form: formWith('Спасибо!') }
  },
}

const noConfirmation = 'The call carries one password and no confirmation that could differ from it.'
const noFields =
  'The platform always names the wrong fields; a server that does not is foreseen all the same.'

/** Documented, and raised only by a fault: a call that the rules take, and the reason. */
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

it('the tables here are about exactly what the contract documents', () => {
  const known = [...Object.keys(arranged), ...Object.keys(onlyByFault)]
  expect(known.sort()).toEqual(rows.map(({ key }) => key).sort())
})

describe('a rule of the platform says', () => {
  it.each(rows.filter(({ key }) => !(key in onlyByFault)))('$key', async row => {
    const platform = createPlatform()
    const call = await arranged[row.key]?.(platform)
    const answer = await platform.call(row.operationId, call)
    expect(answer.status).toBe(row.status)
    if (row.detail === listOfFields) expect(answer.body.detail).toEqual([expect.any(Object)])
    else expect(answer.body).toEqual({ detail: row.detail })
    expect(answer.headers.has('retry-after')).toBe(row.status === 429)
    expect(platform.violations).toEqual([])
  })
})

describe('only a fault says', () => {
  it.each(rows.filter(({ key }) => key in onlyByFault))('$key', async row => {
    const { operationId, status, detail, key } = row
    const { call, db } = createPlatform()
    db.faults.add(operationId, { kind: 'status', status, detail })
    const answer = await call(operationId, { ...onlyByFault[key]?.[0], as: 'student' })
    expect([answer.status, answer.body]).toEqual([status, { detail }])
  })
})

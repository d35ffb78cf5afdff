import { describe, expect, it } from 'vitest'
import { type OperationId, operationTable } from '../operations.gen'
import { type Call, createPlatform } from '../test-platform'
import { nextLmsCode } from './accounts'
import { feedbackLimit, loginLimit, recordMiss } from './limits'
import { confirmEmail } from './mail'
import { personaPassword, personas } from './personas'
import { endAllSessions } from './sessions'

type Platform = ReturnType<typeof createPlatform>

const day = 86_400_000
const anna = { email: 'anna@mail.example', username: 'anna', password: 'gora-reka-41' }
const student = { username: 'student', password: personaPassword }
const email = personas.student.email

const formWith = (text: string, file?: File) => {
  const form = new FormData()
  form.set('text', text)
  if (file) form.set('files', file)
  return form
}

const resetToken = async ({ call, db }: Platform) => {
  await call('requestPasswordReset', { query: { email } })
  return db.tables.outbox.values()[0]?.link.split('token=')[1] ?? ''
}

describe('login', () => {
  it('trims the username and the password', async () => {
    const body = { username: '  student ', password: ` ${personaPassword} ` }
    const { user } = (await createPlatform().call('login', { body })).body
    expect(user).toMatchObject({ username: 'student', no_password: false, email_verified: true })
  })

  it.each([
    ['an unknown name', 'nobody'],
    ['a user without a password', 'lms'],
    ['other letter case', 'Student'],
  ])('rejects %s', async (_, username) => {
    const response = await createPlatform().call('login', { body: { ...student, username } })
    expect([response.status, response.body]).toEqual([401, { detail: 'Incorrect username or password' }])
  })

  it('is limited to twenty failures a minute per username', async () => {
    const { call, db } = createPlatform()
    const login = (username: string, password: string) => call('login', { body: { username, password } })
    for (let miss = 0; miss < 20; miss++) expect((await login('student', 'wrong')).status).toBe(401)
    const rejected = await login('student', personaPassword)
    expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([429, '60'])
    expect((await login('candidate', personaPassword)).status).toBe(200)
    db.clock.advance(60_000)
    expect((await login('student', personaPassword)).status).toBe(200)
  })

  it('with an invite joins the group; an unknown invite fails the sign-in', async () => {
    const { call } = createPlatform()
    const unknown = await call('login', { body: { ...student, invite: 'NO-SUCH-CODE' } })
    expect([unknown.status, unknown.cookies]).toEqual([404, []])
    const { body } = await call('login', { body: { ...student, invite: 'EXAM-PENTEST' } })
    const groups = await call('listGroups', { token: body.access_token })
    expect(groups.body.map(({ id }) => id)).toContain(5)
  })

  it('rejects an invite once the training has ended', async () => {
    const { call, db } = createPlatform()
    const body = { username: 'candidate', password: personaPassword, invite: 'FLAGSHIP-CUP' }
    const check = () => call('checkInvite', { params: { code: body.invite } })
    expect((await check()).status).toBe(200)
    db.clock.advance(8 * day)
    expect([(await check()).status, (await call('login', { body })).status]).toEqual([404, 404])
  })

  it('rejects an email that was unverified for two weeks, and sends a new link', async () => {
    const { call, db } = createPlatform()
    db.clock.advance(14 * day)
    await call('login', { body: { ...student, username: 'newcomer' } })
    expect(db.tables.outbox.values().map(({ to }) => to)).toEqual(['newcomer@mail.example'])
  })

  it('from the LMS accepts a code with a suffix once', async () => {
    const { call, db } = createPlatform()
    expect([nextLmsCode(db), nextLmsCode(db)]).toEqual(['lms-demo-code.1', 'lms-demo-code.1'])
    const first = await call('completeLmsLogin', { body: { code: nextLmsCode(db) } })
    expect(first.body.user).toMatchObject({ username: 'lms', no_password: true })
    expect(nextLmsCode(db)).toBe('lms-demo-code.2')
  })
})

describe('registration', () => {
  it('creates an unverified member of the invited group, whose link verifies the email once', async () => {
    const { call, db } = createPlatform()
    expect((await call('register', { body: { ...anna, invite: 'AUTUMN-2026' } })).status).toBe(204)
    const [mail] = db.tables.outbox.values()
    const { body } = await call('login', { body: { username: 'anna', password: anna.password } })
    expect(body.user.email_verified).toBe(false)
    expect(body.user).not.toHaveProperty('first_name')
    expect((await call('listGroups', { token: body.access_token })).body).toHaveLength(1)
    const token = mail?.link.split('token=')[1] ?? ''
    expect([confirmEmail(db, token), confirmEmail(db, token)]).toEqual([true, false])
    expect((await call('refreshSession')).body.user.email_verified).toBe(true)
  })

  it.each([
    ['a taken name', { username: 'student' }],
    ['a taken address, in capitals', { email: 'NEWCOMER@mail.example' }],
    ['a short password', { password: '1234567' }],
    ['an unknown invite', { invite: 'NO-SUCH-CODE' }],
  ])('rejected for %s creates no user', async (_, change) => {
    const { call, db } = createPlatform()
    expect((await call('register', { body: { ...anna, ...change } })).status).toBeGreaterThan(400)
    expect(db.version).toBe(0)
  })

  it('lists the fields when other rules are broken too', async () => {
    const body = { username: 'anna', email: 'anna', password: '1234567' }
    const response = await createPlatform().call('register', { body })
    expect(response.body.detail).toContainEqual(expect.objectContaining({ loc: ['body', 'email'] }))
  })
})

describe('passwords', () => {
  it('are reset once by the link in the email, which ends all sessions', async () => {
    const platform = createPlatform()
    const { call, getToken } = platform
    const token = getToken('student')
    const body = { token: await resetToken(platform), password: 'gora-reka-41' }
    expect((await call('setNewPassword', { body })).status).toBe(204)
    expect((await call('setNewPassword', { body })).body).toEqual({ detail: 'Invalid token' })
    expect((await call('listGroups', { token })).status).toBe(401)
    const login = await call('login', { body: { username: 'student', password: 'gora-reka-41' } })
    expect(login.status).toBe(200)
  })

  it('are changed with the old one, which ends all other sessions', async () => {
    const { call, getToken } = createPlatform()
    const [here, there] = [getToken('student'), getToken('student')]
    const body = { old_password: personaPassword, new_password: 'gora-reka-41' }
    expect((await call('updatePassword', { token: here, body })).status).toBe(204)
    expect((await call('listGroups', { token: here })).status).toBe(200)
    expect((await call('listGroups', { token: there })).status).toBe(401)
  })

  it('need no old one if the user has none', async () => {
    const { call, getToken } = createPlatform()
    const token = getToken('lms')
    expect((await call('updatePassword', { token, body: { new_password: 'gora-reka-41' } })).status).toBe(204)
    const login = await call('login', { body: { username: 'lms', password: 'gora-reka-41' } })
    expect(login.body.user.no_password).toBe(false)
  })
})

describe('emails', () => {
  it('of one purpose are limited to one a minute', async () => {
    const { call, db, getToken } = createPlatform()
    const token = getToken('newcomer')
    expect((await call('requestEmailVerification', { token })).status).toBe(204)
    db.clock.advance(20_000)
    const tooSoon = await call('requestEmailVerification', { token })
    expect([tooSoon.status, tooSoon.headers.get('retry-after')]).toEqual([429, '40'])
    db.clock.advance(40_000)
    expect((await call('requestEmailVerification', { token })).status).toBe(204)
  })

  it('are confirmed automatically if the settings say so', async () => {
    const { call, db, getToken } = createPlatform({ settings: { emailConfirmsAfterSeconds: 20 } })
    const token = getToken('newcomer')
    await call('requestEmailVerification', { token })
    db.clock.advance(19_000)
    expect((await call('getGroup', { token, params: { id: 1 } })).status).toBe(403)
    db.clock.advance(1_000)
    expect((await call('getGroup', { token, params: { id: 1 } })).status).toBe(200)
  })
})

it('a new username must be free; the user’s own is no conflict', async () => {
  const { call, getToken } = createPlatform()
  const token = getToken('student')
  const rename = (new_username: string) => call('updateUsername', { token, body: { new_username } })
  expect((await rename('student')).status).toBe(200)
  expect((await rename('саша-2')).body.username).toBe('саша-2')
})

/**
 * Raises every documented error detail of the account operations by a rule of the platform, so that each screen can
 * show it without an injected fault. That every operation needs its token is tested in `every-operation.test.ts`.
 */
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

/** A request, or a function that creates the necessary state first. */
type Arrange = Call | ((platform: Platform) => Call | Promise<Call>)

const withInvite = { body: { ...student, invite: 'NO-SUCH-CODE' } }
const badName = 'Username can contain letters, numbers, underscores and hyphens'
const shortPassword = 'Password must be at least 8 characters'

const whileMailIsDown =
  (call: Call): Arrange =>
  ({ db }) => {
    db.tables.settings.patch('settings', { isMailWorking: false })
    return call
  }

/** The second call within a minute is too early. */
const repeated =
  (operationId: OperationId, call: Call): Arrange =>
  async platform => {
    await platform.call(operationId, call)
    return call
  }

/** Has a refresh cookie of an ended session. */
const withEndedSession: Arrange = async ({ call, db, jar }) => {
  await call('login', { body: student })
  endAllSessions(db, personas.student.id)
  expect(jar.read('/api/auth')).toHaveProperty('refresh_token')
  return {}
}

const as = 'student' as const

const requests: Record<string, Arrange> = {
  'login 401 Incorrect username or password': { body: { ...student, password: 'wrong' } },
  'login 403 email is not verified, we sent you a link to email for verification': ({ db }) => {
    db.clock.advance(14 * day)
    return { body: { username: 'newcomer', password: personaPassword } }
  },
  'login 404 Group with this invite code not found': withInvite,
  'login 422 a list of fields': { body: { username: 'student' } },
  'login 429 too many attempts': ({ db }) => {
    recordMiss(db, 'login:student', loginLimit, loginLimit.misses)
    return { body: student }
  },
  'checkInvite 404 Group with this invite code not found': { params: { code: 'NO-SUCH-CODE' } },
  'checkInvite 422 a list of fields': { params: { code: 'a.b' } },
  'register 404 Group with this invite code not found': { body: { ...anna, invite: 'NO-SUCH-CODE' } },
  'register 409 Username already registered': { body: { ...anna, username: 'student' } },
  'register 409 User already registered': { body: { ...anna, email } },
  [`register 422 ${shortPassword}`]: { body: { ...anna, password: '1234567' } },
  [`register 422 ${badName}`]: { body: { ...anna, username: 'an na' } },
  'register 422 a list of fields': { body: { ...anna, email: 'anna' } },
  'register 503 failed to send email': whileMailIsDown({ body: anna }),
  'completeLmsLogin 401 Invalid token': repeated('completeLmsLogin', { body: { code: 'lms-demo-code.1' } }),
  'completeLmsLogin 422 a list of fields': { body: { code: '' } },
  'refreshSession 401 No token provided': {},
  'refreshSession 401 Invalid refresh token': withEndedSession,
  'logout 401 No token provided': {},
  'logout 401 Invalid refresh token': withEndedSession,
  'requestPasswordReset 404 user not exists': { query: { email: anna.email } },
  'requestPasswordReset 422 a list of fields': { query: { email: 'anna' } },
  'requestPasswordReset 429 too many attempts': repeated('requestPasswordReset', { query: { email } }),
  'requestPasswordReset 503 failed to send email': whileMailIsDown({ query: { email } }),
  'setNewPassword 400 Invalid token': async platform => {
    const token = await resetToken(platform)
    platform.db.clock.advance(3_600_000)
    return { body: { token, password: anna.password } }
  },
  [`setNewPassword 422 ${shortPassword}`]: async platform => ({
    body: { token: await resetToken(platform), password: '1234567' },
  }),
  'setNewPassword 422 a list of fields': { body: { password: anna.password } },
  'requestEmailVerification 409 email already verified': { as },
  'requestEmailVerification 429 too many attempts': repeated('requestEmailVerification', { as: 'newcomer' }),
  'requestEmailVerification 503 failed to send email': whileMailIsDown({ as: 'newcomer' }),
  'getVpnConfig 403 email not verified': { as: 'newcomer' },
  'updateUsername 403 email not verified': { as: 'newcomer', body: { new_username: 'anna' } },
  'updateUsername 409 Username already registered': { as, body: { new_username: 'admin' } },
  [`updateUsername 422 ${badName}`]: { as, body: { new_username: 'an na' } },
  'updateUsername 422 a list of fields': { as, body: {} },
  'updatePassword 400 previous password is not valid': {
    as,
    body: { old_password: 'wrong', new_password: anna.password },
  },
  'updatePassword 403 email not verified': {
    as: 'newcomer',
    body: { old_password: personaPassword, new_password: anna.password },
  },
  [`updatePassword 422 ${shortPassword}`]: {
    as,
    body: { old_password: personaPassword, new_password: '1234567' },
  },
  'updatePassword 422 a list of fields': { as, body: {} },
  'sendFeedback 413 file is too large': {
    as,
    form: formWith('Файл', new File([new Uint8Array(5 * 1024 * 1024 + 1)], 'big.pdf')),
  },
  'sendFeedback 422 a list of fields': { as, form: formWith('Файл', new File(['MZ'], 'a.exe')) },
  'sendFeedback 429 too many attempts': ({ db }) => {
    recordMiss(db, `feedback:${personas.student.id}`, feedbackLimit, feedbackLimit.misses)
    return { as, form: formWith('Спасибо!') }
  },
}

/** Documented details that only a fault can raise: the calls carry one password, and the platform lists invalid fields. */
const onlyByFault: Record<string, Call> = {
  'setNewPassword 422 Passwords do not match': { body: { token: 'x', password: anna.password } },
  'updatePassword 422 Passwords do not match': { as, body: { new_password: anna.password } },
  'login 422 common': { body: student },
  'checkInvite 422 common': { params: { code: 'AUTUMN-2026' } },
  'completeLmsLogin 422 common': { body: { code: 'lms-demo-code' } },
  'requestPasswordReset 422 common': { query: { email } },
  'sendFeedback 422 common': { as, form: formWith('Спасибо!') },
}

const rows = operationTable
  .filter(({ operationId }) => (accountCalls as readonly string[]).includes(operationId))
  .flatMap(({ operationId, security, responses }) =>
    responses
      .filter(({ status }) => status >= 400 && (status !== 401 || security !== 'bearer'))
      .flatMap(({ status, details = [] }) =>
        [...details, ...(status === 422 ? [listOfFields] : [])].map(detail => ({
          operationId,
          status,
          detail,
          key: `${operationId} ${status} ${detail}`,
        })),
      ),
  )

it('these tables cover exactly the documented errors', () => {
  const known = [...Object.keys(requests), ...Object.keys(onlyByFault)]
  expect(known.sort()).toEqual(rows.map(({ key }) => key).sort())
})

it.each(rows)('$key', async ({ operationId, status, detail, key }) => {
  const platform = createPlatform()
  if (key in onlyByFault) platform.db.faults.add(operationId, { kind: 'status', status, detail })
  const arrange = requests[key] ?? onlyByFault[key]
  const call = typeof arrange === 'function' ? await arrange(platform) : arrange
  const response = await platform.call(operationId, call)
  expect(response.status).toBe(status)
  if (detail === listOfFields) expect(response.body.detail).toEqual([expect.any(Object)])
  else expect(response.body).toEqual({ detail })
  expect(response.headers.has('retry-after')).toBe(status === 429)
  expect(platform.violations).toEqual([])
})

import { describe, expect, it } from 'vitest'
import { createPlatform } from '../test-platform'
import { nextLmsCode, UNVERIFIED_GRACE_DAYS } from './accounts'
import { emailLimit, loginLimit } from './limits'
import { confirmEmail } from './mail'
import { personaPassword, personas } from './personas'

type Platform = ReturnType<typeof createPlatform>

const day = 86_400_000
const anna = { email: 'anna@mail.example', username: 'anna', password: 'gora-reka-41' }
const student = { username: 'student', password: personaPassword }
const email = personas.student.email

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

  it('is limited per username: so many failures in a window of time', async () => {
    const { call, db } = createPlatform()
    const login = (username: string, password: string) => call('login', { body: { username, password } })
    for (let miss = 0; miss < loginLimit.misses; miss++)
      expect((await login('student', 'wrong')).status).toBe(401)
    const rejected = await login('student', personaPassword)
    expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([
      429,
      String(loginLimit.windowSeconds),
    ])
    expect((await login('candidate', personaPassword)).status).toBe(200)
    db.clock.advance(loginLimit.windowSeconds * 1000)
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

  it('rejects an email that stayed unverified for too long, and sends a new link', async () => {
    const { call, db } = createPlatform()
    db.clock.advance(UNVERIFIED_GRACE_DAYS * day)
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
  it('of one purpose are limited to one in a window of time', async () => {
    const { call, db, getToken } = createPlatform()
    const token = getToken('newcomer')
    expect((await call('requestEmailVerification', { token })).status).toBe(204)
    db.clock.advance((emailLimit.windowSeconds - 40) * 1000)
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

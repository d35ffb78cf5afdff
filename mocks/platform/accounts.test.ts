import { describe, expect, it } from 'vitest'
import { createPlatform } from '../test-platform'
import { nextLmsCode } from './accounts'
import { confirmEmail } from './mail'
import { personaPassword } from './personas'

const anna = { email: 'anna@mail.example', username: 'anna', password: 'gora-reka-41' }

describe('login', () => {
  it('trims the username and the password', async () => {
    const { call } = createPlatform()
    const response = await call('login', {
      body: { username: '  student ', password: ` ${personaPassword} ` },
    })
    expect(response.body.user).toMatchObject({
      username: 'student',
      no_password: false,
      email_verified: true,
    })
  })

  it.each([
    ['a wrong password', 'student', 'wrong-password'],
    ['an unknown name', 'nobody', personaPassword],
    ['a user without a password', 'lms', personaPassword],
    ['other letter case', 'Student', personaPassword],
  ])('rejects %s', async (_, username, password) => {
    const { call } = createPlatform()
    const response = await call('login', { body: { username, password } })
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
    const student = { username: 'student', password: personaPassword }
    const unknown = await call('login', { body: { ...student, invite: 'NO-SUCH-CODE' } })
    expect([unknown.status, unknown.body]).toEqual([404, { detail: 'Group with this invite code not found' }])
    expect(unknown.cookies).toEqual([])
    const { body } = await call('login', { body: { ...student, invite: 'EXAM-PENTEST' } })
    const groups = await call('listGroups', { token: body.access_token })
    expect(groups.body.map((group: { id: number }) => group.id)).toContain(5)
  })

  it('rejects an invite once the training has ended', async () => {
    const { call, db } = createPlatform()
    const body = { username: 'candidate', password: personaPassword, invite: 'FLAGSHIP-CUP' }
    expect((await call('checkInvite', { params: { code: body.invite } })).status).toBe(200)
    db.clock.advance(8 * 86_400_000)
    for (const response of [
      await call('checkInvite', { params: { code: body.invite } }),
      await call('login', { body }),
    ]) {
      expect([response.status, response.body]).toEqual([
        404,
        { detail: 'Group with this invite code not found' },
      ])
    }
  })

  it('rejects an email that was unverified for two weeks, and sends a new link', async () => {
    const { call, db } = createPlatform()
    db.clock.advance(14 * 86_400_000)
    const response = await call('login', { body: { username: 'newcomer', password: personaPassword } })
    const detail = 'email is not verified, we sent you a link to email for verification'
    expect([response.status, response.body]).toEqual([403, { detail }])
    expect(db.tables.outbox.values().map(mail => mail.to)).toEqual(['newcomer@mail.example'])
  })

  it('from the LMS accepts a code with a suffix once', async () => {
    const { call, db } = createPlatform()
    expect([nextLmsCode(db), nextLmsCode(db)]).toEqual(['lms-demo-code.1', 'lms-demo-code.1'])
    await call('completeLmsLogin', { body: { code: nextLmsCode(db) } })
    expect(nextLmsCode(db)).toBe('lms-demo-code.2')
    const first = await call('completeLmsLogin', { body: { code: 'lms-demo-code.7' } })
    expect(first.body.user).toMatchObject({ username: 'lms', no_password: true })
    const again = await call('completeLmsLogin', { body: { code: 'lms-demo-code.7' } })
    expect([again.status, again.body]).toEqual([401, { detail: 'Invalid token' }])
  })
})

describe('registration', () => {
  it('creates an unverified member of the invited group, whose link verifies the email once', async () => {
    const { call, db } = createPlatform()
    expect((await call('register', { body: { ...anna, invite: 'AUTUMN-2026' } })).status).toBe(204)
    const [mail] = db.tables.outbox.values()
    const login = await call('login', { body: { username: 'anna', password: anna.password } })
    expect(login.body.user.email_verified).toBe(false)
    expect(login.body.user).not.toHaveProperty('first_name')
    expect((await call('listGroups', { token: login.body.access_token })).body).toHaveLength(1)
    const token = mail?.link.split('token=')[1] ?? ''
    expect([confirmEmail(db, token), confirmEmail(db, token)]).toEqual([true, false])
    expect((await call('refreshSession')).body.user.email_verified).toBe(true)
  })

  it.each([
    ['a taken name', { username: 'student' }, 409, 'Username already registered'],
    ['a taken address, in capitals', { email: 'NEWCOMER@mail.example' }, 409, 'User already registered'],
    ['a short password', { password: '1234567' }, 422, 'Password must be at least 8 characters'],
    [
      'a name with a space',
      { username: 'an na' },
      422,
      'Username can contain letters, numbers, underscores and hyphens',
    ],
    ['an unknown invite', { invite: 'NO-SUCH-CODE' }, 404, 'Group with this invite code not found'],
  ])('rejects %s and creates no user', async (_, change, status, detail) => {
    const { call, db } = createPlatform()
    const before = db.version
    const response = await call('register', { body: { ...anna, ...change } })
    expect([response.status, response.body]).toEqual([status, { detail }])
    expect(db.version).toBe(before)
  })

  it('lists the fields when other rules are broken too', async () => {
    const { call } = createPlatform()
    const response = await call('register', {
      body: { username: 'anna', email: 'anna', password: '1234567' },
    })
    expect(response.status).toBe(422)
    expect(response.body.detail).toContainEqual(expect.objectContaining({ loc: ['body', 'email'] }))
  })

  it('fails when the email cannot be sent', async () => {
    const { call } = createPlatform({ scenario: 'mailBroken' })
    const response = await call('register', { body: anna })
    expect([response.status, response.body]).toEqual([503, { detail: 'failed to send email' }])
  })
})

describe('passwords', () => {
  it('are reset once by the link in the email, which ends all sessions', async () => {
    const { call, db, tokenOf } = createPlatform()
    const token = tokenOf('student')
    await call('requestPasswordReset', { query: { email: 'alexandra.vorobyova@student.example' } })
    const body = { token: db.tables.outbox.values()[0]?.link.split('token=')[1], password: 'gora-reka-41' }
    expect((await call('setNewPassword', { body })).status).toBe(204)
    expect((await call('setNewPassword', { body })).body).toEqual({ detail: 'Invalid token' })
    expect((await call('listGroups', { token })).status).toBe(401)
    const login = await call('login', { body: { username: 'student', password: 'gora-reka-41' } })
    expect(login.status).toBe(200)
  })

  it('cannot be reset by a link older than an hour', async () => {
    const { call, db } = createPlatform()
    await call('requestPasswordReset', { query: { email: 'candidate@mail.example' } })
    db.clock.advance(3_600_000)
    const token = db.tables.outbox.values()[0]?.link.split('token=')[1]
    expect((await call('setNewPassword', { body: { token, password: 'gora-reka-41' } })).status).toBe(400)
  })

  it('are changed with the old one, which ends all other sessions', async () => {
    const { call, tokenOf } = createPlatform()
    const [here, there] = [tokenOf('student'), tokenOf('student')]
    const change = (old_password: string) =>
      call('updatePassword', { token: here, body: { old_password, new_password: 'gora-reka-41' } })
    const wrong = await change('not-the-old-one')
    expect([wrong.status, wrong.body]).toEqual([400, { detail: 'previous password is not valid' }])
    expect((await change(personaPassword)).status).toBe(204)
    expect((await call('listGroups', { token: here })).status).toBe(200)
    expect((await call('listGroups', { token: there })).status).toBe(401)
  })

  it('need no old one if the user has none', async () => {
    const { call, tokenOf } = createPlatform()
    const token = tokenOf('lms')
    expect((await call('updatePassword', { token, body: { new_password: 'gora-reka-41' } })).status).toBe(204)
    const login = await call('login', { body: { username: 'lms', password: 'gora-reka-41' } })
    expect(login.body.user.no_password).toBe(false)
  })
})

describe('emails', () => {
  it('of one purpose are limited to one a minute', async () => {
    const { call, db, tokenOf } = createPlatform()
    const token = tokenOf('newcomer')
    expect((await call('requestEmailVerification', { token })).status).toBe(204)
    db.clock.advance(20_000)
    const tooSoon = await call('requestEmailVerification', { token })
    expect([tooSoon.status, tooSoon.headers.get('retry-after')]).toEqual([429, '40'])
    db.clock.advance(40_000)
    expect((await call('requestEmailVerification', { token })).status).toBe(204)
  })

  it('are not sent to verified or unknown addresses', async () => {
    const { call } = createPlatform()
    const verified = await call('requestEmailVerification', { as: 'student' })
    expect([verified.status, verified.body]).toEqual([409, { detail: 'email already verified' }])
    const unknown = await call('requestPasswordReset', { query: { email: 'nobody@mail.example' } })
    expect([unknown.status, unknown.body]).toEqual([404, { detail: 'user not exists' }])
  })

  it('are confirmed automatically if the settings say so', async () => {
    const { call, db, tokenOf } = createPlatform({ settings: { emailConfirmsAfterSeconds: 20 } })
    const token = tokenOf('newcomer')
    await call('requestEmailVerification', { token })
    db.clock.advance(19_000)
    expect((await call('getGroup', { token, params: { id: 1 } })).status).toBe(403)
    db.clock.advance(1_000)
    expect((await call('getGroup', { token, params: { id: 1 } })).status).toBe(200)
  })
})

it('a new username must be free; the user’s own is no conflict', async () => {
  const { call, tokenOf } = createPlatform()
  const token = tokenOf('student')
  const rename = (new_username: string) => call('updateUsername', { token, body: { new_username } })
  expect((await rename('admin')).body).toEqual({ detail: 'Username already registered' })
  expect((await rename('student')).status).toBe(200)
  expect((await rename('саша-2')).body.username).toBe('саша-2')
})

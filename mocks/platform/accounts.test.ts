import { describe, expect, it } from 'vitest'
import { createPlatform } from '../test-platform'
import { nextLmsCode } from './accounts'
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
})

describe('emails', () => {
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

import { describe, expect, it } from 'vitest'
import { createPlatform, createStillDb } from '../test-platform'
import { endSession, rotateSession, startSession, userOfAccessToken } from './sessions'

const student = 1

describe('access tokens', () => {
  it('live as long as the settings say, to the millisecond', () => {
    const db = createStillDb({ settings: { accessLifetimeSeconds: 60 } })
    const { access_token } = startSession(db, student)
    db.clock.advance(59_999)
    expect(userOfAccessToken(db, access_token)?.username).toBe('student')
    db.clock.advance(1)
    expect(userOfAccessToken(db, access_token)).toBeUndefined()
  })

  it.each(['', 'x', 'fa_1001_1', 'fa_1001_1_99999999999999_0', 'fa___', 'fa_1001_1_1_2_3'])(
    'refuses %j',
    token => {
      const db = createStillDb()
      startSession(db, student)
      expect(userOfAccessToken(db, token)).toBeUndefined()
    },
  )

  it('cannot be lengthened by changing the time inside', () => {
    const db = createStillDb()
    const { access_token } = startSession(db, student)
    const [kind, id, rotation, expires, sign] = access_token.split('_')
    const longer = [kind, id, rotation, Number(expires) + 1000, sign].join('_')
    expect(userOfAccessToken(db, longer)).toBeUndefined()
  })
})

describe('refresh tokens', () => {
  it('rotate: each is good once', () => {
    const db = createStillDb()
    const first = startSession(db, student)
    const second = rotateSession(db, first.refresh_token).tokens
    expect(second.refresh_token).not.toBe(first.refresh_token)
    expect(rotateSession(db, second.refresh_token).user.id).toBe(student)
  })

  it('stay good for a grace period after the next one, and bring that one again', () => {
    const db = createStillDb({ settings: { refreshGraceSeconds: 15 } })
    const first = startSession(db, student)
    const second = rotateSession(db, first.refresh_token).tokens
    db.clock.advance(14_999)
    const again = rotateSession(db, first.refresh_token).tokens
    expect(again.refresh_token).toBe(second.refresh_token)
    expect(userOfAccessToken(db, again.access_token)?.username).toBe('student')
    expect(rotateSession(db, second.refresh_token).user.id).toBe(student)
    expect(() => rotateSession(db, first.refresh_token)).toThrow('401 Invalid refresh token')
  })

  it('revoke the whole family when an old one is used after that', () => {
    const db = createStillDb({ settings: { refreshGraceSeconds: 15 } })
    const first = startSession(db, student)
    const second = rotateSession(db, first.refresh_token).tokens
    db.clock.advance(15_000)
    expect(() => rotateSession(db, first.refresh_token)).toThrow('401 Invalid refresh token')
    expect(() => rotateSession(db, second.refresh_token)).toThrow('401 Invalid refresh token')
    expect(userOfAccessToken(db, second.access_token)).toBeUndefined()
  })

  it('leave the other devices of the person alone', () => {
    const db = createStillDb()
    const phone = startSession(db, student)
    const laptop = startSession(db, student)
    rotateSession(db, phone.refresh_token)
    db.clock.advance(60_000)
    expect(() => rotateSession(db, phone.refresh_token)).toThrow()
    expect(rotateSession(db, laptop.refresh_token).user.id).toBe(student)
  })

  it('expire', () => {
    const db = createStillDb({ settings: { refreshLifetimeSeconds: 10 } })
    const { refresh_token } = startSession(db, student)
    db.clock.advance(10_000)
    expect(() => rotateSession(db, refresh_token)).toThrow('401 Invalid refresh token')
  })

  it('end with a logout, once', () => {
    const db = createStillDb()
    const { refresh_token, access_token } = startSession(db, student)
    endSession(db, refresh_token)
    expect(userOfAccessToken(db, access_token)).toBeUndefined()
    expect(() => rotateSession(db, refresh_token)).toThrow('401')
    expect(() => endSession(db, refresh_token)).toThrow('401')
  })
})

describe('the refresh cookie', () => {
  it('is set by login, LMS login and refresh, and cleared by logout', async () => {
    const { call, jar } = createPlatform()
    const shape =
      /^refresh_token=fr_\w+; Max-Age=2592000; Path=\/api\/auth; HttpOnly; Secure; SameSite=Strict$/
    const login = await call('login', { body: { username: 'student', password: 'flagship-demo' } })
    expect(login.cookies).toEqual([expect.stringMatching(shape)])
    const lms = await call('completeLmsLogin', { body: { code: 'lms-demo-code' } })
    expect(lms.cookies).toEqual([expect.stringMatching(shape)])
    const refresh = await call('refreshSession')
    expect(refresh.cookies).toEqual([expect.stringMatching(shape)])
    expect(refresh.body.user.username).toBe('lms')
    const logout = await call('logout')
    expect(logout.cookies).toEqual([
      'refresh_token=; Max-Age=0; Path=/api/auth; HttpOnly; Secure; SameSite=Strict',
    ])
    expect(jar.read('/api/auth/refresh')).toEqual({})
  })
})

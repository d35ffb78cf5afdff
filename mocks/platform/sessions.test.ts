import { describe, expect, it } from 'vitest'
import { createPausedDb, createPlatform } from '../test-platform'
import { endSession, findUserByAccessToken, rotateSession, startSession } from './sessions'

const student = 1

describe('access tokens', () => {
  it('expire after the time in the settings, to the millisecond', () => {
    const db = createPausedDb({ settings: { accessLifetimeSeconds: 60 } })
    const { access_token } = startSession(db, student)
    db.clock.advance(59_999)
    expect(findUserByAccessToken(db, access_token)?.username).toBe('student')
    db.clock.advance(1)
    expect(findUserByAccessToken(db, access_token)).toBeUndefined()
  })

  it.each(['', 'x', 'fa_1001_1', 'fa_1001_1_99999999999999_0', 'fa___', 'fa_1001_1_1_2_3'])(
    'rejects %j',
    token => {
      const db = createPausedDb()
      startSession(db, student)
      expect(findUserByAccessToken(db, token)).toBeUndefined()
    },
  )

  it('cannot be extended by changing the time inside', () => {
    const db = createPausedDb()
    const { access_token } = startSession(db, student)
    const [kind, id, rotation, expires, sign] = access_token.split('_')
    const longer = [kind, id, rotation, Number(expires) + 1000, sign].join('_')
    expect(findUserByAccessToken(db, longer)).toBeUndefined()
  })
})

describe('refresh tokens', () => {
  it('rotate: each works once', () => {
    const db = createPausedDb()
    const first = startSession(db, student)
    const second = rotateSession(db, first.refresh_token).tokens
    expect(second.refresh_token).not.toBe(first.refresh_token)
    expect(rotateSession(db, second.refresh_token).user.id).toBe(student)
  })

  it('work for a grace period after rotation and return the current one', () => {
    const db = createPausedDb({ settings: { refreshGraceSeconds: 15 } })
    const first = startSession(db, student)
    const second = rotateSession(db, first.refresh_token).tokens
    db.clock.advance(14_999)
    const again = rotateSession(db, first.refresh_token).tokens
    expect(again.refresh_token).toBe(second.refresh_token)
    expect(findUserByAccessToken(db, again.access_token)?.username).toBe('student')
    expect(rotateSession(db, second.refresh_token).user.id).toBe(student)
    expect(() => rotateSession(db, first.refresh_token)).toThrow('401 Invalid refresh token')
  })

  it('revoke the whole family when an old one is used later', () => {
    const db = createPausedDb({ settings: { refreshGraceSeconds: 15 } })
    const first = startSession(db, student)
    const second = rotateSession(db, first.refresh_token).tokens
    db.clock.advance(15_000)
    expect(() => rotateSession(db, first.refresh_token)).toThrow('401 Invalid refresh token')
    expect(() => rotateSession(db, second.refresh_token)).toThrow('401 Invalid refresh token')
    expect(findUserByAccessToken(db, second.access_token)).toBeUndefined()
  })

  it('do not affect other devices of the user', () => {
    const db = createPausedDb({ settings: { refreshGraceSeconds: 15 } })
    const phone = startSession(db, student)
    const laptop = startSession(db, student)
    rotateSession(db, phone.refresh_token)
    db.clock.advance(15_000)
    expect(() => rotateSession(db, phone.refresh_token)).toThrow()
    expect(rotateSession(db, laptop.refresh_token).user.id).toBe(student)
  })

  it('expire', () => {
    const db = createPausedDb({ settings: { refreshLifetimeSeconds: 10 } })
    const { refresh_token } = startSession(db, student)
    db.clock.advance(10_000)
    expect(() => rotateSession(db, refresh_token)).toThrow('401 Invalid refresh token')
  })

  it('end with a logout, once', () => {
    const db = createPausedDb()
    const { refresh_token, access_token } = startSession(db, student)
    endSession(db, refresh_token)
    expect(findUserByAccessToken(db, access_token)).toBeUndefined()
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

import { describe, expect, it } from 'vitest'
import { createPlatform, createStillWorld } from '../test-platform'
import { endSession, rotateSession, startSession, userOfAccessToken } from './sessions'

const student = 1

describe('access tokens', () => {
  it('live as long as the settings say, to the millisecond', () => {
    const world = createStillWorld({ settings: { accessLifetimeSeconds: 60 } })
    const { access_token } = startSession(world, student)
    world.clock.advance(59_999)
    expect(userOfAccessToken(world, access_token)?.username).toBe('student')
    world.clock.advance(1)
    expect(userOfAccessToken(world, access_token)).toBeUndefined()
  })

  it.each(['', 'x', 'fa_1001_1', 'fa_1001_1_99999999999999_0', 'fa___', 'fa_1001_1_1_2_3'])(
    'refuses %j',
    token => {
      const world = createStillWorld()
      startSession(world, student)
      expect(userOfAccessToken(world, token)).toBeUndefined()
    },
  )

  it('cannot be lengthened by changing the time inside', () => {
    const world = createStillWorld()
    const { access_token } = startSession(world, student)
    const [kind, id, rotation, expires, sign] = access_token.split('_')
    const longer = [kind, id, rotation, Number(expires) + 1000, sign].join('_')
    expect(userOfAccessToken(world, longer)).toBeUndefined()
  })
})

describe('refresh tokens', () => {
  it('rotate: each is good once', () => {
    const world = createStillWorld()
    const first = startSession(world, student)
    const second = rotateSession(world, first.refresh_token).tokens
    expect(second.refresh_token).not.toBe(first.refresh_token)
    expect(rotateSession(world, second.refresh_token).user.id).toBe(student)
  })

  it('stay good for a grace period after the next one, and bring that one again', () => {
    const world = createStillWorld({ settings: { refreshGraceSeconds: 15 } })
    const first = startSession(world, student)
    const second = rotateSession(world, first.refresh_token).tokens
    world.clock.advance(14_999)
    const again = rotateSession(world, first.refresh_token).tokens
    expect(again.refresh_token).toBe(second.refresh_token)
    expect(userOfAccessToken(world, again.access_token)?.username).toBe('student')
    expect(rotateSession(world, second.refresh_token).user.id).toBe(student)
    expect(() => rotateSession(world, first.refresh_token)).toThrow('401 Invalid refresh token')
  })

  it('revoke the whole family when an old one is used after that', () => {
    const world = createStillWorld({ settings: { refreshGraceSeconds: 15 } })
    const first = startSession(world, student)
    const second = rotateSession(world, first.refresh_token).tokens
    world.clock.advance(15_000)
    expect(() => rotateSession(world, first.refresh_token)).toThrow('401 Invalid refresh token')
    expect(() => rotateSession(world, second.refresh_token)).toThrow('401 Invalid refresh token')
    expect(userOfAccessToken(world, second.access_token)).toBeUndefined()
  })

  it('leave the other devices of the person alone', () => {
    const world = createStillWorld()
    const phone = startSession(world, student)
    const laptop = startSession(world, student)
    rotateSession(world, phone.refresh_token)
    world.clock.advance(60_000)
    expect(() => rotateSession(world, phone.refresh_token)).toThrow()
    expect(rotateSession(world, laptop.refresh_token).user.id).toBe(student)
  })

  it('expire', () => {
    const world = createStillWorld({ settings: { refreshLifetimeSeconds: 10 } })
    const { refresh_token } = startSession(world, student)
    world.clock.advance(10_000)
    expect(() => rotateSession(world, refresh_token)).toThrow('401 Invalid refresh token')
  })

  it('end with a logout, once', () => {
    const world = createStillWorld()
    const { refresh_token, access_token } = startSession(world, student)
    endSession(world, refresh_token)
    expect(userOfAccessToken(world, access_token)).toBeUndefined()
    expect(() => rotateSession(world, refresh_token)).toThrow('401')
    expect(() => endSession(world, refresh_token)).toThrow('401')
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

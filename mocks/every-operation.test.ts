import { describe, expect, it } from 'vitest'
import { handledOperations } from './happy-calls'
import { type Call, createPlatform } from './test-platform'

type Platform = ReturnType<typeof createPlatform>

describe.each(handledOperations.map(row => [row.operationId, row] as const))(
  '%s',
  (operationId, operation) => {
    const { call: happy } = operation
    const createCall = async (platform: Platform): Promise<Call> =>
      typeof happy === 'function' ? happy(platform) : happy

    it('W02 succeeds with a valid response', async () => {
      const platform = createPlatform()
      const response = await platform.call(operationId, await createCall(platform))
      expect(response.status).toBeLessThan(300)
      expect(platform.violations).toEqual([])
      expect(response.headers.has('date') && response.headers.has('x-request-id')).toBe(true)
    })

    it('W06 gives identical responses in equal databases', async () => {
      const texts = await Promise.all(
        [1, 2].map(async () => {
          const platform = createPlatform({ seed: 'bytes' })
          const response = await platform.send(operationId, await createCall(platform))
          return [response.status, [...response.headers], await response.text()]
        }),
      )
      expect(texts[0]).toEqual(texts[1])
    })

    it.runIf(operation.security !== 'none')(
      'responds with 401 without a token and for an invalid one',
      async () => {
        const platform = createPlatform()
        const call = await createCall(platform)
        const { as: _, headers: __, ...anonymous } = call
        platform.jar.restore([])
        const withoutToken = await platform.call(operationId, anonymous)
        expect([withoutToken.status, withoutToken.body]).toEqual([401, { detail: 'No token provided' }])
        const isBearer = operation.security === 'bearer'
        const madeUp = isBearer ? { token: 'fa_1_1_1_x' } : { headers: { cookie: 'refresh_token=fr_1_1_x' } }
        const withInvalidToken = await platform.call(operationId, { ...anonymous, ...madeUp })
        const detail = isBearer ? 'Invalid token' : 'Invalid refresh token'
        expect([withInvalidToken.status, withInvalidToken.body]).toEqual([401, { detail }])
        expect(platform.violations).toEqual([])
      },
    )
  },
)

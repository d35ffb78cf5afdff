import { describe, expect, it } from 'vitest'
import { handledOperations } from './happy-calls'
import { type Call, createPlatform } from './test-platform'

type Platform = ReturnType<typeof createPlatform>

describe.each(handledOperations.map(row => [row.operationId, row] as const))(
  '%s',
  (operationId, operation) => {
    const { call: happy } = operation
    const askFor = async (platform: Platform): Promise<Call> =>
      typeof happy === 'function' ? happy(platform) : happy

    it('W02 is done, and the answer keeps the contract', async () => {
      const platform = createPlatform()
      const answer = await platform.call(operationId, await askFor(platform))
      expect(answer.status).toBeLessThan(300)
      expect(platform.violations).toEqual([])
      expect(answer.headers.has('date') && answer.headers.has('x-request-id')).toBe(true)
    })

    it('W06 gives the same bytes in an equal database', async () => {
      const texts = await Promise.all(
        [1, 2].map(async () => {
          const platform = createPlatform({ seed: 'bytes' })
          const response = await platform.ask(operationId, await askFor(platform))
          return [response.status, [...response.headers], await response.text()]
        }),
      )
      expect(texts[0]).toEqual(texts[1])
    })

    it.runIf(operation.security !== 'none')('answers 401 to nobody and to a made-up token', async () => {
      const platform = createPlatform()
      const call = await askFor(platform)
      const { as: _, headers: __, ...anonymous } = call
      platform.jar.restore([])
      const nobody = await platform.call(operationId, anonymous)
      expect([nobody.status, nobody.body]).toEqual([401, { detail: 'No token provided' }])
      const isBearer = operation.security === 'bearer'
      const madeUp = isBearer ? { token: 'fa_1_1_1_x' } : { headers: { cookie: 'refresh_token=fr_1_1_x' } }
      const liar = await platform.call(operationId, { ...anonymous, ...madeUp })
      const detail = isBearer ? 'Invalid token' : 'Invalid refresh token'
      expect([liar.status, liar.body]).toEqual([401, { detail }])
      expect(platform.violations).toEqual([])
    })
  },
)

import i18next from 'i18next'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startI18n } from './init'

beforeEach(() => startI18n('ru'))

afterEach(() => {
  vi.unstubAllEnvs()
  vi.resetModules()
})

// `npm run typecheck` fails if one of these compiles.
test.each<() => string>([
  // @ts-expect-error: there is no such key.
  () => i18next.t('there is no such key'),
  // @ts-expect-error: the key is in another namespace.
  () => i18next.t('page.title', { ns: 'common' }),
  // @ts-expect-error: there is no such namespace.
  () => i18next.t('nothing', { ns: 'elsewhere' }),
])('LANG-03 %s neither compiles nor returns a text', call => {
  expect(call).toThrow('has no text')
})

/** Reads a missing key in a module built with these variables. */
const readMissingKey = async (build: Record<string, string>): Promise<string> => {
  for (const [name, value] of Object.entries(build)) vi.stubEnv(name, value)
  vi.resetModules()
  const fresh = await import('./init')
  await fresh.startI18n('ru')
  return i18next.t('nowhere' as never)
}

test('LANG-03 a missing key throws in simulated builds, and is shown in production', async () => {
  const production = { DEV: '', MODE: 'production', VITE_MOCKS: 'off' }
  await expect(readMissingKey({ ...production, VITE_MOCKS: 'on' })).rejects.toThrow('has no text')
  expect(await readMissingKey(production)).toBe('nowhere')
})

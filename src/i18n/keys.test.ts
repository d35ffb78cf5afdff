import i18next from 'i18next'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startI18n } from './init'

beforeEach(() => startI18n('ru'))

afterEach(() => {
  vi.unstubAllEnvs()
  vi.resetModules()
})

// `npm run typecheck` fails where one of these compiles.
test.each<() => string>([
  // @ts-expect-error: no text has that key.
  () => i18next.t('there is no such key'),
  // @ts-expect-error: another file of texts has it.
  () => i18next.t('page.title', { ns: 'common' }),
  // @ts-expect-error: neither the key nor the file of texts is there.
  () => i18next.t('nothing', { ns: 'elsewhere' }),
])('LANG-03 %s neither compiles nor says anything', call => {
  expect(call).toThrow('has no text')
})

/** Asks for a text that nobody has, where the module was built like that. */
const askIn = async (build: Record<string, string>): Promise<string> => {
  for (const [name, value] of Object.entries(build)) vi.stubEnv(name, value)
  vi.resetModules()
  const fresh = await import('./init')
  await fresh.startI18n('ru')
  return i18next.t('nowhere' as never)
}

test('LANG-03 the simulated platform throws as tests do; in production the key stands for its text', async () => {
  const production = { DEV: '', MODE: 'production', VITE_MOCKS: 'off' }
  await expect(askIn({ ...production, VITE_MOCKS: 'on' })).rejects.toThrow('has no text')
  expect(await askIn(production)).toBe('nowhere')
})

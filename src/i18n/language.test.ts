// @vitest-environment jsdom
import i18next from 'i18next'
import { afterEach, expect, test, vi } from 'vitest'
import { failWords } from '../test/fail-words'
import { loadTexts, startI18n } from './init'
import { keptLanguage, switchLanguage } from './language'

afterEach(() => {
  vi.restoreAllMocks()
  // biome-ignore lint/suspicious/noDocumentCookie: the test forgets the choice.
  document.cookie = 'language=; Max-Age=0; Path=/'
  document.documentElement.lang = ''
})

test('S08 LANG-08 a choice is kept for the next start, and the page says its language', async () => {
  await startI18n('ru')
  const cookie = vi.spyOn(document, 'cookie', 'set')
  await switchLanguage('en')
  expect(cookie.mock.calls).toEqual([['language=en; Max-Age=31536000; Path=/; SameSite=Lax']])
  expect(keptLanguage()).toBe('en')
  expect(document.documentElement.lang).toBe('en')
  expect(i18next.language).toBe('en')
})

test('all words in use are there before the language changes', async () => {
  await startI18n('ru')
  await loadTexts('groups')
  const missing: string[] = []
  i18next.on('languageChanged', language => {
    for (const name of ['common', 'errors', 'groups'])
      if (!i18next.hasResourceBundle(language, name)) missing.push(name)
  })
  await switchLanguage('en')
  expect(missing).toEqual([])
})

test.each(['common', 'groups'])(
  'a file that does not come (%s) keeps the language, the cookie and the page',
  async name => {
    await startI18n('ru')
    await loadTexts('groups')
    const mend = failWords('en', name)
    await expect(switchLanguage('en')).rejects.toThrow(name)
    expect(i18next.language).toBe('ru')
    expect(keptLanguage()).toBe('ru')
    expect(document.documentElement.lang).toBe('')
    mend()
    await switchLanguage('en')
    expect(i18next.language).toBe('en')
  },
)

test('of two quick choices the last one counts', async () => {
  await startI18n('ru')
  await Promise.all([switchLanguage('en'), switchLanguage('ru')])
  expect(i18next.language).toBe('ru')
  expect(keptLanguage()).toBe('ru')
})

test("N14 a screen's words that do not come are a failure, and the next visit asks again", async () => {
  await startI18n('ru')
  const mend = failWords('ru', 'leaderboard')
  await expect(loadTexts('leaderboard')).rejects.toThrow('leaderboard')
  await expect(loadTexts('leaderboard')).rejects.toThrow('leaderboard')
  mend()
  await loadTexts('leaderboard')
  expect(i18next.hasResourceBundle('ru', 'leaderboard')).toBe(true)
})

test('N14 an application without its first words does not start', async () => {
  const start = startI18n('ru')
  failWords('ru', 'common')
  await expect(start).rejects.toThrow('common')
})

test('N14 an application without its first words in both languages does not start', async () => {
  const start = startI18n('en')
  failWords(['en', 'ru'], 'common')
  await expect(start).rejects.toThrow('common')
})

test('N14 Russian stands in for the first words that do not come in English, and for those alone', async () => {
  const start = startI18n('en')
  failWords('en', 'common')
  await start
  expect([i18next.t('reload'), i18next.t('common', { ns: 'errors' })]).toEqual([
    'Перезагрузить страницу',
    'Unknown error',
  ])
})

test("N14 Russian stands in for a screen's words until they come in English", async () => {
  await startI18n('en')
  const mend = failWords('en', 'sharing')
  await loadTexts('sharing', 'task')
  const title = () => i18next.t('title', { ns: 'sharing' })
  expect(title()).toBe('Общий доступ к профилю')
  expect(i18next.t('panes.flag', { ns: 'task' })).toBe('Flag')
  mend()
  await loadTexts('sharing')
  expect(title()).toBe('Profile sharing')
})

test('while English comes, nothing is fetched in Russian', async () => {
  await startI18n('en')
  await loadTexts('leaderboard')
  expect(i18next.hasResourceBundle('ru', 'leaderboard')).toBe(false)
})

// @vitest-environment jsdom
import i18next from 'i18next'
import { afterEach, expect, test, vi } from 'vitest'
import { failNamespace } from '../test/fail-namespace'
import { loadMessages, startI18n } from './init'
import { getStoredLanguage, switchLanguage } from './language'

afterEach(() => {
  vi.restoreAllMocks()
  // biome-ignore lint/suspicious/noDocumentCookie: the test deletes the choice.
  document.cookie = 'language=; Max-Age=0; Path=/'
  document.documentElement.lang = ''
})

test('S08 LANG-08 a choice is stored in a cookie, and sets the lang attribute', async () => {
  await startI18n('ru')
  const cookie = vi.spyOn(document, 'cookie', 'set')
  await switchLanguage('en')
  expect(cookie.mock.calls).toEqual([['language=en; Max-Age=31536000; Path=/; SameSite=Lax']])
  expect(getStoredLanguage()).toBe('en')
  expect(document.documentElement.lang).toBe('en')
  expect(i18next.language).toBe('en')
})

test('all messages in use are loaded before the language changes', async () => {
  await startI18n('ru')
  await loadMessages('groups')
  const missing: string[] = []
  i18next.on('languageChanged', language => {
    for (const name of ['common', 'errors', 'groups'])
      if (!i18next.hasResourceBundle(language, name)) missing.push(name)
  })
  await switchLanguage('en')
  expect(missing).toEqual([])
})

test.each(['common', 'groups'])(
  'a file that fails to load (%s) leaves the language, the cookie and the page unchanged',
  async name => {
    await startI18n('ru')
    await loadMessages('groups')
    const restore = failNamespace('en', name)
    await expect(switchLanguage('en')).rejects.toThrow(name)
    expect(i18next.language).toBe('ru')
    expect(getStoredLanguage()).toBe('ru')
    expect(document.documentElement.lang).toBe('')
    restore()
    await switchLanguage('en')
    expect(i18next.language).toBe('en')
  },
)

test('the last of two quick choices wins', async () => {
  await startI18n('ru')
  await Promise.all([switchLanguage('en'), switchLanguage('ru')])
  expect(i18next.language).toBe('ru')
  expect(getStoredLanguage()).toBe('ru')
})

test('N14 messages that fail to load are an error, and the next visit tries again', async () => {
  await startI18n('ru')
  const restore = failNamespace('ru', 'leaderboard')
  await expect(loadMessages('leaderboard')).rejects.toThrow('leaderboard')
  await expect(loadMessages('leaderboard')).rejects.toThrow('leaderboard')
  restore()
  await loadMessages('leaderboard')
  expect(i18next.hasResourceBundle('ru', 'leaderboard')).toBe(true)
})

test('N14 the application does not start without its first messages', async () => {
  const start = startI18n('ru')
  failNamespace('ru', 'common')
  await expect(start).rejects.toThrow('common')
})

test('N14 the application does not start without its first messages in both languages', async () => {
  const start = startI18n('en')
  failNamespace(['en', 'ru'], 'common')
  await expect(start).rejects.toThrow('common')
})

test('N14 first messages that fail to load in English fall back to Russian, others do not', async () => {
  const start = startI18n('en')
  failNamespace('en', 'common')
  await start
  expect([i18next.t('reload'), i18next.t('common', { ns: 'errors' })]).toEqual([
    'Перезагрузить страницу',
    'Unknown error',
  ])
})

test('N14 messages that fail to load in English fall back to Russian until they are loaded', async () => {
  await startI18n('en')
  const restore = failNamespace('en', 'sharing')
  await loadMessages('sharing', 'task')
  const title = () => i18next.t('title', { ns: 'sharing' })
  expect(title()).toBe('Публичный профиль')
  expect(i18next.t('panes.flag', { ns: 'task' })).toBe('Flag')
  restore()
  await loadMessages('sharing')
  expect(title()).toBe('Public profile')
})

test('nothing is loaded in Russian while English works', async () => {
  await startI18n('en')
  await loadMessages('leaderboard')
  expect(i18next.hasResourceBundle('ru', 'leaderboard')).toBe(false)
})

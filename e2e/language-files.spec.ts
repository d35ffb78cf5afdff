import { expect } from '@playwright/test'
import { labels } from './labels'
import { findMessages } from './message-files'
import { languages } from './messages'
import { test } from './platform'
import { setLanguage, signIn } from './users'

const paths = ['/group/1', '/group/1/task/101', '/group/1/leaderboard', '/competencies', '/contacts']

for (const language of languages) {
  test(`LANG-09 a visit loads the messages of its language only (${language})`, async ({
    page,
    context,
    platform,
  }) => {
    await setLanguage(context, language, platform.url)
    const asked = new Set<string>()
    page.on('request', request => asked.add(request.url()))
    await page.goto('/login')
    await expect(page.getByRole('heading', { level: 1, name: labels[language].login })).toBeVisible()
    await signIn(page, 'student', language)
    for (const path of paths) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.waitForLoadState('networkidle')
    }
    const found = (await Promise.all([...asked].map(findMessages))).filter(one => one !== null)
    expect(new Set(found.map(one => one.language))).toEqual(new Set([language]))
    const namespaces = new Set(found.map(one => one.namespace))
    for (const namespace of [
      'common',
      'errors',
      'auth',
      'groups',
      'task',
      'leaderboard',
      'competencies',
      'info',
    ])
      expect(namespaces, namespace).toContain(namespace)
  })
}

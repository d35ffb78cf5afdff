import { expect, type Page } from '@playwright/test'
import { others, sharePanel } from './profile-steps'
import { profileWords } from './profile-words'
import type { Screen } from './routes'
import type { Language } from './words'

/** Makes the own profile public; gives its address. */
async function publish(page: Page, language: Language): Promise<string> {
  const text = profileWords[language]
  const panel = sharePanel(page, language)
  await panel.getByRole('button', { name: text.publish }).click()
  const field = panel.getByRole('textbox', { name: text.link })
  await expect(field).toBeFocused()
  return field.inputValue()
}

/** Competencies, one's own and those of others, and what strangers see of them. */
export const screensOfProfiles: Screen[] = [
  { name: 'competencies', path: '/competencies', persona: 'student' },
  {
    name: 'competencies-public',
    path: '/competencies',
    persona: 'student',
    prepare: async (page, { language }) => void (await publish(page, language)),
  },
  {
    name: 'competencies-hide',
    path: '/competencies',
    persona: 'student',
    prepare: async (page, { language }) => {
      const text = profileWords[language]
      await publish(page, language)
      await sharePanel(page, language).getByRole('button', { name: text.hide }).click()
      await expect(page.getByRole('alertdialog', { name: text.hideQuestion })).toBeVisible()
    },
  },
  { name: 'competencies-empty', path: '/competencies', persona: 'newcomer' },
  { name: 'competencies-other', path: `/competencies/${others.open}`, persona: 'student' },
  { name: 'competencies-closed', path: `/competencies/${others.closed}`, persona: 'student' },
  { name: 'competencies-nobody', path: `/competencies/${others.nobody}`, persona: 'student' },
  { name: 'profile', path: '/profile/abc', persona: null },
  {
    name: 'profile-shared',
    path: '/competencies',
    persona: 'student',
    prepare: async (page, { language }) => {
      await page.goto(await publish(page, language))
      await expect(page.getByRole('heading', { name: profileWords[language].list })).toBeVisible()
    },
  },
]

import { storage } from './storage'

export const themes = ['system', 'light', 'dark'] as const

export type Theme = (typeof themes)[number]

/** The stored choice; unknown values mean the system's. */
export const readTheme = (): Theme => {
  const stored = storage.get('theme')
  return themes.find(theme => theme === stored) ?? 'system'
}

/** Stores and applies the choice; src/boot does the same before the first paint. */
export const applyTheme = (theme: Theme): void => {
  if (theme === 'system') {
    storage.remove('theme')
    delete document.documentElement.dataset.theme
    return
  }
  storage.set('theme', theme)
  document.documentElement.dataset.theme = theme
}

import { storage } from './storage'

export const themes = ['system', 'light', 'dark'] as const

export type Theme = (typeof themes)[number]

/** The kept choice; anything unknown is the system's. */
export const readTheme = (): Theme => {
  const kept = storage.get('theme')
  return themes.find(theme => theme === kept) ?? 'system'
}

/** Keeps the choice and shows it at once; the line in index.html does the same before the next first paint. */
export const applyTheme = (theme: Theme): void => {
  if (theme === 'system') {
    storage.remove('theme')
    delete document.documentElement.dataset.theme
    return
  }
  storage.set('theme', theme)
  document.documentElement.dataset.theme = theme
}

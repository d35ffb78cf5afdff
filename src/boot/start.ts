// Inlined into index.html, so it runs before the first paint.
import {
  addInviteToLinks,
  applyLanguage,
  applyTheme,
  rememberEarlySubmit,
  reserveBanners,
  reserveNotice,
} from './first-paint'
import { preloadModules } from './preload-modules'

const { documentElement: root } = document
rememberEarlySubmit()
addInviteToLinks(root)
try {
  applyLanguage(root)
  // biome-ignore lint/style/noRestrictedGlobals: the list of keys in src/lib/storage.ts would make each page larger.
  const kept = localStorage
  applyTheme(root, kept)
  reserveBanners(root, kept)
  reserveNotice(root, kept)
  preloadModules(kept)
} catch {
  // The browser blocks cookies or storage.
}

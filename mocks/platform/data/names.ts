import { handlesEn, handlesRu } from './handles'
import { namesEn } from './names-en'
import { namesRu } from './names-ru'
import type { Language, NamePool } from './types'

/** Names of the seeded people. A few are hard cases on purpose: very long, right to left, with emoji. */
export const namePools: Record<Language, NamePool> = {
  ru: { language: 'ru', sets: namesRu, handles: handlesRu },
  en: { language: 'en', sets: namesEn, handles: handlesEn },
}

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext } from '@playwright/test'
import { type Language, languages } from './words'

type Texts = Record<string, string>

const locales = join(import.meta.dirname, '..', 'src', 'i18n', 'locales')
const assets = join(import.meta.dirname, '..', 'dist', 'assets')

const namespacesOf = (language: Language): string[] =>
  readdirSync(join(locales, language)).map(name => name.replace(/\.json$/, ''))

/** The built files that may hold words, by their names; a file of code may be called alike. */
const wordFiles = new RegExp(`/assets/((?:${namespacesOf('ru').join('|')})-[\\w-]{8}\\.js)$`)

/** The texts that a built file holds; null where it holds none. */
const readTexts = async (name: string): Promise<Texts | null> => {
  const script = readFileSync(join(assets, name), 'utf8')
  if (/^import\b|\bfunction\b|=>/.test(script)) return null
  const { default: texts } = await import(`data:text/javascript;charset=utf-8,${encodeURIComponent(script)}`)
  return typeof texts === 'object' ? texts : null
}

const isSame = (one: Texts, other: Texts): boolean =>
  JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort())

/** Whose words the build has at an address; null where it has none. */
export async function wordsAt(address: string): Promise<{ language: Language; namespace: string } | null> {
  const [, name] = wordFiles.exec(address) ?? []
  const texts = name === undefined ? null : await readTexts(name)
  if (!texts) return null
  for (const language of languages)
    for (const namespace of namespacesOf(language))
      if (isSame(texts, JSON.parse(readFileSync(join(locales, language, `${namespace}.json`), 'utf8'))))
        return { language, namespace }
  throw new Error(`${name} holds words of no locale: the build is of another day.`)
}

const held = /(\{\{[^}]*\}\}|<[^>]*>)/

/** A text as a more talkative language would have it: every vowel twice, which is two fifths more, and in brackets. */
export const stretched = (text: string): string =>
  `⟦${text
    .split(held)
    .map((part, at) => (at % 2 === 1 ? part : part.replace(/[aeiouyаеёиоуыэюя]/gi, '$&$&')))
    .join('')}⟧`

/** From now on every page gets its words stretched, and none of them in its document: that has the words of the build. */
export async function stretchWords(context: BrowserContext): Promise<void> {
  // Before the application begins, which else takes over what its document shows.
  await context.addInitScript(() => {
    document.addEventListener('readystatechange', () => {
      delete document.documentElement.dataset.page
    })
  })
  const stretchedFiles = new Map<string, string | null>()
  await context.route(wordFiles, async route => {
    const [, name = ''] = wordFiles.exec(route.request().url()) ?? []
    let body = stretchedFiles.get(name)
    if (body === undefined) {
      const texts = await readTexts(name)
      const longer = texts && Object.entries(texts).map(([key, text]) => [key, stretched(text)])
      body = longer && `export default ${JSON.stringify(Object.fromEntries(longer))}`
      stretchedFiles.set(name, body)
    }
    await (body === null ? route.continue() : route.fulfill({ contentType: 'text/javascript', body }))
  })
}

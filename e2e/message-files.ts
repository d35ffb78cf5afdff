import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext } from '@playwright/test'
import { type Language, languages } from './messages'

type Texts = Record<string, string>

const locales = join(import.meta.dirname, '..', 'src', 'i18n', 'locales')
const assets = join(import.meta.dirname, '..', 'dist', 'assets')

const namespacesOf = (language: Language): string[] =>
  readdirSync(join(locales, language)).map(name => name.replace(/\.json$/, ''))

/** Built files that may contain messages; code files may have similar names. */
const wordFiles = new RegExp(`/assets/((?:${namespacesOf('ru').join('|')})-[\\w-]{8}\\.js)$`)

/** The messages in a built file; null if there are none. */
const readTexts = async (name: string): Promise<Texts | null> => {
  const script = readFileSync(join(assets, name), 'utf8')
  if (/^import\b|\bfunction\b|=>/.test(script)) return null
  const { default: texts } = await import(`data:text/javascript;charset=utf-8,${encodeURIComponent(script)}`)
  return typeof texts === 'object' ? texts : null
}

const isSame = (one: Texts, other: Texts): boolean =>
  JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort())

/** The namespace and language of a built file; null if it has no messages. */
export async function findMessages(
  address: string,
): Promise<{ language: Language; namespace: string } | null> {
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

/** Simulates a longer language: every vowel twice, about 40 % more, in brackets. */
export const stretched = (text: string): string =>
  `⟦${text
    .split(held)
    .map((part, at) => (at % 2 === 1 ? part : part.replace(/[aeiouyаеёиоуыэюя]/gi, '$&$&')))
    .join('')}⟧`

/** Stretches the messages of every page, and removes those that are in the document. */
export async function stretchMessages(context: BrowserContext): Promise<void> {
  // Before the application starts, which would use the messages in the document.
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

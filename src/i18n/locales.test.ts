import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { languages } from '../lib/languages'
import { holdTexts } from '../test/hold-texts'
import { namespaces } from './init'

const folder = join(dirname(fileURLToPath(import.meta.url)), 'locales')

const read = (language: string, namespace: string): Record<string, string> =>
  JSON.parse(readFileSync(join(folder, language, `${namespace}.json`), 'utf8'))

test('each language has a file for each namespace and no other', () => {
  for (const language of languages)
    expect(readdirSync(join(folder, language)).sort()).toEqual(namespaces.map(name => `${name}.json`).sort())
})

for (const namespace of namespaces) holdTexts(namespace, read('ru', namespace), read('en', namespace))

import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { languages } from '../lib/languages'
import { describeLocales } from '../test/describe-locales'
import { namespaces } from './init'

const folder = join(dirname(fileURLToPath(import.meta.url)), 'locales')

const read = (language: string, namespace: string): Record<string, string> =>
  JSON.parse(readFileSync(join(folder, language, `${namespace}.json`), 'utf8'))

test('LANG-01 each language has a file for each namespace and no other', () => {
  for (const language of languages)
    expect(readdirSync(join(folder, language)).sort()).toEqual(namespaces.map(name => `${name}.json`).sort())
})

describe('LANG-01 LANG-02 LANG-10 all texts', () => {
  for (const namespace of namespaces) describeLocales(namespace, read('ru', namespace), read('en', namespace))
})

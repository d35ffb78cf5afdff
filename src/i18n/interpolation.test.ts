import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { isolateBidi } from '../lib/safe-text'
import corpus from '../test/hostile/corpus.json'
import { messages } from '../test/messages'
import { loadMessages, namespaces, startI18n } from './init'

beforeAll(async () => {
  await startI18n('ru')
  await loadMessages(...namespaces)
})

/** Messages with placeholders, without plurals. */
const templates = namespaces.flatMap(ns =>
  Object.entries<string>(messages.ru[ns])
    .filter(([, text]) => text.includes('{{') && !/\{\{\s*count/.test(text))
    .map(([key, text]) => ({ ns, key, text })),
)

test.each([...corpus.templates, 'אנה', 'a\u202egnp.exe'])(
  'X03 X08 the value %j stays text in any message',
  value => {
    expect(templates.length).toBeGreaterThan(100)
    for (const { ns, key, text } of templates) {
      const names = [...text.matchAll(/\{\{\s*(\w+)/g)].map(([, name = '']) => name)
      const values = Object.fromEntries(names.map(name => [name, value]))
      const expected = text.replace(/\{\{[^}]+\}\}/g, () => isolateBidi(value))
      expect(String(i18next.t(key as never, { ns, ...values } as never)), `${ns}:${key}`).toBe(expected)
    }
  },
)

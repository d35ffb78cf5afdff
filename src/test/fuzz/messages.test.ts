import i18next from 'i18next'
import { beforeAll } from 'vitest'
import { hash } from '../../../scripts/lib/seeded-random'
import { type ApiError, getServerDetail, isErrorDetail, toApiError } from '../../api/errors'
import { errorHint, errorMessage, errorTitle, shortErrorMessage } from '../../i18n/error-messages'
import { loadMessages, namespaces, startI18n } from '../../i18n/init'
import errors from '../../i18n/locales/ru/errors.json'
import corpus from './corpus.json'
import {
  expectSanitized,
  type Generate,
  hasUnclosedBidi,
  type Inputs,
  mutate,
  nameInputs,
  oneOf,
} from './generate'

beforeAll(async () => {
  await startI18n('ru')
  await loadMessages(...namespaces)
})

/** Interpolated values: names, titles, addresses, server messages. */
const valueInputs: Inputs<string> = {
  name: 'translations',
  count: 2000,
  fixed: corpus.templates,
  generate: oneOf([3, mutate(corpus.templates)], [2, nameInputs.generate]),
}

const bidiControls = /[\u202a-\u202e\u2066-\u2069]/g

/** A value is interpolated unchanged and does not affect the text direction around it. */
const checkSentence = (sentence: string, template: string, value: string): string | null => {
  const expected = template.replace(/\{\{\s*\w+\s*\}\}/g, () => value)
  if (sentence.replace(bidiControls, '') !== expected.replace(bidiControls, ''))
    return `becomes ${JSON.stringify(sentence.slice(0, 120))}`
  return hasUnclosedBidi(sentence)
    ? `changes the direction of what follows: ${JSON.stringify(sentence.slice(0, 120))}`
    : null
}

interface ErrorAnswer {
  status: number
  detail: unknown
}

const statuses = [400, 401, 403, 404, 409, 418, 422, 429, 500, 502, 503, 504, 599]

const shapes = (text: string): readonly unknown[] => [
  [text],
  { detail: text },
  { msg: text, code: text },
  [{ loc: ['body', text], msg: text, type: text }],
  [{ loc: [text], msg: { text } }],
  [
    { loc: '__proto__', msg: text },
    { loc: ['__proto__'], msg: text },
    { loc: ['constructor'], msg: text },
  ],
  text.repeat(2000).slice(0, 100_000),
  `<!DOCTYPE html><html><body>${text}</body></html>`,
  `Traceback (most recent call last): ${text}`,
  { toString: text, valueOf: text, length: 3 },
  Array.from({ length: 300 }, () => ({ loc: ['body', 'x'], msg: text })),
]

/** Known and similar details, message keys, and other types. */
const errorInputs = (keys: readonly string[]): Inputs<ErrorAnswer> => {
  const text: Generate<string> = oneOf(
    [3, mutate(keys)],
    [2, mutate(corpus.templates)],
    [1, random => `${random.pick(['errors:', 'errors.', 'common:', '$t(', '', ' '])}${random.pick(keys)}`],
    [1, nameInputs.generate],
  )
  return {
    name: 'error-details',
    count: 1500,
    fixed: [undefined, null, '', 0, 7, true, [], {}, [[]], [null]].map(detail => ({ status: 422, detail })),
    generate: random => {
      const detail = text(random)
      return {
        status: random.pick(statuses),
        detail: random.chance(0.25) ? random.pick(shapes(detail)) : detail,
      }
    },
  }
}

interface Template {
  ns: string
  key: string
  text: string
}

/** Messages with placeholders, without plurals. */
const templates = (): Template[] =>
  namespaces.flatMap(ns =>
    Object.entries(i18next.getResourceBundle('ru', ns) as Record<string, string>)
      .filter(([, text]) => text.includes('{{') && !/\{\{\s*count/.test(text))
      .map(([key, text]) => ({ ns, key, text })),
  )

type Interpolate = (template: Template, values: Record<string, string>) => string

expectSanitized<string, Interpolate>({
  ...valueInputs,
  ids: 'X03 X08',
  check: (interpolate, value) => {
    const all = templates()
    const template = all[hash(value) % all.length]
    if (!template) return 'there are no templates'
    const placeholders = [...template.text.matchAll(/\{\{\s*(\w+)/g)].map(([, name = '']) => name)
    return checkSentence(
      interpolate(template, Object.fromEntries(placeholders.map(name => [name, value]))),
      template.text,
      value,
    )
  },
  actual: ({ ns, key }, values) => i18next.t(key as never, { ns, ...values } as never) as unknown as string,
  naive: ({ text }, values) => text.replace(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => values[name] ?? ''),
})

const knownDetails = new Set(Object.keys(errors).filter(isErrorDetail))

/** All messages that a page may show for an error. */
const getMessages = (error: ApiError): string[] => [
  errorMessage(error),
  errorHint(error),
  errorTitle(error),
  shortErrorMessage(error),
]

const toError = ({ status, detail }: ErrorAnswer): ApiError =>
  toApiError({ response: new Response(null, { status }), body: { detail } }, 'getGroup')

const knownMessages = new Set(Object.values(errors))
const withoutUnknown = (text: string): string => text.replace(`${errors.common}. `, '')

const checkError = ({ detail }: ErrorAnswer, error: ApiError): string | null => {
  if (Object.getPrototypeOf({}) !== Object.prototype || 'msg' in {}) return 'pollutes Object.prototype'
  const serverDetail = getServerDetail(error)
  if (serverDetail !== null && [...serverDetail].length > 301)
    return 'shows more than 300 characters of the server'
  if (error.message.length > 100 || JSON.stringify(error).includes('Traceback')) return 'is part of the error'
  if (error.detail !== undefined && error.detail !== detail) return `is parsed as ${error.detail}`
  const long = Object.values(error.fields ?? {}).find(text => typeof text !== 'string' || text.length > 500)
  return long === undefined ? null : 'has a field of another type'
}

expectSanitized<ErrorAnswer, (answer: ErrorAnswer) => string[]>({
  ...errorInputs(Object.keys(errors)),
  ids: 'X05 X06 X07 X15',
  check: (describe, answer) => {
    const messages = describe(answer)
    const unexpected = messages.find(text => !knownMessages.has(withoutUnknown(text) as never))
    if (unexpected !== undefined) return `becomes ${JSON.stringify(unexpected.slice(0, 100))}`
    const isKnown = (knownDetails as ReadonlySet<unknown>).has(answer.detail)
    const unknown = getMessages(toError({ status: answer.status, detail: undefined }))
    if (!isKnown && messages.some((text, at) => withoutUnknown(text) !== unknown[at]))
      return `becomes ${JSON.stringify(messages)}`
    return checkError(answer, toError(answer))
  },
  actual: answer => getMessages(toError(answer)),
  naive: ({ detail }) => [typeof detail === 'string' ? detail : errors.common],
})

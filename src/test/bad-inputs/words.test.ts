import i18next from 'i18next'
import { beforeAll } from 'vitest'
import { hash } from '../../../scripts/lib/seeded-random'
import { isErrorDetail } from '../../api/error-details'
import { type ApiError, serverWords, toApiError } from '../../api/errors'
import { errorHint, errorText, errorTitle, reasonText } from '../../i18n/error-text'
import { loadTexts, namespaces, startI18n } from '../../i18n/init'
import common from '../../i18n/locales/ru/common.json'
import errors from '../../i18n/locales/ru/errors.json'
import { holdSink } from './hold-sink'
import { judgeSentence, type Refusal, refusalInputs, wordInputs } from './words'

beforeAll(async () => {
  await startI18n('ru')
  await loadTexts(...namespaces)
})

/** As a library's own settings have it: keys by dots and colons, nesting in values too. */
const carelessI18n = i18next.createInstance()
void carelessI18n.init({
  lng: 'ru',
  initAsync: false,
  resources: { ru: { translation: { ...common, crash: 'secret', errors } } },
  interpolation: { escapeValue: false, skipOnVariables: false },
})

interface Template {
  ns: string
  key: string
  text: string
}

/** Every sentence with gaps that no count chooses. */
const templates = (): Template[] =>
  namespaces.flatMap(ns =>
    Object.entries(i18next.getResourceBundle('ru', ns) as Record<string, string>)
      .filter(([, text]) => text.includes('{{') && !/\{\{\s*count/.test(text))
      .map(([key, text]) => ({ ns, key, text })),
  )

type Say = (template: Template, values: Record<string, string>) => string

holdSink<string, Say>({
  ...wordInputs,
  cases: 'X03 X08',
  judge: (say, value) => {
    const all = templates()
    const template = all[hash(value) % all.length]
    if (!template) return 'there are no sentences'
    const gaps = [...template.text.matchAll(/\{\{\s*(\w+)/g)].map(([, name = '']) => name)
    return judgeSentence(
      say(template, Object.fromEntries(gaps.map(name => [name, value]))),
      template.text,
      value,
    )
  },
  product: ({ ns, key }, values) => i18next.t(key as never, { ns, ...values } as never) as unknown as string,
  careless: {
    'nested values': ({ text }, values) =>
      carelessI18n.services.interpolator.nest(
        carelessI18n.services.interpolator.interpolate(text, values, 'ru', {}),
        (...args: unknown[]) => carelessI18n.t(args[0] as never) as never,
        {},
      ),
    'as it comes': ({ text }, values) =>
      text.replace(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => values[name] ?? ''),
    'by a pattern': ({ text }, values) => text.replace(/\{\{\s*\w+\s*\}\}/g, Object.values(values)[0] ?? ''),
  },
})

const known = new Set(Object.keys(errors).filter(isErrorDetail))

/** All the words that a screen may say of a failure. */
const wordsOf = (error: ApiError): string[] => [
  errorText(error),
  errorHint(error),
  errorTitle(error),
  reasonText(error),
]

const failureOf = ({ status, detail }: Refusal): ApiError =>
  toApiError({ response: new Response(null, { status }), body: { detail } }, 'get /groups/{id}')

const catalogue = new Set(Object.values(errors))
const withoutUnknown = (text: string): string => text.replace(`${errors.common}. `, '')

const judgeFailure = ({ detail }: Refusal, error: ApiError): string | null => {
  if (Object.getPrototypeOf({}) !== Object.prototype || 'msg' in {}) return 'changes every object'
  const said = serverWords(error)
  if (said !== null && [...said].length > 301) return 'says more than 300 characters of the server'
  if (error.message.length > 100 || JSON.stringify(error).includes('Traceback')) return 'is told in the error'
  if (error.detail !== undefined && error.detail !== detail) return `is taken for ${error.detail}`
  const long = Object.values(error.fields ?? {}).find(text => typeof text !== 'string' || text.length > 500)
  return long === undefined ? null : 'has a field of another shape'
}

holdSink<Refusal, (refusal: Refusal) => string[]>({
  ...refusalInputs(Object.keys(errors)),
  cases: 'X05 X06 X07 X15',
  judge: (tell, refusal) => {
    const words = tell(refusal)
    const odd = words.find(text => !catalogue.has(withoutUnknown(text) as never))
    if (odd !== undefined) return `says ${JSON.stringify(odd.slice(0, 100))}`
    const isKnown = (known as ReadonlySet<unknown>).has(refusal.detail)
    const unknown = wordsOf(failureOf({ status: refusal.status, detail: undefined }))
    if (!isKnown && words.some((text, at) => withoutUnknown(text) !== unknown[at]))
      return `says ${JSON.stringify(words)}`
    return judgeFailure(refusal, failureOf(refusal))
  },
  product: refusal => wordsOf(failureOf(refusal)),
  careless: {
    'by its key': ({ detail }) => [carelessI18n.t(`errors.${String(detail)}` as never)],
    'by any key': ({ detail }) => [
      i18next.t(String(detail) as never, { ns: 'errors', defaultValue: errors.common }),
    ],
    'as it comes': ({ detail }) => [typeof detail === 'string' ? detail : errors.common],
  },
})

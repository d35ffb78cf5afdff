import * as v from 'valibot'
import { ConfigError, type WrongField } from './config-error'
import { toApiError } from './errors'

/** Schema of `config.json`: one build serves all deployments. Every text is given in both languages. */

const text = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(4000))
const localizedText = v.object({ ru: text, en: text })
const httpsUrl = v.pipe(
  v.string(),
  v.check(value => {
    try {
      const { protocol, hostname, username } = new URL(value)
      const isLocal = hostname === 'localhost' || hostname === '127.0.0.1'
      return username === '' && (protocol === 'https:' || (protocol === 'http:' && isLocal))
    } catch {
      return false
    }
  }, 'an https address'),
)

/** For example `wss://terminal.example.com`, or `https://terminal.example.com` for a framed page. */
const terminalOrigin = v.pipe(
  v.string(),
  v.regex(/^(?:wss|https):\/\/[a-z0-9.-]+(?::\d{1,5})?$/, 'a wss or https origin'),
)

/** For example `https://pay.example.com`; http only for loopback addresses in development. */
const paymentOrigin = v.pipe(
  v.string(),
  v.regex(/^(?:https:\/\/[a-z0-9.-]+|http:\/\/(?:localhost|127\.0\.0\.1))(?::\d{1,5})?$/, 'an https origin'),
)

/** IANA name, for example `Europe/Moscow`. */
const timeZone = v.pipe(
  v.string(),
  v.check(name => {
    try {
      return new Intl.DateTimeFormat('en', { timeZone: name }) !== null
    } catch {
      return false
    }
  }, 'a time zone such as Europe/Moscow'),
)

const day = v.pipe(v.string(), v.isoDate())

/** A path of this site outside `/api`: the Content Security Policy allows no other origin. */
const sitePath = v.pipe(
  v.string(),
  v.regex(/^\/(?!api(?:\/|$))(?!.*\/\.\.?(?:\/|$))[\w-][\w./-]{0,199}$/, 'a path such as /vitals'),
)

const exam = v.object({
  /** Where candidates send the exam report; the API has no operation for it. */
  report: v.optional(
    v.object({
      text: localizedText,
      email: v.optional(v.pipe(v.string(), v.email())),
      url: v.optional(httpsUrl),
    }),
  ),
  /** Weekdays off, and Saturdays or Sundays that are business days, in the platform's time zone. */
  holidays: v.optional(v.array(day), []),
  working_days: v.optional(v.array(day), []),
  /** A demo, on a site of its own. Without it, no practice is offered. */
  practice_url: v.optional(httpsUrl),
})

const contactField = v.object({
  label: localizedText,
  /** One string for both languages (a phone number, an email address) or one per language. */
  value: v.lazy(value => (typeof value === 'string' ? text : localizedText)),
  kind: v.optional(v.picklist(['text', 'email', 'phone', 'url']), 'text'),
})

const document = v.object({
  /** Used as the anchor; `main` and `root` are taken by the page itself. */
  id: v.pipe(v.string(), v.regex(/^(?!(?:main|root)$)[a-z][a-z0-9-]{0,63}$/)),
  title: localizedText,
  text: v.object({
    ru: v.pipe(v.string(), v.maxLength(200_000)),
    en: v.pipe(v.string(), v.maxLength(200_000)),
  }),
})

const shortText = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(300))

/** For example `2026-12-01T22:00:00+03:00`. */
const moment = v.pipe(
  v.string(),
  v.regex(
    /^\d{4}-(?:0[1-9]|1[0-2])-(?:[12]\d|0[1-9]|3[01])T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?(?:Z|[+-](?:0\d|1[0-4]):[0-5]\d)$/,
    'a time with its zone, such as 2026-12-01T22:00:00+03:00',
  ),
)

const notice = v.object({
  /** Plain text. A changed one is shown again to those who have hidden it. */
  text: v.object({ ru: shortText, en: shortText }),
  level: v.optional(v.picklist(['info', 'warning']), 'info'),
  /** Without them it is shown for as long as it stands in the file. */
  from: v.optional(moment),
  until: v.optional(moment),
  /** Where there is more about it. */
  link: v.optional(httpsUrl),
})

const configSchema = v.object({
  /** Shows a notice on the contacts and legal pages that the values are made up. */
  is_sample: v.optional(v.boolean(), false),
  contacts: v.array(
    v.object({ title: localizedText, fields: v.pipe(v.array(contactField), v.minLength(1)) }),
  ),
  legal: v.object({
    updated: v.pipe(v.string(), v.isoDate()),
    /** Markdown. `personal-data` is the policy that users accept at registration. */
    documents: v.pipe(
      v.array(document),
      v.check(all => new Set(all.map(({ id }) => id)).size === all.length, 'documents whose ids differ'),
    ),
  }),
  /**
   * Other hosts of terminals. `deploy/headers.json` adds them to the CSP: `wss:` origins to `connect-src`
   * (`{terminal-sockets}`), `https:` origins to `frame-src` (`{terminal-frames}`).
   */
  terminal_origins: v.optional(v.array(terminalOrigin), []),
  /** Banks whose payment pages may be framed. `deploy/headers.json` adds them to the CSP (`{payment-origins}`). */
  payment_origins: v.optional(v.array(paymentOrigin), []),
  time_zone: v.optional(timeZone, 'Europe/Moscow'),
  exam: v.optional(exam, { holidays: [], working_days: [] }),
  /** Where `./vitals.ts` posts its metrics. Without it nothing is measured and that code is not loaded. */
  vitals_path: v.optional(sitePath),
  /** Without it, no LMS login is offered. */
  lms: v.optional(v.object({ name: localizedText, login_url: httpsUrl })),
  /** A message of the operator above every page. */
  notice: v.optional(notice),
})

export type Config = v.InferOutput<typeof configSchema>
export type Notice = v.InferOutput<typeof notice>
export type LocalizedText = v.InferOutput<typeof localizedText>

/** A wrong value may be a whole document. */
const MAX_QUOTED_LENGTH = 80

const truncate = (text: string): string =>
  text.length > MAX_QUOTED_LENGTH ? `${text.slice(0, MAX_QUOTED_LENGTH)}…` : text

const toWrongField = (issue: v.BaseIssue<unknown>): WrongField => {
  const isLength = issue.type.endsWith('_length')
  const expected = issue.expected ?? (issue.type === 'check' ? issue.message : issue.type)
  const isMissing = issue.received === 'undefined'
  return {
    path: v.getDotPath(issue) ?? '',
    expected: truncate(isLength ? `length ${expected}` : expected),
    received: isMissing ? null : truncate(isLength ? `length ${issue.received}` : issue.received),
  }
}

const parse = <Output>(schema: v.GenericSchema<unknown, Output>, value: unknown): Output => {
  const result = v.safeParse(schema, value)
  if (result.success) return result.output
  throw new ConfigError('fields', 'some fields are wrong', result.issues.map(toWrongField))
}

/** Throws a `ConfigError` with the wrong fields. */
export const parseConfig = (value: unknown): Config => parse(configSchema, value)

/** The notice alone, because a mistake in another field must not hide it. */
export const parseNotice = (value: unknown): Notice | null =>
  parse(v.object({ notice: v.optional(notice) }), value).notice ?? null

const MAX_BYTES = 1_048_576

/** Stops at the limit, whatever `Content-Length` says. */
const readText = async (response: Response): Promise<string> => {
  const reader = response.body?.getReader()
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    bytes += part.value.length
    if (bytes > MAX_BYTES) {
      reader?.cancel().catch(() => undefined)
      throw new ConfigError('tooLarge', `the file is larger than ${MAX_BYTES} bytes`)
    }
    text += decoder.decode(part.value, { stream: true })
  }
  return text + decoder.decode()
}

const parseText = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    if (/^\s*</.test(text)) throw new ConfigError('page', 'got an HTML page instead of the file')
    throw new ConfigError('notJson', text.trim() === '' ? 'the file is empty' : 'the file is not JSON')
  }
}

const OPERATION = 'config.json'

const fetchText = async (signal: AbortSignal): Promise<string> => {
  try {
    const headers = { Accept: 'application/json' }
    const response = await fetch('/config.json', { signal, headers, cache: 'no-cache' })
    if (response.status === 429 || response.status >= 500)
      throw toApiError({ response, body: null }, OPERATION)
    if (!response.ok) throw new ConfigError('missing', `the server answered ${response.status}`)
    return await readText(response)
  } catch (thrown) {
    throw thrown instanceof ConfigError ? thrown : toApiError({ thrown, signal }, OPERATION)
  }
}

/** Rejects with a `ConfigError` for a wrong file and an `ApiError` for failures that a retry may fix. */
export const loadConfig = async (signal: AbortSignal): Promise<Config> =>
  parseConfig(parseText(await fetchText(signal)))

export const loadNotice = async (signal: AbortSignal): Promise<Notice | null> =>
  parseNotice(parseText(await fetchText(signal)))

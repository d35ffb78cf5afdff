import * as v from 'valibot'
import { ConfigError, type WrongField } from './config-error'
import { toApiError } from './errors'

/**
 * What differs from one deployment to the next and is no secret: `config.json` beside the page (design §6). One build
 * serves them all. Every word that a reader sees is given in both languages.
 */

const text = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(4000))
const words = v.object({ ru: text, en: text })
const httpsAddress = v.pipe(
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

/** As in `wss://terminal.example.com` or, for a framed page, `https://terminal.example.com`. */
const terminalOrigin = v.pipe(
  v.string(),
  v.regex(/^(?:wss|https):\/\/[a-z0-9.-]+(?::\d{1,5})?$/, 'a wss or https origin'),
)

/** As in `https://pay.example.com`; plain http for loopback addresses, in development. */
const paymentOrigin = v.pipe(
  v.string(),
  v.regex(/^(?:https:\/\/[a-z0-9.-]+|http:\/\/(?:localhost|127\.0\.0\.1))(?::\d{1,5})?$/, 'an https origin'),
)

/** An IANA name, as in `Europe/Moscow`. */
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

/** A path of this site, and not of its API: the policy lets the page call nobody else. */
const ownPath = v.pipe(
  v.string(),
  v.regex(/^\/(?!api(?:\/|$))(?!.*\/\.\.?(?:\/|$))[\w-][\w./-]{0,199}$/, 'a path such as /vitals'),
)

const exam = v.object({
  /** How the report of an exam reaches its reviewers: no call of the specification takes it. */
  report: v.optional(
    v.object({
      text: words,
      email: v.optional(v.pipe(v.string(), v.email())),
      url: v.optional(httpsAddress),
    }),
  ),
  /** Days of the week that are no business days, and Saturdays or Sundays that are, in the platform's zone. */
  holidays: v.optional(v.array(day), []),
  working_days: v.optional(v.array(day), []),
})

const contactField = v.object({
  label: words,
  /** The same in both languages (a number, an address of mail), or a text for each. */
  value: v.lazy(value => (typeof value === 'string' ? text : words)),
  kind: v.optional(v.picklist(['text', 'email', 'phone', 'url']), 'text'),
})

const document = v.object({
  /** The anchor. `main` and `root` are anchors of the page itself. */
  id: v.pipe(v.string(), v.regex(/^(?!(?:main|root)$)[a-z][a-z0-9-]{0,63}$/)),
  title: words,
  text: v.object({
    ru: v.pipe(v.string(), v.maxLength(200_000)),
    en: v.pipe(v.string(), v.maxLength(200_000)),
  }),
})

const configSchema = v.object({
  /** Shown as a notice on the pages of contacts and legal texts: the values are made up. */
  is_sample: v.optional(v.boolean(), false),
  contacts: v.array(v.object({ title: words, fields: v.pipe(v.array(contactField), v.minLength(1)) })),
  legal: v.object({
    updated: v.pipe(v.string(), v.isoDate()),
    /** Texts are Markdown. `personal-data` is the policy that registration asks to agree to. */
    documents: v.pipe(
      v.array(document),
      v.check(all => new Set(all.map(({ id }) => id)).size === all.length, 'documents whose ids differ'),
    ),
  }),
  /**
   * Other hosts whose terminals may be opened. The policy of `deploy/headers.json` allows them from here: `wss:` ones to be
   * called (`{terminal-sockets}`), `https:` ones to be framed (`{terminal-frames}`).
   */
  terminal_origins: v.optional(v.array(terminalOrigin), []),
  /**
   * Banks whose payment pages may be framed, beside pages of this site. The policy of `deploy/headers.json` allows them from
   * here (`{payment-origins}`).
   */
  payment_origins: v.optional(v.array(paymentOrigin), []),
  /** Where the platform counts its business days. */
  time_zone: v.optional(timeZone, 'Europe/Moscow'),
  exam: v.optional(exam, { holidays: [], working_days: [] }),
  /** Where what `./vitals.ts` measures is sent. Absent: nothing is measured, and its code is not fetched. */
  vitals_path: v.optional(ownPath),
  /** Absent: no sign-in through a learning-management system is offered. */
  lms: v.optional(v.object({ name: words, login_url: httpsAddress })),
})

export type Config = v.InferOutput<typeof configSchema>
export type Words = v.InferOutput<typeof words>

/** Values are quoted in a report, and one may be a whole document. */
const longestQuoted = 80

const quoted = (text: string): string =>
  text.length > longestQuoted ? `${text.slice(0, longestQuoted)}…` : text

const wrongField = (issue: v.BaseIssue<unknown>): WrongField => {
  const isLength = issue.type.endsWith('_length')
  const expected = issue.expected ?? (issue.type === 'check' ? issue.message : issue.type)
  const isMissing = issue.received === 'undefined'
  return {
    path: v.getDotPath(issue) ?? '',
    expected: quoted(isLength ? `length ${expected}` : expected),
    received: isMissing ? null : quoted(isLength ? `length ${issue.received}` : issue.received),
  }
}

/** Throws a `ConfigError` that names the wrong fields. */
export const parseConfig = (value: unknown): Config => {
  const result = v.safeParse(configSchema, value)
  if (result.success) return result.output
  throw new ConfigError('fields', 'some fields are wrong', result.issues.map(wrongField))
}

/** The legal texts of a large organisation are a tenth of this; more is some other file. */
const mostBytes = 1_048_576

/** Reads no further than the limit, whatever the answer says about its length. */
const readText = async (response: Response): Promise<string> => {
  const reader = response.body?.getReader()
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    bytes += part.value.length
    if (bytes > mostBytes) {
      // What the connection says about being left makes no difference any more.
      reader?.cancel().catch(() => undefined)
      throw new ConfigError('tooLarge', `the file is larger than ${mostBytes} bytes`)
    }
    text += decoder.decode(part.value, { stream: true })
  }
  return text + decoder.decode()
}

const parseText = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    if (/^\s*</.test(text)) throw new ConfigError('page', 'a page came in place of the file')
    throw new ConfigError('notJson', text.trim() === '' ? 'the file is empty' : 'the file is not JSON')
  }
}

const operation = 'get /config.json'

const fetchText = async (signal: AbortSignal): Promise<string> => {
  try {
    const headers = { Accept: 'application/json' }
    const response = await fetch('/config.json', { signal, headers, cache: 'no-cache' })
    if (response.status === 429 || response.status >= 500)
      throw toApiError({ response, body: null }, operation)
    if (!response.ok) throw new ConfigError('missing', `the server answered ${response.status}`)
    return await readText(response)
  } catch (thrown) {
    throw thrown instanceof ConfigError ? thrown : toApiError({ thrown, signal }, operation)
  }
}

/**
 * Fetches and checks the configuration. Rejects with a `ConfigError` when the file is wrong, and with an `ApiError`
 * when the network or the server is: that one may get better by asking again.
 */
export const loadConfig = async (signal: AbortSignal): Promise<Config> =>
  parseConfig(parseText(await fetchText(signal)))

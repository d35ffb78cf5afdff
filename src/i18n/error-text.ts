import i18next from 'i18next'
import { ApiError, serverWords } from '../api/errors'
import { staleChunks } from '../lib/stale-chunks'
import type errorTexts from './locales/ru/errors.json'

type ErrorKey = keyof typeof errorTexts

const text = (key: ErrorKey): string => i18next.t(key, { ns: 'errors' })

const failureTexts: Record<Exclude<ApiError['kind'], 'http'>, ErrorKey> = {
  offline: 'offline',
  network: 'network',
  timeout: 'timeout',
  aborted: 'network',
  badResponse: 'badResponse',
}

/** The catalogue has a message for the reason that the server gave. */
const hasReason = ({ detail }: ApiError): boolean => detail !== undefined && detail !== 'common'

/** A reason that the catalogue does not know is "Unknown error"; what the status tells stands beside it. */
const besideUnknown = (error: ApiError, help: string): string =>
  serverWords(error) === null ? help : `${text('common')}. ${help}`

/**
 * The words for a failure where it happened: the server's detail when the catalogue knows it, else
 * "Unknown error" (specification §8). `ApiError.detail` is set only for catalogued details, so a server's
 * free text never reaches the key look-up.
 */
export const errorText = (error: unknown): string => {
  if (!(error instanceof ApiError)) return text('common')
  if (error.kind !== 'http') return text(failureTexts[error.kind])
  // Compiles only while every detail of the contract has its text.
  if (error.detail) return text(error.detail)
  return error.status === 429 ? besideUnknown(error, text('rate_limited')) : text('common')
}

const titled = new Set([400, 401, 403, 404, 422, 429, 500, 502, 503] as const)
type TitledStatus = typeof titled extends Set<infer Status> ? Status : never
const hasTitle = (status: number): status is TitledStatus => (titled as ReadonlySet<number>).has(status)

const titleKey = (error: ApiError): ErrorKey => {
  if (error.kind === 'offline') return 'title.offline'
  if (error.kind === 'badResponse') return 'title.badResponse'
  if (error.kind !== 'http') return 'title.network'
  const status = error.status ?? 500
  if (hasTitle(status)) return `title.${status}`
  return status >= 500 ? 'title.5xx' : 'title.4xx'
}

/** The title of the error page by status (specification §8). */
export const errorTitle = (error: ApiError): string => text(titleKey(error))

const hinted = new Map<number, ErrorKey>([
  [400, 'hint.400'],
  [401, 'hint.401'],
  [403, 'hint.403'],
  [404, 'hint.404'],
  [422, 'hint.422'],
  [429, 'hint.429'],
])

/** What happened and what to do next, for the error page. */
export const errorHint = (error: ApiError): string => {
  if (error.kind === 'offline') return text('hint.offline')
  if (error.kind === 'badResponse') return text('hint.badResponse')
  if (error.kind !== 'http') return text('hint.network')
  if (hasReason(error)) return errorText(error)
  const status = error.status ?? 500
  return besideUnknown(error, text(hinted.get(status) ?? (status >= 500 ? 'hint.5xx' : 'hint.4xx')))
}

const shortForms = new Map<number, ErrorKey>([
  [403, 'access_denied'],
  [404, 'not_found'],
  [422, 'network_request'],
])

/**
 * For a failure inside a section: the server's own reason where the catalogue has one, else the short form of the status
 * (specification §2 and §8).
 */
export const reasonText = (error: unknown): string => {
  if (!(error instanceof ApiError) || error.kind !== 'http' || hasReason(error)) return errorText(error)
  const status = error.status ?? 500
  const short = status >= 500 ? 'server_error' : shortForms.get(status)
  return short ? besideUnknown(error, text(short)) : errorText(error)
}

/** The words for a part of the page whose code did not come: the network, or a deployment that took it away. */
export const partText = (): string =>
  staleChunks.isAsking() ? i18next.t('newVersion.part', { ns: 'common' }) : text('network')

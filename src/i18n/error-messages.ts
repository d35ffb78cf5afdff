import i18next from 'i18next'
import type { ErrorDetail } from '../../packages/contract/schema.gen'
import { ApiError, type CallName, getServerDetail, isGatewayRefusal } from '../api/errors'
import { staleChunks } from '../lib/stale-chunks'
import { toast } from '../lib/toast'
import type errorMessages from './locales/ru/errors.json'

type ErrorKey = keyof typeof errorMessages

const t = (key: ErrorKey): string => i18next.t(key, { ns: 'errors' })

const transportErrorKeys: Record<Exclude<ApiError['kind'], 'http'>, ErrorKey> = {
  offline: 'offline',
  network: 'network',
  timeout: 'timeout',
  aborted: 'network',
  badResponse: 'badResponse',
}

/** A listed detail other than `common`, which means "Unknown error". */
export const hasSpecificDetail = (error: unknown): boolean =>
  error instanceof ApiError && error.detail !== undefined && error.detail !== 'common'

/** For these a 401 is about what was sent: a password, a code, the token of a link. */
const callsWithOwn401: ReadonlySet<CallName> = new Set<CallName>([
  'login',
  'register',
  'completeLmsLogin',
  'refreshSession',
  'logout',
  'setNewPassword',
])

const sessionDetails: ReadonlySet<ErrorDetail | undefined> = new Set<ErrorDetail | undefined>([
  undefined,
  'common',
  'Invalid token',
  'No token provided',
])

/** A 401 that stays after a refresh: the session is not accepted, whatever words a framework has for it. */
const isSessionRefused = ({ status, detail, operation, isFromApplication }: ApiError): boolean =>
  status === 401 && isFromApplication && sessionDetails.has(detail) && !callsWithOwn401.has(operation)

/** What says more than the detail: who refused the request, or that it needs another session. */
const getRefusalKey = (error: ApiError, gateway: 'gateway' | 'hint.gateway'): ErrorKey | null => {
  if (isGatewayRefusal(error)) return gateway
  return isSessionRefused(error) ? 'hint.401' : null
}

/** If the server sent text that has no message: "Unknown error", then the message for the status. */
const withUnknownPrefix = (error: ApiError, help: string): string =>
  getServerDetail(error) === null ? help : `${t('common')}. ${help}`

/** For forms and buttons: the message of the detail, of a 429 or of a failed request, else "Unknown error". */
export const errorMessage = (error: unknown): string => {
  if (!(error instanceof ApiError)) return t('common')
  if (error.kind !== 'http') return t(transportErrorKeys[error.kind])
  const refusal = getRefusalKey(error, 'gateway')
  if (refusal) return t(refusal)
  // Compiles only if every detail of the contract has a message.
  if (error.detail) return t(error.detail)
  return error.status === 429 ? withUnknownPrefix(error, t('rate_limited')) : t('common')
}

const statusesWithTitle = new Set([400, 401, 403, 404, 422, 429, 500, 502, 503] as const)
type TitledStatus = typeof statusesWithTitle extends Set<infer Status> ? Status : never
const hasTitle = (status: number): status is TitledStatus =>
  (statusesWithTitle as ReadonlySet<number>).has(status)

const titleKey = (error: ApiError): ErrorKey => {
  if (error.kind === 'offline') return 'title.offline'
  if (error.kind === 'badResponse') return 'title.badResponse'
  if (error.kind !== 'http') return 'title.network'
  const status = error.status ?? 500
  if (status === 403 && isGatewayRefusal(error)) return 'title.gateway'
  if (hasTitle(status)) return `title.${status}`
  return status >= 500 ? 'title.5xx' : 'title.4xx'
}

export const errorTitle = (error: ApiError): string => t(titleKey(error))

const hintKeys = new Map<number, ErrorKey>([
  [400, 'hint.400'],
  [401, 'hint.401'],
  [403, 'hint.403'],
  [404, 'hint.404'],
  [422, 'hint.422'],
  [429, 'hint.429'],
])

/** What happened and what to do next, for an error page. */
export const errorHint = (error: ApiError): string => {
  if (error.kind === 'offline') return t('hint.offline')
  if (error.kind === 'badResponse') return t('hint.badResponse')
  if (error.kind !== 'http') return t('hint.network')
  const refusal = getRefusalKey(error, 'hint.gateway')
  if (refusal) return t(refusal)
  if (hasSpecificDetail(error)) return errorMessage(error)
  const status = error.status ?? 500
  return withUnknownPrefix(error, t(hintKeys.get(status) ?? (status >= 500 ? 'hint.5xx' : 'hint.4xx')))
}

const sectionMessageKeys = new Map<number, ErrorKey>([
  [403, 'access_denied'],
  [404, 'not_found'],
  [422, 'network_request'],
])

/** For an error inside a section: the message for a known reason, else a short one for the status. */
export const shortErrorMessage = (error: unknown): string => {
  if (!(error instanceof ApiError) || error.kind !== 'http' || hasSpecificDetail(error))
    return errorMessage(error)
  const refusal = getRefusalKey(error, 'gateway')
  if (refusal) return t(refusal)
  const status = error.status ?? 500
  const short = status >= 500 ? 'server_error' : sectionMessageKeys.get(status)
  return short ? withUnknownPrefix(error, t(short)) : errorMessage(error)
}

/** For a chunk that failed to load: "reload the page" if a deployment removed it, else a network error. */
export const chunkErrorMessage = (): string =>
  staleChunks.isPromptShown() ? i18next.t('reloadNeeded.part', { ns: 'common' }) : t('network')

/** For a chunk that failed to load where the page has no place for an error. */
export const showChunkError = (): void => {
  toast.error(chunkErrorMessage(), { id: 'missing-part' })
}

/** Why a button is disabled during the pause that a failure's Retry-After asks for; empty without one. */
export const retryReason = (seconds: number): string =>
  seconds > 0 ? i18next.t('retryIn', { ns: 'common', seconds }) : ''

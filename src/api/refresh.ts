import { formatRefreshCookie } from '../lib/cookie'
import type { ApiDeps } from './deps'
import { ApiError, createTimeoutError, isClientError, toApiError } from './errors'
import { type AuthResponse, isAuthResponse } from './session-channel'
import type { SessionCore } from './session-core'
import { untilAborted } from './until-aborted'
import { withoutNulls } from './unwrap'
import { withLock } from './with-lock'

/** The refresh is the only call with a timeout. After it the request goes on for as long again, see `awaitAnswer`. */
export const REFRESH_TIMEOUT_MS = 15_000
/** The lock's holder may first wait for an orphaned refresh and then make its own. */
const LOCK_TIMEOUT_MS = 2 * REFRESH_TIMEOUT_MS + 5000
/** How long to wait for the message with the new access token of the tab that held the lock before. */
const HANDOVER_TIMEOUT_MS = 300

const ORPHAN_POLL_MS = 200

const OPERATION = 'refreshSession'

type RefreshDeps = Pick<ApiDeps, 'baseUrl' | 'fetch' | 'storage' | 'cookies' | 'locks' | 'clock'>

/** Statuses by which the application refuses a refresh. */
const REFUSALS: ReadonlySet<number | undefined> = new Set([400, 401, 403, 404, 422])

/**
 * Whether this error of a refresh ends the session: only if the application itself refuses, with its own JSON. Everything
 * else says nothing about the session: no answer, a page of a gateway or a firewall, an unreadable answer, a 429, a 5xx.
 * A bad minute of the network or the database must not sign out candidates in an exam.
 */
const endsSession = (error: unknown): error is ApiError => isClientError(error) && REFUSALS.has(error.status)

/** Access tokens live for minutes, so a session that was refused this soon was probably never stored. */
const JUST_SIGNED_IN_MS = 5 * 60_000

/** The login succeeded, but this first refresh after it has no session: the browser did not keep the cookie. */
const isCookieLost = ({ status, detail }: ApiError, { storage, clock }: RefreshDeps): boolean => {
  const signedInAt = storage.get('flagship.signedInAt')
  const age = clock.now() - Number(signedInAt)
  if (signedInAt === null || (status !== 401 && status !== 422)) return false
  return detail === 'No token provided' || (age >= 0 && age < JUST_SIGNED_IN_MS)
}

type MarkDeps = Pick<ApiDeps, 'storage' | 'cookies' | 'clock'>

const STORAGE_KEY = 'flagship.refreshing'

const hasMarkCookie = ({ cookies }: MarkDeps): boolean => cookies.read().includes('flagship_refreshing')

/**
 * Marks a pending refresh for the next one, in case this page is closed or reloaded, or gives up. The web server removes
 * the cookie with the response (deploy/nginx), so the next page knows when it is done.
 */
const markRefresh = (deps: MarkDeps): string => {
  deps.cookies.write(formatRefreshCookie(REFRESH_TIMEOUT_MS / 1000))
  // "c": the cookie could be stored, so its absence later means that the response has arrived.
  const mark = deps.clock.now() + (hasMarkCookie(deps) ? ' c' : '')
  deps.storage.set(STORAGE_KEY, mark)
  return mark
}

const unmarkRefresh = ({ storage, cookies }: MarkDeps): void => {
  storage.remove(STORAGE_KEY)
  cookies.write(formatRefreshCookie(0))
}

/** How many milliseconds a marked refresh may still be pending; 0 or less when none is. */
const getOrphanTimeLeft = (deps: MarkDeps): number => {
  const [startedAt, hadCookie] = deps.storage.get(STORAGE_KEY)?.split(' ') ?? []
  const age = deps.clock.now() - Number(startedAt)
  return age >= 0 && !(hadCookie && !hasMarkCookie(deps)) ? REFRESH_TIMEOUT_MS - age : 0
}

const abortedError = () => new ApiError({ kind: 'aborted', operation: OPERATION })

const parseBody = (text: string): unknown => {
  try {
    return withoutNulls(JSON.parse(text))
  } catch {
    return null
  }
}

/** One request, ended with the session or at the latest after twice the timeout. Rejects unless valid tokens come. */
const requestTokens = async (
  core: SessionCore,
  { baseUrl, fetch, clock }: RefreshDeps,
): Promise<AuthResponse> => {
  const epochSignal = core.signal()
  const controller = new AbortController()
  const abort = () => controller.abort(epochSignal.reason)
  const cancelEnd = clock.after(2 * REFRESH_TIMEOUT_MS, () => controller.abort(createTimeoutError()))
  epochSignal.addEventListener('abort', abort)
  const send = async () => {
    const request = new Request(`${baseUrl}/auth/refresh`, {
      method: 'POST',
      credentials: 'include',
      headers: { Accept: 'application/json' },
      signal: controller.signal,
      // The new cookie must be stored even when the page is closed.
      keepalive: true,
    })
    const response = await fetch(request)
    const body = parseBody(await response.text())
    if (!response.ok || !isAuthResponse(body)) throw toApiError({ response, body }, OPERATION)
    return body
  }
  try {
    return await untilAborted(send(), controller.signal)
  } catch (thrown) {
    throw toApiError({ thrown, signal: controller.signal }, OPERATION)
  } finally {
    cancelEnd()
    epochSignal.removeEventListener('abort', abort)
  }
}

/** Resolves when another tab sends its tokens, or after the timeout. */
const waitForHandover = (core: SessionCore, { clock }: RefreshDeps, timeoutMs: number): Promise<void> =>
  new Promise(resolve => {
    const done = () => {
      cancelTimeout()
      unsubscribe()
      resolve()
    }
    const unsubscribe = core.onNewTokens(done)
    const cancelTimeout = clock.after(timeoutMs, done)
  })

/**
 * A mark found under the lock belongs to a tab that was closed during its refresh or gave up waiting. The server may have
 * rotated the cookie already, and reusing the old one would look like token theft, so wait for the new cookie.
 */
const waitForOrphanedRefresh = async (
  core: SessionCore,
  deps: RefreshDeps,
  isDone: () => boolean,
): Promise<void> => {
  for (let left = getOrphanTimeLeft(deps); left > 0; left = getOrphanTimeLeft(deps)) {
    await waitForHandover(core, deps, Math.min(left, ORPHAN_POLL_MS))
    if (isDone()) return
  }
}

/**
 * Waits for the answer within the timeout, with a mark for the next page. A late answer may still bring the only valid
 * cookie: the mark stays for it, so that the next refresh waits, and `onLate` gets its tokens.
 */
const awaitAnswer = async (
  deps: RefreshDeps,
  request: () => Promise<AuthResponse>,
  onLate: (auth: AuthResponse) => void,
): Promise<AuthResponse> => {
  const timeout = new AbortController()
  const cancelTimeout = deps.clock.after(REFRESH_TIMEOUT_MS, () => timeout.abort(createTimeoutError()))
  markRefresh(deps)
  const answer = request()
  try {
    return await untilAborted(answer, timeout.signal)
  } catch (thrown) {
    const error = toApiError({ thrown, signal: timeout.signal }, OPERATION)
    // When the page unloads, fetch rejects first though the request goes on: wait one task, so that the mark stays.
    if (error.kind === 'network') await new Promise<void>(resolve => deps.clock.after(0, resolve))
    throw error
  } finally {
    cancelTimeout()
    if (timeout.signal.aborted) {
      const mark = markRefresh(deps)
      const unmarkOwn = () => deps.storage.get(STORAGE_KEY) === mark && unmarkRefresh(deps)
      void answer.then(onLate, () => {}).finally(unmarkOwn)
    } else unmarkRefresh(deps)
  }
}

/** Requests tokens and applies them, unless the session has ended meanwhile. */
const refreshTokens = async (core: SessionCore, deps: RefreshDeps, isRetry = false): Promise<void> => {
  const epoch = core.epoch()
  const tokenBefore = deps.storage.get('token')
  const hasEnded = () => core.epoch() !== epoch
  const apply = (auth: AuthResponse) => {
    core.applyAuth(auth, 'refresh')
    deps.storage.remove('flagship.signedInAt')
  }
  try {
    const auth = await awaitAnswer(
      deps,
      () => requestTokens(core, deps),
      late => {
        if (!hasEnded() && deps.storage.get('token') === tokenBefore) apply(late)
      },
    )
    if (hasEnded()) throw abortedError()
    if (deps.storage.get('token') === null) {
      core.end('logout', 'elsewhere')
      throw abortedError()
    }
    apply(auth)
  } catch (error) {
    if (hasEnded()) throw abortedError()
    if (!endsSession(error)) throw error
    const stored = deps.storage.get('token')
    // Another tab has rotated the token meanwhile, so the session is alive: retry with the new one.
    if (stored !== null && stored !== tokenBefore && !isRetry) return refreshTokens(core, deps, true)
    core.end(isCookieLost(error, deps) ? 'noCookies' : 'expired')
    throw error
  }
}

const refreshUnderLock = async (core: SessionCore, deps: RefreshDeps): Promise<void> => {
  const epoch = core.epoch()
  const accessBefore = core.access()
  const tokenBefore = deps.storage.get('token')
  const hasNewAccess = () => core.access() !== accessBefore
  const hasEnded = () => core.epoch() !== epoch || deps.storage.get('token') === null
  const wait = { clock: deps.clock, timeoutMs: LOCK_TIMEOUT_MS, signal: core.signal() }
  try {
    await withLock(deps.locks(), 'auth-refresh', wait, async wasHeld => {
      if (hasEnded()) throw abortedError()
      if (!hasNewAccess() && (wasHeld || deps.storage.get('token') !== tokenBefore))
        await waitForHandover(core, deps, HANDOVER_TIMEOUT_MS)
      if (!hasNewAccess()) await waitForOrphanedRefresh(core, deps, () => hasNewAccess() || hasEnded())
      if (hasEnded()) throw abortedError()
      if (!hasNewAccess()) await refreshTokens(core, deps)
    })
  } catch (thrown) {
    throw toApiError({ thrown }, OPERATION)
  }
}

/**
 * Silent refresh: one at a time per tab and, by a Web Lock, per origin. Resolves when there is a new access token, from
 * whichever tab. Rejects with an `ApiError`, of kind `aborted` when the session ended meanwhile. See `endsSession` for
 * the failures that end the session.
 */
export const createRefresh = (core: SessionCore, deps: RefreshDeps): (() => Promise<void>) => {
  let pending: { epoch: number; done: Promise<void> } | null = null

  const begin = async (previous: Promise<void> | undefined): Promise<void> => {
    // A refresh of the previous epoch was aborted, but may still hold the lock and the mark.
    await previous?.catch(() => {})
    if (deps.storage.get('token') === null) throw abortedError()
    await refreshUnderLock(core, deps)
  }

  return () => {
    const epoch = core.epoch()
    if (pending?.epoch === epoch) return pending.done
    const done = begin(pending?.done).finally(() => {
      if (pending?.done === done) pending = null
    })
    pending = { epoch, done }
    // Callers may ignore the result without an unhandled rejection.
    done.catch(() => {})
    return done
  }
}

import { type AuthResponse, isAuthResponse } from './auth-response'
import type { ApiDeps } from './deps'
import { ApiError, toApiError } from './errors'
import { isRefreshFailure } from './refresh-failure'
import { markRefresh, orphanTimeLeft, unmarkRefresh } from './refresh-mark'
import type { SessionCore } from './session-core'
import { untilAborted } from './until-aborted'
import { withLock } from './with-lock'
import { withoutNulls } from './without-nulls'

/** Milliseconds that a refresh may take; the only call with a limit (design §5, specification §7). */
export const refreshLimit = 15_000
/** Milliseconds to wait for the lock: its holder may wait for an orphaned refresh, and then makes its own. */
const lockLimit = 2 * refreshLimit + 5000
/** Milliseconds that the tab before us has to hand its new access token over, once the lock is ours. */
const handoverLimit = 300

/** Milliseconds between two looks at whether an orphaned refresh has ended. */
const orphanPoll = 200

const operation = 'post /auth/refresh'

type RefreshDeps = Pick<
  ApiDeps,
  'baseUrl' | 'fetch' | 'storage' | 'cookies' | 'locks' | 'clock' | 'refreshFailure'
>

const overtaken = () => new ApiError({ kind: 'aborted', operation })

const parse = (text: string): unknown => {
  try {
    return withoutNulls(JSON.parse(text))
  } catch {
    return null
  }
}

/** One call, which always settles within its limit. Throws the `ApiError` of whatever was not a good answer. */
const ask = async (core: SessionCore, { baseUrl, fetch, clock }: RefreshDeps): Promise<AuthResponse> => {
  const alive = core.signal()
  const call = new AbortController()
  const abort = () => call.abort(alive.reason)
  const stop = clock.after(refreshLimit, () => call.abort(new DOMException('Too slow.', 'TimeoutError')))
  alive.addEventListener('abort', abort)
  const exchange = async () => {
    const request = new Request(`${baseUrl}/auth/refresh`, {
      method: 'POST',
      credentials: 'include',
      headers: { Accept: 'application/json' },
      signal: call.signal,
      // The new cookie must arrive even when the page that asked for it is gone.
      keepalive: true,
    })
    const response = await fetch(request)
    const body = parse(await response.text())
    if (!response.ok || !isAuthResponse(body)) throw toApiError({ response, body }, operation)
    return body
  }
  try {
    return await untilAborted(exchange(), call.signal)
  } catch (thrown) {
    throw toApiError({ thrown, signal: call.signal }, operation)
  } finally {
    stop()
    alive.removeEventListener('abort', abort)
  }
}

/** Resolves when another tab's tokens arrive, or after so many milliseconds without them. */
const handover = (core: SessionCore, { clock }: RefreshDeps, limit: number): Promise<void> =>
  new Promise(resolve => {
    const done = () => {
      stop()
      forget()
      resolve()
    }
    const forget = core.onAdopt(done)
    const stop = clock.after(limit, done)
  })

/**
 * A mark under the lock belongs to a tab that was closed or reloaded during its refresh. The server may have taken the old
 * cookie already, and asking with it again would look like theft: wait until the answer has set the new one.
 */
const waitForOrphanedRefresh = async (
  core: SessionCore,
  deps: RefreshDeps,
  isDone: () => boolean,
): Promise<void> => {
  for (let left = orphanTimeLeft(deps, refreshLimit); left > 0; left = orphanTimeLeft(deps, refreshLimit)) {
    await handover(core, deps, Math.min(left, orphanPoll))
    if (isDone()) return
  }
}

/**
 * A page that is being left first sees its calls fail, though they go on without it, and has no later task to take its
 * mark off in.
 */
const marked = async <T>(deps: RefreshDeps, work: () => Promise<T>): Promise<T> => {
  markRefresh(deps, refreshLimit)
  try {
    return await work()
  } catch (error) {
    if (error instanceof ApiError && error.kind === 'network') {
      await new Promise<void>(resolve => deps.clock.after(0, resolve))
    }
    throw error
  } finally {
    unmarkRefresh(deps)
  }
}

/** Calls and takes the answer, unless the session that asked is over by then. */
const exchange = async (core: SessionCore, deps: RefreshDeps, isSecondTry = false): Promise<void> => {
  const epoch = core.epoch()
  const seen = deps.storage.get('token')
  const isOver = () => core.epoch() !== epoch
  try {
    const auth = await marked(deps, () => ask(core, deps))
    if (isOver()) throw overtaken()
    if (deps.storage.get('token') === null) {
      core.end('logout', 'elsewhere')
      throw overtaken()
    }
    core.adopt(auth, 'refresh')
  } catch (error) {
    if (isOver()) throw overtaken()
    if (!isRefreshFailure(error, deps.refreshFailure)) throw error
    const stored = deps.storage.get('token')
    // Another tab has rotated the token in between: its session is alive, and ours was only late.
    if (stored !== null && stored !== seen && !isSecondTry) return exchange(core, deps, true)
    core.end('expired')
    throw error
  }
}

const renew = async (core: SessionCore, deps: RefreshDeps): Promise<void> => {
  const epoch = core.epoch()
  const access = core.access()
  const token = deps.storage.get('token')
  const isServed = () => core.access() !== access
  const isOver = () => core.epoch() !== epoch || deps.storage.get('token') === null
  const wait = { clock: deps.clock, limit: lockLimit, signal: core.signal() }
  try {
    await withLock(deps.locks(), 'auth-refresh', wait, async wasHeld => {
      if (isOver()) throw overtaken()
      if (!isServed() && (wasHeld || deps.storage.get('token') !== token))
        await handover(core, deps, handoverLimit)
      if (!isServed()) await waitForOrphanedRefresh(core, deps, () => isServed() || isOver())
      if (isOver()) throw overtaken()
      if (!isServed()) await exchange(core, deps)
    })
  } catch (thrown) {
    throw toApiError({ thrown }, operation)
  }
}

/**
 * Makes the silent refresh (specification §7, design §7): one at a time in a tab and, by a Web Lock, on the origin.
 * Resolves when there is a new access token, whoever fetched it. Rejects with the `ApiError` of the refresh; of kind
 * `aborted` when the session ended meanwhile. A failed refresh, by the reading of `refreshFailure`, ends the session.
 */
export const createRefresh = (core: SessionCore, deps: RefreshDeps): (() => Promise<void>) => {
  let pending: { epoch: number; done: Promise<void> } | null = null

  const begin = async (before: Promise<void> | undefined): Promise<void> => {
    // The one of the last epoch is aborted, but must be out of the way.
    await before?.catch(() => {})
    if (deps.storage.get('token') === null) throw overtaken()
    await renew(core, deps)
  }

  return () => {
    const epoch = core.epoch()
    if (pending?.epoch === epoch) return pending.done
    const done = begin(pending?.done).finally(() => {
      if (pending?.done === done) pending = null
    })
    pending = { epoch, done }
    done.catch(() => {})
    return done
  }
}

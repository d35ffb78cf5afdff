import { type AuthResponse, isAuthResponse } from './auth-response'
import type { ApiDeps } from './deps'
import { ApiError, toApiError } from './errors'
import { isRefreshFailure } from './refresh-failure'
import type { SessionCore } from './session-core'
import { untilAborted } from './until-aborted'
import { withLock } from './with-lock'
import { withoutNulls } from './without-nulls'

/** Milliseconds that a refresh may take; the only call with a limit (design §5, specification §7). */
export const refreshLimit = 15_000
/** Milliseconds to wait for the lock: one refresh of another tab and a little more. */
const lockLimit = 20_000
/** Milliseconds that the tab before us has to hand its new access token over, once the lock is ours. */
const handoverLimit = 300

/**
 * Milliseconds that the refresh of a closed or reloaded tab is given to reach its end: the server has taken the old
 * cookie by then, and asking with it again would look like theft.
 */
const orphanLimit = 2000

const operation = 'post /auth/refresh'

type RefreshDeps = Pick<ApiDeps, 'baseUrl' | 'fetch' | 'storage' | 'locks' | 'clock' | 'refreshFailure'>

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
 * A mark under the lock is that of a tab that went away in the middle of its refresh, for whoever lives takes it off
 * before letting go. Its call is still under way.
 */
const orphanEnd = async (core: SessionCore, deps: RefreshDeps): Promise<void> => {
  const age = deps.clock.now() - Number(deps.storage.get('flagship.refreshing') ?? Number.NaN)
  if (age >= 0 && age < orphanLimit) await handover(core, deps, orphanLimit - age)
}

/**
 * A page that is being left first sees its calls fail, though they go on without it, and has no later task to take its
 * mark off in.
 */
const marked = async <T>({ storage, clock }: RefreshDeps, work: () => Promise<T>): Promise<T> => {
  storage.set('flagship.refreshing', String(clock.now()))
  try {
    return await work()
  } catch (error) {
    if (error instanceof ApiError && error.kind === 'network') {
      await new Promise<void>(resolve => clock.after(0, resolve))
    }
    throw error
  } finally {
    storage.remove('flagship.refreshing')
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
  const wait = { clock: deps.clock, limit: lockLimit, signal: core.signal() }
  try {
    await withLock(deps.locks(), 'auth-refresh', wait, async wasHeld => {
      if (core.epoch() !== epoch || deps.storage.get('token') === null) throw overtaken()
      if (!isServed() && (wasHeld || deps.storage.get('token') !== token))
        await handover(core, deps, handoverLimit)
      if (!isServed()) await orphanEnd(core, deps)
      if (core.epoch() !== epoch) throw overtaken()
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

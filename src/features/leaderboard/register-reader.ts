import type { QueryClient } from '@tanstack/react-query'
import type { Profile } from '../../../packages/contract/schema.gen'
import { ApiError } from '../../api/errors'
import { userCompetenciesQuery } from '../../api/queries/profile'
import type { LeaderboardRow } from '../../api/responses'
import { shouldRetry } from '../../api/retry'
import { clock } from '../../lib/clock'
import { createStore } from '../../lib/store'

/** Requests at once; fewer where the user saves data. */
const MAX_AT_ONCE = 3
const MAX_WHEN_SAVING = 2
/** Profiles that were read in the last minutes are not read again. */
const FRESH_MS = 300_000
/** Answers are shown together: each changes every row of a register. */
const SHOW_EVERY_MS = 200
/** After a 429 without `Retry-After`. */
const DEFAULT_PAUSE_SECONDS = 10

export interface ReadingState {
  phase: 'idle' | 'reading' | 'stopped' | 'done' | 'unsupported'
  profiles: ReadonlyMap<number, Profile>
  /** Why a person could not be read. */
  failures: ReadonlyMap<number, ApiError>
  /** The connection failed, so reading has stopped. */
  outage: ApiError | null
  /** The server wants a pause until then (`clock`), in milliseconds. */
  pausedUntil: number | null
  /** Of this run: how many answers, of how many people, in how many milliseconds. */
  pace: { answers: number; people: number; elapsedMs: number }
}

const getMaxAtOnce = (): number => {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  return connection?.saveData ? MAX_WHEN_SAVING : MAX_AT_ONCE
}

export const isAccount = ({ user_id }: LeaderboardRow): boolean => user_id > 0

/** The server does not have the operation; an unknown person has a detail of the contract. */
const isUnsupported = ({ status, detail }: ApiError): boolean =>
  status === 405 || status === 501 || (status === 404 && detail === undefined)

/** The next person would fail too. */
const isOutage = ({ kind, status }: ApiError): boolean =>
  kind === 'offline' || kind === 'network' || kind === 'timeout' || status === 401

const asApiError = (error: unknown): ApiError | null => (error instanceof ApiError ? error : null)

/** A 429 pauses all reads instead. */
const retry = (failures: number, error: unknown): boolean =>
  asApiError(error)?.status !== 429 && shouldRetry(failures, error)

/** Reads the profiles of people a few at a time, when it is told to; never by itself. */
export const createRegisterReader = (queryClient: QueryClient, rows: readonly LeaderboardRow[]) => {
  const isFresh = (updatedAt: number) => clock.now() - updatedAt < FRESH_MS
  const known = rows.filter(isAccount).flatMap(({ user_id }) => {
    const { data, dataUpdatedAt } = queryClient.getQueryState(userCompetenciesQuery(user_id).queryKey) ?? {}
    return data && isFresh(dataUpdatedAt ?? 0) ? [[user_id, data] as const] : []
  })
  const profiles = new Map(known)
  const failures = new Map<number, ApiError>()
  const state = createStore<ReadingState>({
    phase: 'idle',
    profiles: new Map(profiles),
    failures: new Map(),
    outage: null,
    pausedUntil: null,
    pace: { answers: 0, people: 0, elapsedMs: 0 },
  })
  const update = (part: Partial<ReadingState>) => state.set({ ...state.get(), ...part })
  let queue: LeaderboardRow[] = []
  let workers = 0
  let startedAt = 0
  let isRunning = false
  let staleTime = FRESH_MS

  let asked = 0
  let answers = 0
  let stopShowing: (() => void) | null = null

  const show = (part: Partial<ReadingState> = {}) => {
    stopShowing?.()
    stopShowing = null
    update({
      profiles: new Map(profiles),
      failures: new Map(failures),
      pace: { answers, people: asked, elapsedMs: clock.now() - startedAt },
      ...part,
    })
  }

  const halt = (part: Partial<ReadingState>) => {
    isRunning = false
    show(part)
  }

  const wait = async (milliseconds: number) => {
    update({ pausedUntil: Math.max(state.get().pausedUntil ?? 0, clock.now() + milliseconds) })
    await new Promise<void>(resolve => clock.after(milliseconds, resolve))
    if ((state.get().pausedUntil ?? 0) <= clock.now()) update({ pausedUntil: null })
  }

  const takePause = async () => {
    const { pausedUntil } = state.get()
    if (pausedUntil !== null && pausedUntil > clock.now()) await wait(pausedUntil - clock.now())
  }

  const addAnswer = () => {
    answers += 1
    stopShowing ??= clock.after(SHOW_EVERY_MS, () => show())
  }

  const fail = async (row: LeaderboardRow, error: ApiError) => {
    if (error.status === 429) {
      queue.unshift(row)
      return wait((error.retryAfter ?? DEFAULT_PAUSE_SECONDS) * 1000)
    }
    if (isOutage(error)) {
      queue.unshift(row)
      return halt({ phase: 'stopped', outage: error })
    }
    if (isUnsupported(error) && profiles.size === 0) return halt({ phase: 'unsupported' })
    failures.set(row.user_id, error)
    return addAnswer()
  }

  const read = async (row: LeaderboardRow) => {
    try {
      const query = { ...userCompetenciesQuery(row.user_id), staleTime, retry }
      profiles.set(row.user_id, await queryClient.query(query))
      addAnswer()
    } catch (error) {
      const known = asApiError(error)
      // Cancelled, because the session has ended.
      if (!known || known.kind === 'aborted') return halt({ phase: 'stopped' })
      await fail(row, known)
    }
  }

  const work = async () => {
    workers += 1
    while (isRunning) {
      await takePause()
      const row = isRunning ? queue.shift() : undefined
      if (!row) break
      await read(row)
    }
    workers -= 1
    if (workers === 0 && isRunning) halt({ phase: 'done' })
  }

  return {
    subscribe: state.subscribe,
    get: state.get,
    /** Goes on with those that are not read: at first, after a stop, and again for those that failed. */
    start: (people: readonly LeaderboardRow[]): void => {
      if (isRunning) return
      queue = people.filter(row => isAccount(row) && !profiles.has(row.user_id))
      asked = queue.length
      isRunning = true
      startedAt = clock.now()
      answers = 0
      failures.clear()
      show({ phase: 'reading', outage: null })
      // Those of an earlier run that still wait for their answer go on with this one.
      for (let free = getMaxAtOnce() - workers; free > 0; free -= 1) void work()
    },
    /** Answers that are under way are still taken. */
    stop: (): void => {
      if (isRunning) halt({ phase: 'stopped' })
    },
    /** Reads everybody anew. */
    restart(people: readonly LeaderboardRow[]): void {
      if (isRunning) return
      staleTime = 0
      profiles.clear()
      this.start(people)
    },
  }
}

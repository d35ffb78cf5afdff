import type { QueryClient } from '@tanstack/react-query'
import type { ContactEvent } from '../api/contact'
import { ApiError, isRefusal } from '../api/errors'
import type { Clock } from '../lib/clock'
import type { ServerClock } from '../lib/server-clock'
import type { Group } from './answers'
import { followExamAnswers, unknownExams } from './exam-watch-answers'
import { judgeContact } from './exam-watch-contact'
import { examNews, type KnownExam } from './exam-watch-news'
import { examFailurePause, examPause } from './exam-watch-pause'
import type { ExamStore } from './exam-watch-store'
import { createPollLoop } from './poll-loop'

/** The application's own word that it shows the exam no more; a gateway may use the same status. */
const isFinal = (error: unknown): boolean =>
  isRefusal(error) && error instanceof ApiError && error.detail !== undefined

/** What the watcher takes from its surroundings. */
export interface ExamWatchDeps {
  queryClient: QueryClient
  store: ExamStore
  clock: Clock
  serverClock: ServerClock
  isVisible: () => boolean
  /** Asks the server once for a group; the answer lands in the cache. It reads and does nothing else. */
  ask: (groupId: number) => Promise<unknown>
  /** Hears of the outcome of every call of the application. */
  followCalls: (listener: (event: ContactEvent) => void) => () => void
}

/** An answer is this fresh when nobody needs to ask again, in milliseconds. */
const fresh = 1000
/** Larger differences between server time and elapsed time are a jump: of the device's clock, or a sleep. */
const jump = 2000
/** A second's tick that comes later than this has slept, in milliseconds. */
const nap = 5000
/** How long until an exam that was refused is asked for again, in milliseconds. */
const refusedPause = 60_000
/** After the groups came, what stands on the screen is read first. */
const idleDelay = 3000

/** Notices, by a tick each second, that time has passed behind the tab's back. */
const createSleepWatch = (clock: Clock, serverClock: ServerClock) => {
  const difference = () => serverClock.now() - clock.elapsed()
  let known = difference()
  let lookedAt = clock.elapsed()
  const settle = () => {
    known = difference()
    lookedAt = clock.elapsed()
  }
  return {
    settle,
    hasSlept: (): boolean => {
      const hasSlept = Math.abs(difference() - known) > jump || clock.elapsed() - lookedAt > nap
      settle()
      return hasSlept
    },
  }
}

/**
 * Watches the exam that runs, for every page (ux §4, design §8): each minute, at its end, and on every return, in the tab that
 * is looked at. The server alone says that it is over.
 */
export const watchExam = (deps: ExamWatchDeps) => {
  const { queryClient, store, clock, serverClock } = deps
  const sleep = createSleepWatch(clock, serverClock)
  let known: KnownExam | null = null
  /** The time is over, and what comes next is not said yet. */
  let undecided: number | null = null
  let asking: number | null = null
  let answeredAt: number | null = null
  let isStopped = false

  /** While it is told that an exam is refused, it is asked for: an access taken by mistake comes back. */
  const refused = () => {
    const { notice } = store.get()
    return notice?.kind === 'refused' ? notice.groupId : null
  }
  const target = () => store.get().groupId ?? undecided ?? refused()
  const isRefused = () => refused() !== null && target() === refused()
  const pause = () =>
    isRefused()
      ? refusedPause
      : examPause(store.get().groupId !== null, known?.endsAt ?? null, serverClock.now())
  const age = () => (answeredAt === null ? Number.POSITIVE_INFINITY : clock.elapsed() - answeredAt)

  const loop = createPollLoop({
    clock,
    ask: async () => asking !== null && deps.ask(asking),
    pause: (failures, error) => (failures > 0 && !isRefused() ? examFailurePause(failures, error) : pause()),
    onFailure: (_, error) => {
      if (isFinal(error) && asking !== null) refuse(asking)
    },
  })
  const askNow = () => {
    if (age() >= fresh) loop.askNow()
  }
  /** Follows what runs and whether the tab is seen. */
  const update = () => {
    const wanted = deps.isVisible() ? target() : null
    if (wanted === asking) return
    loop.stop()
    asking = wanted
    if (wanted !== null) loop.start(Math.max(0, pause() - age()))
  }
  const refuse = (groupId: number) => {
    undecided = null
    if (store.get().groupId === groupId) store.refuse(groupId)
    update()
  }

  const take = (groupId: number, group: Group) => {
    const followed = store.get().groupId
    if (followed !== null && followed !== groupId) return
    const isOurs = groupId === target()
    const { running, moved, isOver, isUndecided } = examNews(
      isOurs ? known : null,
      group,
      isOurs ? store.keptEnd(groupId) : null,
    )
    if (!running && !isOurs) return
    const wasFollowed = followed !== null || refused() === groupId
    answeredAt = clock.elapsed()
    sleep.settle()
    undecided = isUndecided ? groupId : null
    if (running) {
      known = running
      store.follow(groupId, running.endsAt)
      if (moved) store.tell({ kind: 'moved', groupId, ...moved })
    } else {
      store.forget()
      if (isOver && wasFollowed) store.tell({ kind: 'over', groupId })
      // It is shown again, and does not run.
      else if (refused() === groupId) store.dismiss()
    }
    update()
    loop.restart()
  }

  let cancelLook = () => {}
  const looked = new Set<number>()
  /** A candidate who signs in on another device sees the clock too: exams nothing is known of are read once. */
  const lookInto = async (groups: unknown) => {
    const unknown = unknownExams(queryClient, groups, serverClock.now()).filter(id => !looked.has(id))
    for (const id of unknown) {
      if (isStopped || target() !== null || !deps.isVisible()) return
      looked.add(id)
      await deps.ask(id).catch(() => {})
    }
  }
  const plan = (groups: unknown) => {
    cancelLook()
    cancelLook = clock.after(idleDelay, () => void lookInto(groups))
  }

  store.recall()
  const judge = judgeContact({
    check: askNow,
    onChange: isCut => store.setCut(isCut && store.get().groupId !== null),
  })
  const stops = [
    store.subscribe(update),
    followExamAnswers(queryClient, { onGroup: take, onList: plan }),
    deps.followCalls(judge),
    // However new the last answer seems: elapsed time may have stood still meanwhile.
    clock.every(1000, () => sleep.hasSlept() && loop.askNow()),
  ]
  update()

  return {
    askNow,
    /** The tab was shown or hidden, or another tab has kept an exam. */
    onVisibility(): void {
      if (deps.isVisible()) {
        store.recall()
        if (age() >= fresh) answeredAt = null
      }
      update()
    },
    onFocus: askNow,
    /** The browser says that there is no connection. */
    onOffline(): void {
      if (store.get().groupId !== null) store.setCut(true)
    },
    stop(): void {
      isStopped = true
      cancelLook()
      for (const stop of stops) stop()
      loop.stop()
      store.leave()
    },
  }
}

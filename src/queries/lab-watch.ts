import type { QueryClient } from '@tanstack/react-query'
import type { Channel } from '../api/deps'
import { isRefusal } from '../api/errors'
import type { Locks } from '../api/with-lock'
import type { Clock } from '../lib/clock'
import type { TaskPlace } from '../lib/last-task'
import type { ServerClock } from '../lib/server-clock'
import type { UserKey } from '../lib/user-key'
import { followLabAnswers, type LabAnswer, patchStatuses } from './lab-answers'
import { askedAt, laterLab } from './lab-later'
import { noteHidden, noteStatus } from './lab-learning'
import { failurePause, pollPause } from './lab-pause'
import { type LabMessage, openLabTabs, takeTurn } from './lab-tabs'
import { isSamePlace, type LabTracker } from './lab-tracker'
import { type LabView, labState, labView } from './lab-view'
import { labStatusQuery } from './labs'
import { createPollLoop, type PollLoop } from './poll-loop'

/** What the watcher takes from its surroundings. */
export interface LabWatchDeps {
  queryClient: QueryClient
  tracker: LabTracker
  userId: UserKey
  clock: Clock
  serverClock: ServerClock
  locks: () => Locks | null
  openChannel: () => Channel | null
  isVisible: () => boolean
  /** Asks the server once; the answer lands in the cache. */
  ask: (place: TaskPlace) => Promise<unknown>
  /** Something was heard of a lab of which something was known. */
  onAnswer: (answer: LabAnswer) => void
  /** So many questions in a row had no answer. */
  onTrouble: (failures: number, error: unknown) => void
}

/** An answer is this fresh when nobody needs to ask again, in milliseconds. */
const fresh = 1000
/** Larger differences between server time and elapsed time are a jump: of the device's clock, or a sleep. */
const jump = 2000
/** Another tab's question that is older than our own last write, but not by more than a lost clock. */
const longestRace = 60_000

/** The question on time: at the pace of the state, in one tab, and only while somebody looks (ux §3, lab panel). */
const createTurns = (deps: LabWatchDeps, view: () => LabView) => {
  let place: TaskPlace | null = null
  let loop: PollLoop | null = null
  let release = () => {}
  let answeredAt: number | null = null

  const enter = (next: TaskPlace) => {
    place = next
    const mine = createPollLoop({
      clock: deps.clock,
      ask: () => deps.ask(next),
      pause: (failures, error) => (failures > 0 ? failurePause(failures, error) : pollPause(view())),
      onFailure: (failures, error) => {
        // Refused is refused: there is no such lab for this person any more.
        if (isRefusal(error)) deps.tracker.forget(next)
        else deps.onTrouble(failures, error)
      },
    })
    loop = mine
    release = takeTurn(deps.locks(), () => {
      const age = answeredAt === null ? Number.POSITIVE_INFINITY : deps.clock.elapsed() - answeredAt
      mine.start(Math.max(0, (pollPause(view()) ?? 0) - age))
    })
  }
  const leave = () => {
    loop?.stop()
    release()
    loop = null
    place = null
  }
  return {
    place: () => place,
    isLeading: () => loop?.isRunning() === true,
    isFresh: () => answeredAt !== null && deps.clock.elapsed() - answeredAt < fresh,
    askNow: () => loop?.askNow(),
    answered: () => {
      answeredAt = deps.clock.elapsed()
      loop?.restart()
    },
    /** What was known may have changed while nobody looked. */
    doubt: () => {
      answeredAt = null
    },
    /** Follows what is tracked and whether the tab is seen. */
    update: () => {
      const tracked = deps.tracker.get()
      const wanted = tracked?.isWatched && deps.isVisible() ? tracked.place : null
      if (isSamePlace(wanted, place)) return
      if (place) leave()
      if (wanted) enter(wanted)
    },
    leave,
  }
}

/**
 * Watches the one lab that runs, for every page and every tab (ux §3, design §8): keeps the cache at what the server
 * says, asks when the countdown reaches zero or the clock has jumped, and never stops anything by itself.
 */
export const watchLab = (deps: LabWatchDeps) => {
  const { queryClient, tracker, userId, clock, serverClock } = deps
  let isHearing = false
  let isStopped = false
  /** When the server last answered a start or stop of this tab, by its own time. */
  let settledAt = 0
  let askedAtZero: number | null = null
  let difference = serverClock.now() - clock.elapsed()

  const known = (place: TaskPlace | null) =>
    place ? queryClient.getQueryData(labStatusQuery(place.groupId, place.taskId).queryKey) : undefined
  const view = () => labView(known(turns.place()), { now: serverClock.now() })
  const turns = createTurns(deps, view)

  const tellTabs = (place: TaskPlace, askedAt: number) => {
    const status = known(place)
    if (status) tabs.post({ type: 'answer', userId, place, status, askedAt, now: serverClock.now() })
  }
  const askNow = () => {
    if (turns.isLeading()) turns.askNow()
    else if (turns.place()) tabs.post({ type: 'ask', userId })
  }

  const take = (answer: LabAnswer) => {
    const { place, before, after, askedAt, isGiven } = answer
    const state = labState(after)
    noteStatus(place, after)
    if (isSamePlace(place, turns.place())) turns.answered()
    if (state === 'off') tracker.forget(place)
    else if (state !== 'unknown') tracker.follow(place)
    // The wait is over, also for a person who had enough of it: somebody has to ask when the time is up.
    if (state === 'ready') tracker.setWatched(true)
    if (labState(before) !== state) patchStatuses(queryClient, place, after)
    if (before) deps.onAnswer(answer)
    if (isHearing) return
    if (isGiven) settledAt = serverClock.now()
    tellTabs(place, askedAt)
  }

  /** Another tab's answer. */
  const put = async ({ place, status, askedAt: asked }: Extract<LabMessage, { type: 'answer' }>) => {
    const { queryKey } = labStatusQuery(place.groupId, place.taskId)
    const told = askedAt(status, clock.elapsed() - (serverClock.now() - asked))
    // What this tab had asked for before tells of another time.
    if (labState(status) !== labState(known(place))) await queryClient.cancelQueries({ queryKey })
    if (isStopped) return
    isHearing = true
    queryClient.setQueryData(queryKey, old => laterLab(old, told))
    isHearing = false
  }

  const hear = (message: LabMessage) => {
    const place = turns.place()
    if (message.type === 'ask') {
      if (!place || !turns.isLeading()) return
      if (turns.isFresh()) tellTabs(place, serverClock.now())
      else turns.askNow()
      return
    }
    serverClock.agree(message.now)
    const age = settledAt - message.askedAt
    if (age > 0 && age < longestRace) return
    void put(message)
  }

  const tick = () => {
    const current = serverClock.now() - clock.elapsed()
    const hasJumped = Math.abs(current - difference) > jump
    difference = current
    const { left, expiresAt } = view()
    const isOver = left === 0 && expiresAt !== askedAtZero
    if (isOver) askedAtZero = expiresAt
    if (deps.isVisible() && (isOver || hasJumped)) askNow()
  }

  const tabs = openLabTabs(deps.openChannel, userId, hear)
  tracker.recall()
  const stops = [
    tracker.subscribe(turns.update),
    followLabAnswers(queryClient, serverClock, {
      onAnswer: take,
      onRunning: ([first]) => first && !tracker.get() && tracker.follow(first),
    }),
    clock.every(1000, tick),
  ]
  turns.update()

  return {
    askNow,
    /** The tab was shown or hidden. */
    onVisibility(): void {
      const isVisible = deps.isVisible()
      if (isVisible) turns.doubt()
      else noteHidden()
      turns.update()
      if (isVisible && turns.place()) tabs.post({ type: 'ask', userId })
    },
    onFocus(): void {
      if (deps.isVisible() && !turns.isFresh()) askNow()
    },
    stop(): void {
      isStopped = true
      // The next person has clicked nothing yet.
      noteHidden()
      for (const stop of stops) stop()
      turns.leave()
      tabs.close()
      tracker.leave()
    },
  }
}

import {
  getAttemptRule,
  getCurrentAttempt,
  getRunningAttempt,
  toAttemptView,
  toKnownStatus,
} from '../../api/attempts'
import { type Group, getAttempts } from '../../api/responses'
import { type AppStorage, storage } from '../../lib/storage'
import { createStore } from '../../lib/store'

/** Notices that stay until dismissed. Times are server time in milliseconds. */
export type ExamNotice = { groupId: number } & (
  | { kind: 'over' }
  | { kind: 'moved'; from: number; to: number }
  /** The server no longer gives access to the exam's group. */
  | { kind: 'refused' }
)

/** Last known state of a running attempt; the end is server time in milliseconds. */
interface KnownExam {
  attemptId: number
  endsAt: number | null
}

/** Smaller differences are rounding. */
const MIN_SHIFT_MS = 1000

/**
 * Compares a response with the last known state of the exam: the running attempt, whether its end has moved, whether
 * its time is over, and whether the next status isn't known yet, so that polling goes on.
 * @param known null if only the group and end were restored after a reload
 * @param storedEnd the restored end, of an unknown attempt
 */
export const getExamUpdate = (known: KnownExam | null, group: Group, storedEnd: number | null = null) => {
  const attempt = getRunningAttempt(group)
  if (attempt) {
    const { id, endsAt, startedAt } = toAttemptView(attempt, 0)
    // The end of an earlier attempt.
    const validEnd = storedEnd !== null && storedEnd > (startedAt ?? 0) ? storedEnd : null
    const before = known?.attemptId === id ? known.endsAt : null
    const from = known ? before : validEnd
    const hasMoved = from !== null && endsAt !== null && Math.abs(endsAt - from) >= MIN_SHIFT_MS
    return {
      running: { attemptId: id, endsAt },
      moved: hasMoved ? { from, to: endsAt } : null,
      isOver: false,
      isUndecided: false,
    }
  }
  const last = known ? getAttempts(group).find(({ id }) => id === known.attemptId) : getCurrentAttempt(group)
  const status = last && toKnownStatus(last.status)
  const { step, stepState } = getAttemptRule(status)
  const isExamOver = step === 'report' || step === 'review' || (step === 'exam' && stepState === 'done')
  const hasResult = step === 'review' && stepState !== 'current'
  return {
    running: null,
    moved: null,
    // Don't report an exam that ended earlier, perhaps days ago.
    isOver: isExamOver && (known !== null || !hasResult),
    isUndecided: status === 'time_left' || status === 'unknown',
  }
}

/** What is known of the exam of a user; one runs at a time. */
export interface ExamState {
  /** Group of the running exam; null when none runs. */
  groupId: number | null
  /** The attempt that ran last; null before the first answer. */
  known: KnownExam | null
  /** The end that an earlier page has stored. */
  storedEnd: number | null
  /** Group of an exam that is over, whose next status isn't known yet. */
  undecidedId: number | null
  /** The platform can't be reached. */
  isUnreachable: boolean
  notice: ExamNotice | null
}

const initialState: ExamState = {
  groupId: null,
  known: null,
  storedEnd: null,
  undecidedId: null,
  isUnreachable: false,
  notice: null,
}

export type ExamEvent =
  /** An earlier page or another tab has stored a running exam. */
  | { kind: 'restored'; groupId: number; endsAt: number | null }
  /** The server has sent a group. */
  | { kind: 'answered'; groupId: number; group: Group }
  /** The server no longer gives access to the group. */
  | { kind: 'refused'; groupId: number }
  | { kind: 'reached' }
  | { kind: 'cutOff' }
  | { kind: 'dismissed' }
  /** The user has left. */
  | { kind: 'left' }

const getRefusedGroup = ({ notice }: ExamState): number | null =>
  notice?.kind === 'refused' ? notice.groupId : null

/** The group to poll; one that was refused too, as that may have been a mistake. */
export const getPolledGroup = (state: ExamState): number | null =>
  state.groupId ?? state.undecidedId ?? getRefusedGroup(state)

export const isRefused = (state: ExamState): boolean =>
  getRefusedGroup(state) !== null && getPolledGroup(state) === getRefusedGroup(state)

const reduceAnswer = (state: ExamState, groupId: number, group: Group): ExamState => {
  if (state.groupId !== null && state.groupId !== groupId) return state
  const isPolled = groupId === getPolledGroup(state)
  const { running, moved, isOver, isUndecided } = getExamUpdate(
    isPolled ? state.known : null,
    group,
    isPolled ? state.storedEnd : null,
  )
  if (!running && !isPolled) return state
  const wasRefused = getRefusedGroup(state) === groupId
  const next = { ...state, storedEnd: null, undecidedId: isUndecided ? groupId : null }
  if (running) {
    const notice = state.groupId === groupId ? state.notice : null
    return { ...next, groupId, known: running, notice: moved ? { kind: 'moved', groupId, ...moved } : notice }
  }
  const wasRunning = state.groupId !== null
  const over: ExamState = { ...next, groupId: null, isUnreachable: !wasRunning && state.isUnreachable }
  if (isOver && (wasRunning || wasRefused)) return { ...over, notice: { kind: 'over', groupId } }
  // Accessible again, but not running.
  return wasRefused ? { ...over, notice: null } : over
}

/** The same object when an event changes nothing. */
export const reduceExam = (state: ExamState, event: ExamEvent): ExamState => {
  const isRunning = state.groupId !== null
  switch (event.kind) {
    case 'restored':
      return isRunning ? state : { ...state, groupId: event.groupId, storedEnd: event.endsAt }
    case 'answered':
      return reduceAnswer(state, event.groupId, event.group)
    case 'refused':
      return state.groupId === event.groupId
        ? { ...initialState, known: state.known, notice: { kind: 'refused', groupId: event.groupId } }
        : { ...state, undecidedId: null }
    case 'reached':
      return state.isUnreachable ? { ...state, isUnreachable: false } : state
    case 'cutOff':
      return isRunning && !state.isUnreachable ? { ...state, isUnreachable: true } : state
    case 'dismissed':
      return { ...state, notice: null }
    case 'left':
      return initialState
  }
}

/** Keeps the state across pages and reloads (storage key `flagship.exam`: group and end). */
export const createExamStore = (kept: AppStorage = storage) => {
  const { get, set, subscribe } = createStore(initialState)
  const save = ({ groupId, known }: ExamState, before: ExamState) => {
    if (groupId !== null && known)
      kept.set(
        'flagship.exam',
        known.endsAt === null ? `${groupId}` : `${groupId} ${Math.round(known.endsAt)}`,
      )
    else if (before.groupId !== null) kept.remove('flagship.exam')
  }
  const dispatch = (event: ExamEvent): void => {
    const before = get()
    const next = reduceExam(before, event)
    // Only what the server has said is stored: other tabs share it.
    if (next !== before && (event.kind === 'answered' || event.kind === 'refused')) save(next, before)
    set(next)
  }
  return {
    get,
    subscribe,
    dispatch,
    /** Restores what this or another tab has stored. */
    restore(): void {
      const [groupId, endsAt = null] = kept.get('flagship.exam')?.split(' ').map(Number) ?? []
      if (groupId !== undefined) dispatch({ kind: 'restored', groupId, endsAt })
    },
    dismiss: (): void => dispatch({ kind: 'dismissed' }),
  }
}

export type ExamStore = ReturnType<typeof createExamStore>

export const examStore = createExamStore()

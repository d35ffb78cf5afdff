import { errorHint, errorMessage, errorTitle, shortErrorMessage } from '../../i18n/error-messages'
import { ru } from '../messages'
import type { Failure } from './failures'

/** The text of a form or a button: the message of the detail. */
export const fullMessage = ({ error }: Failure): string[] => [errorMessage(error)]

/** The text of a section: the message of the detail, else a short one for the status. */
export const shortMessage = ({ error }: Failure): string[] => [shortErrorMessage(error)]

/** The text of a page that failed to load. */
export const pageError = ({ error }: Failure): string[] => [errorTitle(error), errorHint(error)]

/** Details that a page of a group explains. */
const explained = new Map<string | undefined, string>([
  ['email not verified', ru.groups['refused.unverified.title']],
  ['you dont have access to this group', ru.groups['refused.stranger.title']],
  ['Training in this group will begin later', ru.groups['refused.upcoming.title']],
  ['Training in this group has already ended', ru.groups['refused.ended.title']],
  ['You dont have access to this task', ru.groups['refused.task.title']],
  ['leaderboard is hidden', ru.groups['refused.leaderboard.title']],
  ['no started attempt exists', ru.groups['refused.attemptBefore.title']],
])

/** The text of a page of a group. */
export const groupPageError = (failure: Failure): string[] => {
  const title = explained.get(failure.error.detail)
  return title === undefined ? pageError(failure) : [title]
}

/** The outcome of a write is unknown: no readable answer, or a server error. */
export const isLost = ({ error }: Failure): boolean => error.kind !== 'http' || (error.status ?? 0) >= 500

/** For important writes: an error without a detail may come from a gateway, so the outcome is unknown too. */
export const isUnsure = (failure: Failure): boolean =>
  isLost(failure) || (failure.error.detail === undefined && failure.error.status !== 429)

/** No readable answer, or a server error without a detail. */
export const isBroken = (failure: Failure): boolean => isLost(failure) && failure.error.detail === undefined

export const hasStatus = ({ error }: Failure, ...statuses: number[]): boolean =>
  error.status !== undefined && statuses.includes(error.status)

/** Rejected by the application, which a retry would not change: any 4xx but 429. */
export const isRejected = (failure: Failure): boolean => !isLost(failure) && !hasStatus(failure, 429)

/** Texts of some failures by name, and of all others. */
export const byName =
  (own: Record<string, string[]>, others: (failure: Failure) => string[]) =>
  (failure: Failure): string[] =>
    own[failure.name] ?? others(failure)

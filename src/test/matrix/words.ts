import { errorHint, errorText, errorTitle, reasonText } from '../../i18n/error-text'
import type { Failure } from './columns'

/** The words of a form, or of a button: the catalogue's text for the detail. */
export const bareReason = ({ error }: Failure): string[] => [errorText(error)]

/** The words of a section: the catalogue's text where it has one, else the short form of the status. */
export const reason = ({ error }: Failure): string[] => [reasonText(error)]

/** States of a group or a person that its page explains (ux §6), by the detail. */
const refused = new Map<string | undefined, string>([
  ['email not verified', 'Сначала подтвердите почту'],
  ['you dont have access to this group', 'У вас нет доступа к этой группе'],
  ['Training in this group will begin later', 'Обучение в этой группе начнётся позже'],
  ['Training in this group has already ended', 'Обучение в этой группе уже закончилось'],
  ['You dont have access to this task', 'У вас нет доступа к этому заданию'],
  ['leaderboard is hidden', 'Рейтинг этой группы скрыт'],
  ['no started attempt exists', 'Экзамен ещё не начат'],
])

/** The words of a page that failed to load: the title by status and what to do (specification §8). */
export const failedPage = ({ error }: Failure): string[] => [errorTitle(error), errorHint(error)]

/** The words of a page of a group: a closed one explains itself. */
export const failedGroup = (failure: Failure): string[] => {
  const state = refused.get(failure.error.detail)
  return state === undefined ? failedPage(failure) : [state]
}

/** Whether nobody knows what became of a write: no answer, none that can be read, or a broken server. */
export const isLost = ({ error }: Failure): boolean => error.kind !== 'http' || (error.status ?? 0) >= 500

/** The same for a write that matters: an error without words of the application may be anybody's (an empty 4xx, a gateway's page). */
export const isUnsure = (failure: Failure): boolean =>
  isLost(failure) || (failure.error.detail === undefined && failure.error.status !== 429)

export const isOneOf = ({ error }: Failure, ...statuses: number[]): boolean =>
  error.status !== undefined && statuses.includes(error.status)

/** Whether the application has said no, and would again: any 4xx but a 429. */
export const isRefused = (failure: Failure): boolean => !isLost(failure) && !isOneOf(failure, 429)

/** The words of each failure by its name, for places that have sentences of their own. */
export const byName =
  (own: Record<string, string[]>, others: (failure: Failure) => string[]) =>
  (failure: Failure): string[] =>
    own[failure.name] ?? others(failure)

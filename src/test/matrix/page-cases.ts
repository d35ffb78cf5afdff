import type { PersonaName } from '../../../mocks/platform/personas'
import { beforePlaceholder, fill, ru } from '../messages'
import { explainedByGroup, type Failure, groupPageError, hasStatus, isRejected, pageError } from './failures'
import { getText, main, type OperationCase } from './page'

const { auth, callback, common, competencies, groups, lms, sharing } = ru

const GROUP_NAME = 'Практическая безопасность'
const TASK_TITLE = 'Что прячет исходный код'

const isLoading = (): boolean => getText(main()).includes(common.loading)

/** An operation that a page needs: its failure is an error page. */
const pageLoad = (
  as: PersonaName,
  path: string,
  text: string,
  errorMessages: (failure: Failure) => string[] = pageError,
): OperationCase => ({
  as,
  path,
  area: main,
  errorMessages,
  isPending: isLoading,
  success: { messages: [text] },
})

const unknownInvite = [common['page.invite'], ru.errors['Group with this invite code not found']]

const SHARE_LINK = 'k3Vd9sQ2mZ7xT1aB'

/** Only a refusal of the application itself ends the session. */
const keepsSession = (failure: Failure): boolean => !isRejected(failure)

/** Operations that are requested by navigation. */
export const pageCases = {
  listGroups: pageLoad('student', '/groups', GROUP_NAME),
  getGroup: {
    ...pageLoad('student', '/group/1', TASK_TITLE, pageError),
    explained: explainedByGroup,
  },
  listTaskStatuses: pageLoad('student', '/group/1', TASK_TITLE, groupPageError),
  getTask: {
    ...pageLoad('student', '/group/1/task/101', TASK_TITLE, pageError),
    explained: explainedByGroup,
  },
  getLeaderboard: pageLoad('student', '/group/2/leaderboard', ru.leaderboard.title, groupPageError),
  getCompetencies: {
    ...pageLoad('admin', '/competencies/1', beforePlaceholder(competencies['cover.printed'])),
    explained: {
      '403 profile is private': [competencies['private.title'], competencies['private.text']],
      '404 user not exists': [competencies['unknown.title'], fill(competencies['unknown.text'], { id: 1 })],
    },
  },
  getSharedProfile: {
    ...pageLoad('lms', `/profile/${SHARE_LINK}`, competencies['cover.verified'], failure =>
      isRejected(failure) ? [sharing['dead.title']] : pageError(failure),
    ),
    prepare: ({ db }) => db.tables.shares.put(1, { user_id: 1, link: SHARE_LINK }),
  },
  checkInvite: {
    ...pageLoad('candidate', '/invite/AUTUMN-2026', GROUP_NAME, failure =>
      hasStatus(failure, 404, 422) ? unknownInvite : pageError(failure),
    ),
    explained: { '404 Group with this invite code not found': unknownInvite, '422 common': unknownInvite },
  },
  findLmsTask: {
    ...pageLoad('student', '/moodle/sec-autumn-26/4101', TASK_TITLE, groupPageError),
    explained: { '404 Task not found': [lms['task.unknown.title'], 'sec-autumn-26', '4101'] },
    isPending: () => isLoading() || getText(main()).includes(lms['task.resolving']),
  },
  refreshSession: {
    as: 'student',
    path: '/groups',
    isInitial: true,
    area: main,
    errorMessages: failure =>
      keepsSession(failure) ? pageError(failure) : [auth['login.title'], auth['login.expired']],
    isRetryable: keepsSession,
    isPending: isLoading,
    success: { messages: [common['page.groups']] },
  },
  completeLmsLogin: {
    path: '/callback?code=lms-demo-code',
    isInitial: true,
    area: main,
    errorMessages: failure => [
      callback.failed,
      // A generic text for every error of the application, a retry for all others.
      isRejected(failure) ? callback.failedText : common.retry,
    ],
    isPending: () => main()?.querySelector('[role=progressbar]') != null,
    success: { messages: [groups['home.groups'], 'Мария'] },
  },
} satisfies Record<string, OperationCase>

import { shareProfile } from '../../../mocks/platform/profiles'
import { anyOf, beforePlaceholder, ru, startingWith } from '../messages'
import { type Failure, fullMessage, hasStatus, isLost, shortMessage } from './failures'
import { confirm, type OperationCase, press, region, tabPanel } from './page'

const { exam, lms, payment, sharing } = ru

const sharingSection = region(sharing.title)
/** The switch, or a button while it is not known whether the profile is public. */
const pressSharing = (button: string) =>
  press(anyOf(sharing.switch.replaceAll('\u00a0', ' '), button), sharingSection, ':is(input, button)')

/** Without an answer the profile is read again: nothing has changed. */
const sharingError =
  (title: string, state: string) =>
  (failure: Failure): string[] => [
    title,
    state,
    ...(failure.error.detail !== undefined || hasStatus(failure, 429)
      ? shortMessage(failure)
      : [sharing.notApplied]),
  ]

const lmsError =
  (title: string, lostTitle: string) =>
  (failure: Failure): string[] =>
    isLost(failure) ? [lostTitle] : [title, ...fullMessage(failure)]

export const groupCases = {
  requestAttempt: {
    as: 'candidate',
    path: '/group/8?tab=exam',
    area: tabPanel,
    trigger: () => press(exam['request.first'], tabPanel),
    errorMessages: failure =>
      isLost(failure) ? [exam['request.waiting']] : [exam['request.refused'], ...fullMessage(failure)],
    // The button is disabled for a minute, because the request may still be processed.
    needsNewPage: isLost,
    success: { messages: [exam['fact.admission']] },
    afterOutage: ['read', exam['fact.admission']],
  },
  startAttempt: {
    as: 'candidate',
    path: '/group/5?tab=exam',
    scenario: 'examReady',
    area: tabPanel,
    trigger: async () => {
      await press(exam['start.open'], tabPanel)
      await confirm(startingWith(beforePlaceholder(exam['start.confirm'])), exam['start.understand'])
    },
    errorMessages: failure =>
      isLost(failure) ? [exam['start.waiting']] : [exam['start.refused'], ...fullMessage(failure)],
    needsNewPage: isLost,
    success: { messages: [exam['headline.exam_started']] },
    afterOutage: ['read', exam['headline.exam_started']],
  },
  checkPayment: {
    as: 'candidate',
    path: '/group/5?tab=exam',
    scenario: 'needPay',
    area: tabPanel,
    trigger: () => press(payment.check, tabPanel),
    errorMessages: failure => [beforePlaceholder(payment.failed), ...shortMessage(failure)],
    success: { messages: [exam['headline.need_pay'], beforePlaceholder(payment.same)] },
    afterOutage: ['advice', beforePlaceholder(payment.failed), payment.check],
  },
  downloadFromLms: {
    as: 'admin',
    path: '/group/1?tab=lms',
    area: tabPanel,
    trigger: () => press(lms['download.button'], tabPanel),
    errorMessages: lmsError(lms['failed.download'], lms['lost.download']),
    success: { messages: [beforePlaceholder(lms['done.downloaded'])] },
    afterOutage: ['advice', lms['lost.downloadText']],
  },
  uploadToLms: {
    as: 'admin',
    path: '/group/1?tab=lms',
    area: tabPanel,
    trigger: async () => {
      await press(lms['upload.button'], tabPanel)
      await confirm(lms['confirm.yes'])
    },
    explained: { '404': [lms['status.missing']] },
    errorMessages: lmsError(lms['failed.upload'], lms['lost.upload']),
    success: { messages: [anyOf(lms['status.sent'], lms['status.partly'])] },
    afterOutage: ['advice', lms['lost.uploadText']],
  },
  shareProfile: {
    as: 'student',
    path: '/competencies',
    area: sharingSection,
    trigger: () => pressSharing(sharing.publish),
    explained: {
      '403 email not verified': [sharing['failed.publish'], ru.groups['refused.unverified.title']],
      // A success without a link: the profile is read again.
      empty: [sharing['private.text']],
    },
    errorMessages: sharingError(sharing['failed.publish'], sharing['refused.publish']),
    success: { messages: [sharing['link.copy']] },
    afterOutage: ['read', sharing['link.copy']],
  },
  hideProfile: {
    as: 'student',
    path: '/competencies',
    prepare: ({ db }) => void shareProfile(db, 1),
    area: sharingSection,
    trigger: async () => {
      await pressSharing(sharing.hide)
      await confirm(sharing['hide.confirm'])
    },
    explained: { empty: [sharing['link.copy']] },
    errorMessages: sharingError(sharing['failed.hide'], sharing['refused.hide']),
    ignoresRetryAfter: true,
    isPending: () => document.querySelector('[role=alertdialog] [aria-busy=true]') !== null,
    success: { messages: [sharing['private.text']] },
    afterOutage: ['read', sharing['private.text']],
  },
} satisfies Record<string, OperationCase>

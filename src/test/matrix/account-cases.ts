import { waitFor } from '@testing-library/react'
import { expect } from 'vitest'
import { beforePlaceholder, ru, startingWith } from '../messages'
import { installNodeForms } from '../node-forms'
import { fillForm } from '../registration-page'
import { fullMessage, isBroken, shortMessage } from './failures'
import { confirm, dialog, enter, getText, main, type OperationCase, press, region } from './page'

const { account, auth, common, feedback, recovery, registration } = ru

const menu = dialog(common['account.menu'])
const feedbackDialog = dialog(common['nav.feedback'])
const emailBanner = region(common['account.unverified'])
const pageForm = (): Element | null => document.querySelector('main form')
const NEW_PASSWORD = 'gora-reka-41'

const openMenu = async (): Promise<void> => {
  await press(common['account.menu'])
  await waitFor(() => expect(menu()).not.toBeNull())
}

const resetRequested = [recovery['sent.title'], beforePlaceholder(recovery['sent.text'])]

export const accountCases = {
  login: {
    path: '/login',
    area: main,
    trigger: async () => {
      await enter(startingWith(auth['login.username']), 'student')
      await enter(startingWith(auth['login.password']), 'flagship-demo')
      await press(auth['login.submit'], pageForm)
    },
    explained: {
      '403 email is not verified, we sent you a link to email for verification': [
        auth['login.unverified.title'],
        auth['login.unverified.text'],
      ],
    },
    errorMessages: fullMessage,
    success: { messages: [ru.groups['home.groups']] },
    afterOutage: ['advice', ru.errors.network],
  },
  register: {
    path: '/registration',
    area: main,
    trigger: async page => {
      await fillForm(page)
      await press(registration.submit, pageForm)
    },
    errorMessages: fullMessage,
    success: { messages: [registration['done.title'], 'anna.orlova@example.com'] },
    afterOutage: ['advice', ru.errors.network],
  },
  requestPasswordReset: {
    path: '/reset-password',
    area: main,
    trigger: async () => {
      await enter(startingWith(recovery['reset.email']), 'nobody@example.com')
      await press(recovery['reset.submit'], pageForm)
    },
    // Does not reveal whether an account exists (V07).
    explained: { '404 user not exists': resetRequested },
    errorMessages: fullMessage,
    needsNewPage: ({ error }) => error.status === 404,
    success: { messages: resetRequested },
    afterOutage: ['advice', ru.errors.network],
  },
  setNewPassword: {
    path: '/new-password?token=reset-demo-token',
    area: main,
    trigger: async () => {
      await enter(recovery['new.password'], NEW_PASSWORD)
      await enter(startingWith(recovery['new.confirmation']), NEW_PASSWORD)
      await press(recovery['new.submit'], pageForm)
    },
    explained: { '400 Invalid token': [ru.errors['Invalid token'], recovery['badLink.again']] },
    errorMessages: failure => (isBroken(failure) ? [recovery['new.lost']] : fullMessage(failure)),
    needsNewPage: ({ error }) => error.status === 400,
    success: { messages: [recovery['set.title'], recovery['set.text']] },
    afterOutage: ['advice', recovery['new.lost']],
  },
  logout: {
    as: 'student',
    path: '/contacts',
    trigger: async () => {
      await openMenu()
      await press(account.logout, menu)
      await confirm(account['logout.confirm'])
    },
    area: main,
    // A failure is only logged: the user is logged out in any case, without waiting for the answer.
    errorMessages: () => [auth['login.title']],
    needsNewPage: () => true,
    isPending: () => getText(main()).startsWith(auth['login.title']),
    success: { messages: [auth['login.title']] },
    afterOutage: ['read', auth['login.title']],
  },
  updateUsername: {
    as: 'student',
    path: '/contacts',
    area: menu,
    setUp: async () => {
      await openMenu()
      await press(account['username.edit'], menu)
      await enter(account['username.label'], 'sasha_v')
    },
    trigger: () => press(account.save, menu),
    errorMessages: failure => (isBroken(failure) ? [account['username.unchanged']] : fullMessage(failure)),
    success: { messages: ['sasha_v', account.saved] },
    afterOutage: ['read', account.saved, 'sasha_v'],
  },
  updatePassword: {
    as: 'student',
    path: '/contacts',
    area: menu,
    setUp: async () => {
      await openMenu()
      await press(account['password.change'], menu)
    },
    trigger: async () => {
      await enter(account['password.current'], 'flagship-demo')
      await enter(account['password.new'], NEW_PASSWORD)
      await enter(account['password.repeat'], NEW_PASSWORD)
      await press(account.save, menu)
    },
    errorMessages: failure => (isBroken(failure) ? [account['password.unknown']] : fullMessage(failure)),
    success: { messages: [account['password.saved']] },
    afterOutage: ['advice', account['password.unknown']],
  },
  getVpnConfig: {
    as: 'student',
    path: '/contacts',
    area: menu,
    setUp: openMenu,
    trigger: () => press(account['vpn.download'], menu),
    errorMessages: fullMessage,
    success: { messages: [account['vpn.saved']], area: () => document.body },
  },
  requestEmailVerification: {
    as: 'newcomer',
    path: '/groups',
    area: () => emailBanner() ?? document.querySelector('[data-announcer]'),
    trigger: () =>
      press(startingWith(common['verify.send'], beforePlaceholder(common['verify.sendIn'])), emailBanner),
    explained: { '409 email already verified': [common['verify.done']] },
    errorMessages: fullMessage,
    needsNewPage: ({ error }) => error.status === 409,
    success: { messages: [common['verify.sent']] },
    afterOutage: ['advice', ru.errors.network],
  },
  sendFeedback: {
    as: 'student',
    path: '/contacts',
    prepare: () => void installNodeForms(),
    area: feedbackDialog,
    setUp: async () => {
      await press(common['nav.feedback'])
      await enter(startingWith(feedback['message.label']), 'Thanks')
    },
    trigger: () => press(feedback.send, feedbackDialog),
    errorMessages: failure => [...shortMessage(failure), feedback.draftSaved],
    success: { messages: [feedback.sent] },
    afterOutage: ['advice', feedback.draftSaved],
  },
} satisfies Record<string, OperationCase>

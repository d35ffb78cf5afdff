import { fireEvent, screen } from '@testing-library/react'
import { beforePlaceholder, ru, startingWith } from '../messages'
import { installNodeForms } from '../node-forms'
import { fillForm } from '../registration-page'
import type { RenderedRoute } from '../render-route'
import { byName, fullMessage, isBroken, shortMessage } from './error-texts'
import type { OperationCase } from './operation-case'
import { confirm, dialog, main, press, region, textOf } from './page'

const { account, auth, common, feedback, recovery, registration } = ru

const menu = dialog(common['account.menu'])
const feedbackDialog = dialog(common['nav.feedback'])
const emailBanner = region(common['account.unverified'])
const pageForm = (): Element | null => document.querySelector('main form')
const NEW_PASSWORD = 'gora-reka-41'

const openMenu = async (page: RenderedRoute): Promise<void> => {
  await press(page, common['account.menu'])
  await screen.findByRole('dialog', { name: common['account.menu'] })
}

const fill = async (label: string | RegExp, value: string): Promise<void> => {
  fireEvent.input(await screen.findByLabelText(label), { target: { value } })
}

const resetRequested = [recovery['sent.title'], beforePlaceholder(recovery['sent.text'])]

export const accountCases = {
  login: {
    path: '/login',
    area: main,
    trigger: async page => {
      await fill(startingWith(auth['login.username']), 'student')
      await fill(startingWith(auth['login.password']), 'flagship-demo')
      await press(page, auth['login.submit'], pageForm)
    },
    errorTexts: byName(
      {
        '403 email is not verified, we sent you a link to email for verification': [
          auth['login.unverified.title'],
          auth['login.unverified.text'],
        ],
      },
      fullMessage,
    ),
    success: { texts: [ru.groups['home.title']] },
  },
  register: {
    path: '/registration',
    area: main,
    trigger: async page => {
      await fillForm(page)
      await press(page, registration.submit, pageForm)
    },
    errorTexts: fullMessage,
    success: { texts: [registration['done.title'], 'anna.orlova@example.com'] },
  },
  requestPasswordReset: {
    path: '/reset-password',
    area: main,
    trigger: async page => {
      await fill(startingWith(recovery['reset.email']), 'nobody@example.com')
      await press(page, recovery['reset.submit'], pageForm)
    },
    // Does not reveal whether an account exists (V07).
    errorTexts: byName({ '404 user not exists': resetRequested }, fullMessage),
    needsNewPage: ({ error }) => error.status === 404,
    success: { texts: resetRequested },
  },
  setNewPassword: {
    path: '/new-password?token=reset-demo-token',
    area: main,
    trigger: async page => {
      await fill(`${recovery['new.password']} *`, NEW_PASSWORD)
      await fill(startingWith(recovery['new.confirmation']), NEW_PASSWORD)
      await press(page, recovery['new.submit'], pageForm)
    },
    errorTexts: byName(
      { '400 Invalid token': [ru.errors['Invalid token'], recovery['badLink.again']] },
      failure => (isBroken(failure) ? [recovery['new.lost']] : fullMessage(failure)),
    ),
    needsNewPage: ({ error }) => error.status === 400,
    success: { texts: [recovery['set.title'], recovery['set.text']] },
  },
  logout: {
    as: 'student',
    path: '/groups',
    trigger: async page => {
      await openMenu(page)
      await press(page, account.logout, menu)
      await confirm(page, account['logout.confirm'])
    },
    area: main,
    // A failure is only logged: the user is logged out in any case, without waiting for the answer.
    errorTexts: () => [auth['login.title']],
    needsNewPage: () => true,
    isPending: () => textOf(main()).startsWith(auth['login.title']),
    success: { texts: [auth['login.title']] },
  },
  updateUsername: {
    as: 'student',
    path: '/contacts',
    area: menu,
    setUp: async page => {
      await openMenu(page)
      await press(page, account['username.edit'], menu)
      await fill(account['username.label'], 'sasha_v')
    },
    trigger: page => press(page, account.save, menu),
    errorTexts: failure => (isBroken(failure) ? [account['username.unchanged']] : fullMessage(failure)),
    success: { texts: ['sasha_v', account.saved] },
  },
  updatePassword: {
    as: 'student',
    path: '/contacts',
    area: menu,
    setUp: async page => {
      await openMenu(page)
      await press(page, account['password.change'], menu)
    },
    trigger: async page => {
      await fill(account['password.current'], 'flagship-demo')
      await fill(account['password.new'], NEW_PASSWORD)
      await fill(account['password.repeat'], NEW_PASSWORD)
      await press(page, account.save, menu)
    },
    errorTexts: failure => (isBroken(failure) ? [account['password.unknown']] : fullMessage(failure)),
    success: { texts: [account['password.saved']] },
  },
  getVpnConfig: {
    as: 'student',
    path: '/contacts',
    area: menu,
    setUp: openMenu,
    trigger: page => press(page, account['vpn.download'], menu),
    errorTexts: fullMessage,
    success: { texts: [account['vpn.saved']], area: () => document.body },
  },
  requestEmailVerification: {
    as: 'newcomer',
    path: '/groups',
    area: () => emailBanner() ?? document.querySelector('[data-announcer]'),
    trigger: page =>
      press(
        page,
        startingWith(common['verify.send'], beforePlaceholder(common['verify.sendIn'])),
        emailBanner,
      ),
    errorTexts: byName({ '409 email already verified': [common['verify.done']] }, fullMessage),
    needsNewPage: ({ error }) => error.status === 409,
    success: { texts: [common['verify.sent']] },
  },
  sendFeedback: {
    as: 'student',
    path: '/contacts',
    prepare: () => void installNodeForms(),
    area: feedbackDialog,
    setUp: async page => {
      await press(page, common['nav.feedback'])
      fireEvent.input(await screen.findByRole('textbox', { name: feedback['message.label'] }), {
        target: { value: 'Thanks' },
      })
    },
    trigger: page => press(page, feedback.send, feedbackDialog),
    errorTexts: failure => [...shortMessage(failure), feedback.kept],
    success: { texts: [feedback.sent] },
  },
} satisfies Record<string, OperationCase>

import 'i18next'
import type account from './locales/ru/account.json'
import type auth from './locales/ru/auth.json'
import type callback from './locales/ru/callback.json'
import type common from './locales/ru/common.json'
import type competencies from './locales/ru/competencies.json'
import type errors from './locales/ru/errors.json'
import type exam from './locales/ru/exam.json'
import type examBar from './locales/ru/examBar.json'
import type feedback from './locales/ru/feedback.json'
import type groups from './locales/ru/groups.json'
import type hints from './locales/ru/hints.json'
import type info from './locales/ru/info.json'
import type invite from './locales/ru/invite.json'
import type lab from './locales/ru/lab.json'
import type leaderboard from './locales/ru/leaderboard.json'
import type ledger from './locales/ru/ledger.json'
import type lms from './locales/ru/lms.json'
import type meta from './locales/ru/meta.json'
import type payment from './locales/ru/payment.json'
import type recovery from './locales/ru/recovery.json'
import type register from './locales/ru/register.json'
import type registration from './locales/ru/registration.json'
import type sharing from './locales/ru/sharing.json'
import type shortcuts from './locales/ru/shortcuts.json'
import type solves from './locales/ru/solves.json'
import type task from './locales/ru/task.json'
import type teaching from './locales/ru/teaching.json'
import type terminal from './locales/ru/terminal.json'
import type verify from './locales/ru/verify.json'
import type vpn from './locales/ru/vpn.json'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    keySeparator: false
    nsSeparator: false
    resources: {
      account: typeof account
      auth: typeof auth
      callback: typeof callback
      competencies: typeof competencies
      common: typeof common
      errors: typeof errors
      exam: typeof exam
      examBar: typeof examBar
      feedback: typeof feedback
      groups: typeof groups
      hints: typeof hints
      info: typeof info
      invite: typeof invite
      lab: typeof lab
      leaderboard: typeof leaderboard
      ledger: typeof ledger
      lms: typeof lms
      meta: typeof meta
      palette: typeof palette
      payment: typeof payment
      recovery: typeof recovery
      register: typeof register
      registration: typeof registration
      sharing: typeof sharing
      shortcuts: typeof shortcuts
      solves: typeof solves
      task: typeof task
      teaching: typeof teaching
      terminal: typeof terminal
      verify: typeof verify
      vpn: typeof vpn
    }
  }
}

import 'i18next'
import type auth from './locales/ru/auth.json'
import type common from './locales/ru/common.json'
import type errors from './locales/ru/errors.json'
import type groups from './locales/ru/groups.json'
import type leaderboard from './locales/ru/leaderboard.json'
import type task from './locales/ru/task.json'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    keySeparator: false
    nsSeparator: false
    resources: {
      auth: typeof auth
      common: typeof common
      errors: typeof errors
      groups: typeof groups
      leaderboard: typeof leaderboard
      task: typeof task
    }
  }
}

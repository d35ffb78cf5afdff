import { t, toLabels } from './messages'

/** The messages of the way from the LMS and of the sync with it. */
export const lmsLabels = toLabels({
  tasks: 'groups:tab.tasks',
  tab: 'groups:tab.lms',
  panel: 'lms:title',
  download: 'lms:download.button',
  updated: language => new RegExp(`^${t(language, 'lms:done.downloaded', { people: '\\d+' })}$`),
  notUpdated: 'lms:failed.download',
  upload: 'lms:upload.button',
  question: 'lms:confirm.title',
  effect: 'lms:confirm.effect',
  send: 'lms:confirm.yes',
  results: 'lms:history',
  nothingSent: 'lms:status.none',
  sent: 'lms:status.sent',
  already: 'lms:status.already',
  disabled: 'lms:status.disabled',
  reasons: 'lms:errors.title',
  copyReasons: 'lms:errors.copy',
  reasonsCopied: 'lms:errors.copied',
})

import i18next from 'i18next'
import { formatDuration } from '../../lib/format'
import { type LedgerEntry, type LedgerSummary, secondsOf, summaryOf } from '../../queries/exam-ledger-entries'

/** What each call is for, in words; a call that is not here is "a request". */
const operationKeys = new Map(
  Object.entries({
    'get /groups/{id}': 'call.group',
    'get /groups/{id}/statuses': 'call.statuses',
    'get /groups': 'call.groups',
    'get /groups/{group}/tasks/{task}': 'call.task',
    'get /groups/{group}/tasks/{task}/hint': 'call.hint',
    'get /groups/{group}/tasks/{task}/webssh': 'call.terminal',
    'get /groups/{group}/tasks/{task}/writeup': 'call.writeup',
    'post /pass_flag': 'call.flag',
    'post /deploy': 'call.labStart',
    'post /undeploy': 'call.labStop',
    'get /status': 'call.lab',
    'get /leaderboard/group/{id}': 'call.leaderboard',
    'get /groups/{id}/attempts/start': 'call.examStart',
    'post /feedback': 'call.feedback',
    'post /auth/refresh': 'call.session',
  } as const),
)

const whyText = ({ failure, status }: LedgerEntry): string => {
  if (failure === 'http') return i18next.t('why.http', { ns: 'ledger', status: status ?? '' })
  return i18next.t(`why.${failure ?? 'network'}`, { ns: 'ledger' })
}

const callText = ({ operation = '' }: LedgerEntry): string =>
  i18next.t(operationKeys.get(operation) ?? 'call.other', { ns: 'ledger' })

/** What happened, in one line. `titleOf` names a task by its number, null when it cannot. */
export const entryText = (entry: LedgerEntry, titleOf: (task: number) => string | null): string => {
  const { kind, task } = entry
  const ns = 'ledger'
  const where =
    task === undefined
      ? ''
      : i18next.t('ofTask', { ns, title: titleOf(task) ?? i18next.t('task', { ns, id: task }) })
  if (kind === 'failure' || kind === 'unsent') {
    const again = entry.isAgain ? i18next.t('again', { ns }) : ''
    return i18next.t('row.failure', { ns, call: callText(entry) + where, why: whyText(entry) }) + again
  }
  if (kind === 'retry') return i18next.t('row.retry', { ns, call: callText(entry) + where })
  return i18next.t(`row.${kind}`, { ns }) + (entry.isOpen ? i18next.t('lasting', { ns }) : '')
}

/** How long it lasted, or null for what happens in a moment. */
export const lengthText = (entry: LedgerEntry): string | null => {
  const seconds = secondsOf(entry)
  return seconds === 0 && entry.kind !== 'gap' ? null : formatDuration(seconds, i18next.language)
}

const summaryText = ({ gaps, away, unsent }: LedgerSummary): string => {
  const ns = 'ledger'
  const time = formatDuration(away, i18next.language)
  const first =
    gaps === 0 ? i18next.t('summary.steady', { ns }) : i18next.t('summary.gaps', { ns, count: gaps, time })
  return unsent === 0 ? first : `${first}; ${i18next.t('summary.unsent', { ns, count: unsent })}`
}

/** The ledger in one line: gaps with their whole length, and flags that had no answer. */
export const ledgerSummary = (entries: readonly LedgerEntry[]): string => summaryText(summaryOf(entries))

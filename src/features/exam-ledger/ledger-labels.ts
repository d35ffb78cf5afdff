import i18next from 'i18next'
import { formatDuration } from '../../lib/format'
import {
  getWholeSeconds,
  type LedgerEntry,
  type LedgerSummary,
  summarize,
} from '../../queries/exam-ledger-entries'

/** Unknown operations are called "a request". */
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

const getFailureLabel = ({ failure, status }: LedgerEntry): string => {
  if (failure === 'http') return i18next.t('why.http', { ns: 'ledger', status: status ?? '' })
  return i18next.t(`why.${failure ?? 'network'}`, { ns: 'ledger' })
}

const getOperationLabel = ({ operation = '' }: LedgerEntry): string =>
  i18next.t(operationKeys.get(operation) ?? 'call.other', { ns: 'ledger' })

export const getEntryLabel = (entry: LedgerEntry, getTaskTitle: (task: number) => string | null): string => {
  const { kind, task } = entry
  const ns = 'ledger'
  const taskLabel =
    task === undefined
      ? ''
      : i18next.t('ofTask', { ns, title: getTaskTitle(task) ?? i18next.t('task', { ns, id: task }) })
  if (kind === 'failure' || kind === 'unsent') {
    const retryNote = entry.isAgain ? i18next.t('again', { ns }) : ''
    return (
      i18next.t('row.failure', {
        ns,
        call: getOperationLabel(entry) + taskLabel,
        why: getFailureLabel(entry),
      }) + retryNote
    )
  }
  if (kind === 'retry') return i18next.t('row.retry', { ns, call: getOperationLabel(entry) + taskLabel })
  return i18next.t(`row.${kind}`, { ns }) + (entry.isOpen ? i18next.t('lasting', { ns }) : '')
}

/** Null for instantaneous entries. */
export const getDurationLabel = (entry: LedgerEntry): string | null => {
  const seconds = getWholeSeconds(entry)
  return seconds === 0 && entry.kind !== 'gap' ? null : formatDuration(seconds, i18next.language)
}

const formatSummary = ({ gaps, awaySeconds: away, unsent }: LedgerSummary): string => {
  const ns = 'ledger'
  const time = formatDuration(away, i18next.language)
  const first =
    gaps === 0 ? i18next.t('summary.steady', { ns }) : i18next.t('summary.gaps', { ns, count: gaps, time })
  return unsent === 0 ? first : `${first}; ${i18next.t('summary.unsent', { ns, count: unsent })}`
}

/** One line: gaps with their total length, and flags without a response. */
export const getLedgerSummary = (entries: readonly LedgerEntry[]): string => formatSummary(summarize(entries))

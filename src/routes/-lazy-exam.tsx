import { Fragment } from 'react'
import { useSession } from '../api/use-session'
import { FeedbackButton } from '../features/feedback/feedback-button'
import type { PaymentPanelProps } from '../features/payment/payment-panel'
import { lazyComponent } from '../i18n/lazy-component'
import { userKey } from '../lib/user-key'
import type { Group } from '../queries/responses'
import type { StatusMap } from '../queries/task-progress'
import { lazyOptional } from './-lazy-optional'

export const ExamBar = lazyOptional(
  () => import('../features/exam-bar/exam-bar').then(part => part.ExamBar),
  'examBar',
)

const Poller = lazyOptional(
  () => import('../features/exam-bar/exam-poller').then(part => part.ExamPoller),
  'examBar',
)

const Recorder = lazyOptional(() =>
  import('../features/exam-ledger/ledger-recorder').then(part => part.LedgerRecorder),
)

/** Polls the running exam of the user and records its ledger; mounted once outside the pages. */
export const ExamPolling = () => {
  const { user } = useSession()
  return (
    user && (
      <Fragment key={userKey(user)}>
        <Poller />
        <Recorder />
      </Fragment>
    )
  )
}

const LazyExamTab = lazyComponent(
  () => import('../features/exam/exam-tab').then(part => part.ExamTab),
  'exam',
)

const LazyPaymentPanel = lazyComponent(
  () => import('../features/payment/payment-panel').then(part => part.PaymentPanel),
  'payment',
)

/** Reserves the height of its buttons, so nothing below moves. */
const PaymentPanel = (props: PaymentPanelProps) => (
  <LazyPaymentPanel {...props} pending={<div className="min-h-control" />} />
)

const ExamLedger = lazyComponent(
  () => import('../features/exam-ledger/exam-ledger').then(part => part.ExamLedger),
  'ledger',
)

/** The exam tab, filled with the parts of other features. */
export const ExamTab = ({ group, statuses }: { group: Group; statuses: StatusMap }) => (
  <LazyExamTab
    group={group}
    statuses={statuses}
    Payment={PaymentPanel}
    Ledger={ExamLedger}
    feedback={<FeedbackButton />}
  />
)

import { type ComponentType, Fragment } from 'react'
import { useSession } from '../api/use-session'
import { FeedbackButton } from '../features/feedback/feedback-button'
import type { PaymentPartProps } from '../features/payment/payment-part'
import type { Namespace } from '../i18n/init'
import { lazyPart } from '../i18n/lazy-part'
import { userKey } from '../lib/user-key'
import type { Group } from '../queries/answers'
import type { StatusMap } from '../queries/task-progress'
import { SectionBoundary } from '../ui/section-boundary'

/** A part above the pages: its code and words come after the page, and its failure costs only itself. */
const quietPart = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  ...names: Namespace[]
) => {
  const Part = lazyPart(load, ...names)
  return (props: Props) => (
    <SectionBoundary failed={() => null}>
      <Part {...props} />
    </SectionBoundary>
  )
}

export const ExamBar = quietPart(
  () => import('../features/exam-bar/exam-bar').then(part => part.ExamBar),
  'examBar',
)

const Watch = quietPart(
  () => import('../features/exam-bar/exam-watch').then(part => part.ExamWatch),
  'examBar',
)

const Recorder = quietPart(() =>
  import('../features/exam-ledger/ledger-recorder').then(part => part.LedgerRecorder),
)

/** Watches the running exam of whoever is signed in, and keeps its ledger; mounted once, above the pages. */
export const ExamWatch = () => {
  const { user } = useSession()
  return (
    user && (
      <Fragment key={userKey(user)}>
        <Watch />
        <Recorder />
      </Fragment>
    )
  )
}

const Tab = lazyPart(() => import('../features/exam/exam-tab').then(part => part.ExamTab), 'exam')

const PaymentPart = lazyPart(
  () => import('../features/payment/payment-part').then(part => part.PaymentPart),
  'payment',
)

/** With room for its line of buttons: what stands below it must not jump. */
const Payment = (props: PaymentPartProps) => (
  <PaymentPart {...props} pending={<div className="min-h-control" />} />
)

const Ledger = lazyPart(
  () => import('../features/exam-ledger/exam-ledger').then(part => part.ExamLedger),
  'ledger',
)

/** The exam's tab with what stands in it from other features: the one place where they meet. */
export const ExamTab = ({ group, statuses }: { group: Group; statuses: StatusMap }) => (
  <Tab group={group} statuses={statuses} Payment={Payment} Ledger={Ledger} feedback={<FeedbackButton />} />
)

import { Fragment } from 'react'
import { useSession } from '../../api/use-session'
import { lazyOptional } from '../../i18n/lazy-component'
import { userKey } from '../../lib/user'

export const ExamBar = lazyOptional(() => import('./exam-bar').then(part => part.ExamBar), 'examBar')

const Poller = lazyOptional(() => import('./exam-polling').then(part => part.ExamPoller), 'examBar')

const Recorder = lazyOptional(() => import('./ledger-recorder').then(part => part.LedgerRecorder))

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

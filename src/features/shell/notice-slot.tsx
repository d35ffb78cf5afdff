import { noticeStarted } from '../../api/notice-start'
import { lazyOptional } from '../../i18n/lazy-component'
import { useStore } from '../../lib/store'

/** The operator's notice, which few visits have. */
export const NoticeSlot = () => (
  <div className="operator-slot">{useStore(noticeStarted) && <OperatorNotice />}</div>
)

const OperatorNotice = lazyOptional(() => import('./operator-notice').then(part => part.OperatorNotice))
